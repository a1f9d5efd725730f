import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { formatAgo } from './ago.ts';

/** A time as "2 min ago", kept current, with the exact time on hover and for machines. */
export function Since({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 1_000, { autoInvoke: true });
  return (
    <time dateTime={at} title={new Date(at).toLocaleString()}>
      {formatAgo(at, now)}
    </time>
  );
}
