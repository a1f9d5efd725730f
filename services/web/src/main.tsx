import './ui/mantine.css';
import './ui/tokens.css';
import { MantineProvider } from '@mantine/core';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { isPassing } from './api/problem.ts';
import { createAppRouter } from './router.tsx';
import { createSession, tabStorage } from './session/session.ts';
import { SessionProvider } from './session/session-context.tsx';
import { theme } from './ui/theme.ts';

const root = document.getElementById('root');
if (!root) throw new Error('index.html has no #root');

const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: (failures, error) => failures < 2 && isPassing(error), staleTime: 1_000 },
  },
});

createRoot(root).render(
  <StrictMode>
    <MantineProvider
      theme={theme}
      defaultColorScheme="auto"
      withCssVariables={false}
      withGlobalClasses={false}
    >
      <QueryClientProvider client={queries}>
        <SessionProvider session={createSession(tabStorage())}>
          <RouterProvider router={createAppRouter()} />
        </SessionProvider>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
