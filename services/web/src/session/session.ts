/** What a key opens: one tenant's tenders, or the operator's views. */
export type KeyKind = 'tenant' | 'operator';

export interface Keys {
  readonly tenant: string | null;
  readonly operator: string | null;
}

export interface Session {
  /** The same object until a key changes. */
  keys(): Keys;
  set(kind: KeyKind, key: string): void;
  /** Without `kind`: all of them. */
  forget(kind?: KeyKind): void;
  /** @returns how to stop listening */
  subscribe(listener: () => void): () => void;
}

const NAMES: Record<KeyKind, string> = { tenant: 'tender.key', operator: 'tender.operatorKey' };

/**
 * The keys of this browser tab. They live as long as the tab (`storage` is its sessionStorage) and go nowhere but into
 * the Authorization header. Where storage is switched off they live as long as the page.
 */
export function createSession(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | null): Session {
  const listeners = new Set<() => void>();
  let keys: Keys = {
    tenant: storage?.getItem(NAMES.tenant) ?? null,
    operator: storage?.getItem(NAMES.operator) ?? null,
  };

  function change(next: Keys): void {
    keys = next;
    for (const listener of listeners) listener();
  }

  return {
    keys: () => keys,
    set(kind, key) {
      storage?.setItem(NAMES[kind], key);
      change({ ...keys, [kind]: key });
    },
    forget(kind) {
      const kinds: KeyKind[] = kind ? [kind] : ['tenant', 'operator'];
      for (const each of kinds) storage?.removeItem(NAMES[each]);
      change({ ...keys, ...Object.fromEntries(kinds.map((each) => [each, null])) });
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** The tab's storage, or null where the browser forbids it. */
export function tabStorage(): Storage | null {
  try {
    return globalThis.sessionStorage;
  } catch {
    return null;
  }
}
