import { Button, Group } from '@mantine/core';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { useSession } from '../session/session-context.tsx';
import { ColorSchemeToggle } from './color-scheme-toggle.tsx';
import styles from './shell.module.css';

const VIEWS = [
  { to: '/tenders', label: 'Tenders' },
  { to: '/workers', label: 'Workers' },
  { to: '/queue', label: 'Queue' },
] as const;

/** What surrounds every view: the way to the others, and a main part that takes the focus when the view changes. */
export function Shell() {
  const { keys, signOut } = useSession();
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.location.pathname });
  const shown = useRef(path);
  useEffect(() => {
    if (shown.current === path) return;
    shown.current = path;
    main.current?.focus({ preventScroll: true });
  }, [path]);

  return (
    <>
      <a href="#main" className={styles['skip']}>
        Skip to content
      </a>
      <header className={styles['header']}>
        <Link to="/tenders" className={styles['brand']}>
          <img src="/favicon.svg" alt="" width="22" height="22" />
          <span>Tender pipeline</span>
        </Link>
        <nav aria-label="Views" className={styles['nav']}>
          {VIEWS.map(({ to, label }) => (
            <Link key={to} to={to} className={styles['link']} activeProps={{ 'aria-current': 'page' }}>
              {label}
            </Link>
          ))}
        </nav>
        <Group gap="xs" wrap="nowrap" className={styles['tools']}>
          <ColorSchemeToggle />
          {(keys.tenant !== null || keys.operator !== null) && (
            <Button size="compact-sm" variant="default" onClick={signOut}>
              Sign out
            </Button>
          )}
        </Group>
      </header>
      <main id="main" ref={main} tabIndex={-1} className={styles['main']}>
        <Outlet />
      </main>
    </>
  );
}
