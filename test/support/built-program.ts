// Stands in for src/agents/cli/package-program.ts; see vitest.config.ts.
import { fileURLToPath } from 'node:url';

export function packageProgramArgv(path: string): [string, ...string[]] {
  return [process.execPath, fileURLToPath(new URL(`../../dist/${path}.cjs`, import.meta.url))];
}
