// Of the suites that also run on Postgres, those that take the most different ways through a store.
import { defineConfig } from 'vitest/config';
import all from '../vitest.config.ts';

/** They send the database no statement, and get no error from it, that the others do not send and get too: all were logged by file. */
const ALREADY_SENT = [
  'test/e2e/{asymmetric,bad-input,blind-opinions,blind-panel,calibration,evidence,failures,memory}.test.ts',
  'test/e2e/{opinions,oxford,page,panel,person,plan,readiness,review,standard-input,trust,view}.test.ts',
  'test/{e2e/{views,web-pages},engine/{commands,seats},operations/stand-ins,runner/{digest,judges,phases}}.test.ts',
];

export default defineConfig({
  ...all,
  test: {
    ...all.test,
    include: ['e2e', 'engine', 'operations', 'runner'].map((folder) => `test/${folder}/**/*.test.ts`),
    exclude: [...(all.test?.exclude ?? []), ...ALREADY_SENT],
  },
});
