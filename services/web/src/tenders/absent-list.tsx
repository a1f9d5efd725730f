import { Text } from '@mantine/core';
import type { Absent, Evidence } from '../api/schemas.ts';
import { Badge, type Tone } from '../ui/badge.tsx';
import { firstEvidence } from '../viewer/marks.ts';
import { fieldLabel, inReadingOrder } from './field-names.ts';
import { PageLink } from './page-link.tsx';
import styles from './rows.module.css';

const REASONS: Record<Absent['reason'], { tone: Tone; text: string }> = {
  stated_absent: { tone: 'good', text: 'The documents say there is none' },
  not_found: { tone: 'quiet', text: 'Not found' },
  unreadable: { tone: 'bad', text: 'A page it may stand on could not be read' },
};

/** What was looked for and has no value: three different answers, never mixed up. */
export function AbsentList({
  absent,
  onShow,
}: {
  absent: Absent[];
  onShow: (name: string, evidence: Evidence | undefined) => void;
}) {
  return (
    <ul className={styles['rows']}>
      {inReadingOrder(absent).map((each) => {
        const { tone, text } = REASONS[each.reason];
        const evidence = firstEvidence(each);
        return (
          <li key={each.name}>
            <Text size="sm" fw={500} className={styles['grow']}>
              {fieldLabel(each.name)}
            </Text>
            <Badge tone={tone}>{text}</Badge>
            {evidence && (
              <PageLink
                page={evidence.page}
                of={fieldLabel(each.name)}
                onClick={() => onShow(each.name, evidence)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}
