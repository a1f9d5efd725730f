import type { ReactNode } from 'react';
import type { ApiClient } from '../api/client.ts';
import type { KeyKind } from './session.ts';
import { useSession } from './session-context.tsx';
import { SignInPage } from './sign-in-page.tsx';

/** Shows a view with the client it needs, or asks for the key in its place, so that the address stays. */
export function RequireKey({
  kind,
  children,
}: {
  kind: KeyKind;
  children: (client: ApiClient) => ReactNode;
}) {
  const { clients } = useSession();
  const client = clients[kind];
  return client ? children(client) : <SignInPage wanted={kind} />;
}
