// How tests start what others have written to test MCP servers with: under Node 24, as it needs a newer Node than the project does.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { KEPT_CODE } from '../support/kept-code.ts';

const TESTS = join(import.meta.dirname, '..');
const PACKED = join(TESTS, 'nodes', 'node_modules', 'node-24', 'bin', 'node');

/** Where none is packed for this machine, the Node of the tests has to be new enough. */
const program = existsSync(PACKED) ? PACKED : process.execPath;

/** Each start of them finds the code that an earlier one has compiled. */
const env = { ...process.env, NODE_COMPILE_CACHE: join(KEPT_CODE, 'mcp-suites') };

/** What starts the program that is this file below `node_modules` of `test/mcp/suites`. */
export const suiteCommand = (file) => ({
  program,
  args: [join(TESTS, 'mcp', 'suites', 'node_modules', file)],
  env,
});
