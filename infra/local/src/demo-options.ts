import { parseArgs } from 'node:util';
import { z } from 'zod';

/** What `npm run demo -- …` was asked for. */
export interface DemoOptions {
  once: boolean;
  samples: boolean;
  port: number;
  json: boolean;
  dataDir: string;
}

export const USAGE = `npm run demo -- [--once] [--no-samples] [--port N] [--json] [--data DIR]

  --once         end when the samples are done; exit code 1 if one failed
  --no-samples   upload nothing
  --port N       of the API and the dashboard (default 8080; 0 takes a free one)
  --json         one line of JSON per event; the first has url, apiKey and operatorKey
  --data DIR     where database and documents are kept (default .demo-data)

DATABASE_URL takes a PostgreSQL of your own, S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY an object store.`;

/** @throws TypeError that says which argument is wrong */
export function demoOptions(args: string[]): DemoOptions {
  const { values } = parseArgs({
    args,
    options: {
      once: { type: 'boolean', default: false },
      'no-samples': { type: 'boolean', default: false },
      port: { type: 'string', default: '8080' },
      json: { type: 'boolean', default: false },
      data: { type: 'string', default: '.demo-data' },
    },
  });
  const port = z.coerce.number().int().min(0).max(65_535).safeParse(values.port);
  if (!port.success) throw new TypeError(`--port should be a number from 0 to 65535, not '${values.port}'`);
  return {
    once: values.once,
    samples: !values['no-samples'],
    port: port.data,
    json: values.json,
    dataDir: values.data,
  };
}
