import { Text } from '@mantine/core';
import type { Evidence, Field, Tender } from '../api/schemas.ts';
import { FieldStatusBadge } from '../ui/statuses.tsx';
import { firstEvidence } from '../viewer/marks.ts';
import { describeValue } from './describe-value.ts';
import { fieldLabel, inReadingOrder } from './field-names.ts';
import styles from './field-table.module.css';
import { PageLink } from './page-link.tsx';

interface FieldTableProps {
  tender: Tender;
  selected: string | undefined;
  onShow: (name: string, evidence: Evidence | undefined) => void;
}

/** Every answer with its status, its confidence and the pages it was read from. A row shows its words on the page. */
export function FieldTable({ tender, selected, onShow }: FieldTableProps) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">Answer</th>
          <th scope="col">Status</th>
          <th scope="col">Confidence</th>
          <th scope="col">Read from</th>
        </tr>
      </thead>
      <tbody>
        {inReadingOrder(tender.fields).map((field) => (
          <FieldRow
            key={field.name}
            field={field}
            tender={tender}
            selected={field.name === selected}
            onShow={onShow}
          />
        ))}
      </tbody>
    </table>
  );
}

interface FieldRowProps extends Omit<FieldTableProps, 'selected'> {
  field: Field;
  selected: boolean;
}

function FieldRow({ field, tender, selected, onShow }: FieldRowProps) {
  const lines = describeValue(field.name, field.value, navigator.language);
  const replaced = field.supersedes && describeValue(field.name, field.supersedes.value, navigator.language);
  const percent = Math.round(100 * field.confidence);
  return (
    <tr data-selected={selected || undefined}>
      <th scope="row">
        <button
          type="button"
          className={styles['answer']}
          aria-pressed={selected}
          onClick={() => onShow(field.name, firstEvidence(field))}
        >
          <span className={styles['label']}>{fieldLabel(field.name)}</span>
          {lines.map(({ text, note }) => (
            <span key={`${text}|${note}`} className={styles['value']}>
              {text}
              {note !== undefined && <span className={styles['note']}> {note}</span>}
            </span>
          ))}
        </button>
        {replaced && (
          <Text size="xs" c="dimmed" className={styles['replaced']}>
            Replaces <del>{replaced.map(({ text }) => text).join('; ')}</del>
          </Text>
        )}
      </th>
      <td data-label="Status">
        <FieldStatusBadge status={field.status} />
      </td>
      <td data-label="Confidence">
        <span className={styles['confidence']} title="Of such values, this share is right">
          {percent} %
          <span className={styles['bar']} aria-hidden="true">
            <span style={{ width: `${percent}%` }} data-low={percent < 70 || undefined} />
          </span>
        </span>
      </td>
      <td data-label="Read from">
        <EvidenceLinks field={field} tender={tender} onShow={onShow} />
      </td>
    </tr>
  );
}

function EvidenceLinks({ field, tender, onShow }: Omit<FieldRowProps, 'selected'>) {
  const pages = new Map(field.evidence.map((each) => [`${each.documentId}/${each.page}`, each]));
  const several = tender.documents.length > 1;
  if (pages.size === 0) return <Text size="sm">—</Text>;
  return (
    <span className={styles['pages']}>
      {[...pages].map(([key, evidence]) => {
        const filename = tender.documents.find((document) => document.id === evidence.documentId)?.filename;
        return (
          <PageLink
            key={key}
            page={evidence.page}
            of={`${fieldLabel(field.name)}${several && filename ? `, ${filename}` : ''}`}
            title={`${filename ?? 'Document'}: “${evidence.quote}”`}
            onClick={() => onShow(field.name, evidence)}
          />
        );
      })}
    </span>
  );
}
