import type { ReactNode } from 'react';
import styles from './scroll-region.module.css';

/** A named part of a view that scrolls by itself, also by keyboard. */
export function ScrollRegion({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: without it, what scrolls can't be reached by keyboard
    <section className={styles['region']} aria-label={label} tabIndex={0}>
      {children}
    </section>
  );
}
