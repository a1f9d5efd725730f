import { finish, runVitest } from './run-vitest.ts';

/**
 * `npm run test:s3`: the object store's contract against the S3 server named by S3_ENDPOINT, S3_BUCKET,
 * S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY. It makes the bucket where it isn't there and removes what it wrote.
 */
const missing = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'].filter(
  (name) => !process.env[name],
);
if (missing.length > 0) {
  process.stderr.write(`${missing.join(', ')} not set: they should name an S3 server to test against.\n`);
  process.exitCode = 1;
} else {
  finish(await runVitest(['--config', 'packages/storage/vitest.s3.config.ts', ...process.argv.slice(2)]));
}
