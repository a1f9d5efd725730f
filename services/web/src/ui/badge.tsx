import type { ReactNode } from 'react';
import styles from './badge.module.css';
import { Icon, type IconName } from './icon.tsx';

export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'quiet';

const ICONS: Record<Tone, IconName> = {
  good: 'check',
  warn: 'alert',
  bad: 'cross',
  busy: 'clock',
  quiet: 'question',
};

/** A state in a word, with a colour and a sign; neither of the two is needed to read it. */
export function Badge({ tone, title, children }: { tone: Tone; title?: string; children: ReactNode }) {
  return (
    <span className={styles['badge']} data-tone={tone} title={title}>
      <Icon name={ICONS[tone]} size={13} />
      {children}
    </span>
  );
}
