import { Paper } from '@mantine/core';
import type { Tone } from '../ui/badge.tsx';
import styles from './figures.module.css';

export interface Figure {
  label: string;
  value: string;
  /** Only for what calls for a look. */
  tone?: Extract<Tone, 'warn' | 'bad'>;
}

/** A few numbers, large. */
export function Figures({ figures }: { figures: readonly Figure[] }) {
  return (
    <dl className={styles['figures']}>
      {figures.map(({ label, value, tone }) => (
        <Paper key={label} withBorder radius="md" className={styles['figure']} data-tone={tone}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </Paper>
      ))}
    </dl>
  );
}
