import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  useNavigate,
} from '@tanstack/react-router';
import { Shell } from './layout/shell.tsx';
import { RequireKey } from './session/require-key.tsx';
import { SignInPage } from './session/sign-in-page.tsx';
import { readTenderSearch } from './tenders/tender-search.ts';
import { TendersPage } from './tenders/tenders-page.tsx';
import { Empty, Problem } from './ui/states.tsx';

/** Every view has an address. The list comes with the first load; the others when they are opened. */
const root = createRootRoute({
  component: Shell,
  notFoundComponent: () => <Empty title="There is no such page">The address may have been cut off.</Empty>,
  errorComponent: ({ error, reset }) => <Problem error={error} title="This view failed" onRetry={reset} />,
});

const home = createRoute({
  getParentRoute: () => root,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/tenders' });
  },
});

const signIn = createRoute({
  getParentRoute: () => root,
  path: '/sign-in',
  component: function SignIn() {
    const navigate = useNavigate();
    return (
      <SignInPage
        wanted="tenant"
        onSignedIn={(kind) => void navigate({ to: kind === 'tenant' ? '/tenders' : '/workers' })}
      />
    );
  },
});

const tenders = createRoute({
  getParentRoute: () => root,
  path: '/tenders',
  component: () => <RequireKey kind="tenant">{(client) => <TendersPage client={client} />}</RequireKey>,
});

const tender = createRoute({
  getParentRoute: () => root,
  path: '/tenders/$tenderId',
  validateSearch: readTenderSearch,
  component: lazyRouteComponent(() => import('./tenders/tender-route.tsx'), 'TenderRoute'),
});

const workers = createRoute({
  getParentRoute: () => root,
  path: '/workers',
  component: lazyRouteComponent(() => import('./operations/workers-page.tsx'), 'WorkersRoute'),
});

const queue = createRoute({
  getParentRoute: () => root,
  path: '/queue',
  component: lazyRouteComponent(() => import('./operations/queue-page.tsx'), 'QueueRoute'),
});

export function createAppRouter() {
  return createRouter({
    routeTree: root.addChildren([home, signIn, tenders, tender, workers, queue]),
    defaultPreload: 'intent',
    scrollRestoration: true,
  });
}

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createAppRouter>;
  }
}
