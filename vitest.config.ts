import { defineConfig } from 'vitest/config';

/**
 * Two projects. `packages` holds unit and integration tests beside the code they test; they may run side by
 * side. `e2e` starts whole processes and takes one file at a time, since two cores are shared.
 * Both use the one Postgres cluster that `test/postgres.ts` starts (or TEST_DATABASE_URL).
 */
export default defineConfig({
  test: {
    globalSetup: ['./test/postgres.ts'],
    testTimeout: 60_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'packages',
          include: [
            'packages/*/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'infra/local/src/**/*.test.ts',
            'test/**/*.test.ts',
          ],
          exclude: ['packages/e2e/**', '**/node_modules/**'],
          pool: 'forks',
          maxWorkers: 2,
        },
      },
      {
        extends: true,
        test: {
          name: 'e2e',
          include: ['packages/e2e/src/**/*.test.ts'],
          pool: 'forks',
          fileParallelism: false,
          maxWorkers: 1,
          testTimeout: 300_000,
          hookTimeout: 300_000,
        },
      },
    ],
  },
});
