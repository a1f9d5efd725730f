import { defineConfig } from 'vitest/config';

/** The contract suite against the S3 server that S3_* name; apart from `npm test`, which needs no server. */
export default defineConfig({
  root: import.meta.dirname,
  test: { include: ['src/**/*.s3test.ts'], testTimeout: 120_000, hookTimeout: 120_000 },
});
