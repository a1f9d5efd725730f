import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useMemo, useState, useSyncExternalStore } from 'react';
import { type ApiClient, createClient } from '../api/client.ts';
import type { KeyKind, Keys, Session } from './session.ts';

interface SessionValue {
  keys: Keys;
  clients: Readonly<Record<KeyKind, ApiClient | null>>;
  /** Keys that the server has refused since the page was loaded. */
  refused: ReadonlySet<KeyKind>;
  signIn(kind: KeyKind, key: string): void;
  signOut(): void;
}

const SessionContext = createContext<SessionValue | null>(null);

/** Gives the views their API clients; takes a key away when the server refuses it, and all that it showed. */
export function SessionProvider({ session, children }: { session: Session; children: ReactNode }) {
  const queries = useQueryClient();
  const keys = useSyncExternalStore(session.subscribe, session.keys);
  const [refused, setRefused] = useState<ReadonlySet<KeyKind>>(new Set());
  const value = useMemo<SessionValue>(() => {
    const client = (kind: KeyKind): ApiClient | null => {
      const key = keys[kind];
      if (key === null) return null;
      const onRefusedKey = () => {
        if (session.keys()[kind] !== key) return;
        setRefused((before) => new Set(before).add(kind));
        session.forget(kind);
        queries.clear();
      };
      return createClient({ key, onRefusedKey });
    };
    return {
      keys,
      clients: { tenant: client('tenant'), operator: client('operator') },
      refused,
      signIn(kind, key) {
        setRefused((before) => new Set([...before].filter((each) => each !== kind)));
        queries.clear();
        session.set(kind, key);
      },
      signOut() {
        session.forget();
        queries.clear();
      },
    };
  }, [keys, queries, refused, session]);
  return <SessionContext value={value}>{children}</SessionContext>;
}

export function useSession(): SessionValue {
  const value = useContext(SessionContext);
  if (!value) throw new Error('useSession needs a SessionProvider around it');
  return value;
}
