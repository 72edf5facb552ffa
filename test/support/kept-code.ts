// Where the programs that tests start keep their compiled code: one folder for all, since every test has a HOME of its own.
import { fileURLToPath } from 'node:url';

export const KEPT_CODE = fileURLToPath(new URL('../../node_modules/.cache/debate-hall', import.meta.url));
