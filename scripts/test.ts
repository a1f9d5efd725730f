import { finish, runVitest } from './run-vitest.ts';

/** `npm test`: every test that needs no service of the user's. Arguments go to vitest: `npm test -- packages/queue`. */
finish(await runVitest(process.argv.slice(2)));
