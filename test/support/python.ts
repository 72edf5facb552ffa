// Python itself: the shim of a version manager on the path takes longer to find it than it takes to start.
import { execFileSync, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const { stdout } = spawnSync('python3', ['-c', 'import sys; print(sys.executable)'], { encoding: 'utf8' });

export const PYTHON = stdout?.trim() || 'python3';

const VERIFY_BATCH = fileURLToPath(new URL('verify_batch.py', import.meta.url));

interface Ledger {
  readonly data: Buffer | string;
  readonly head: string | null;
}

/** The first problem that docs/examples/verify_ledger.py finds in each of the ledgers; all in one start, without other packages. */
export function verifyInPython(ledgers: readonly Ledger[]): (string | null)[] {
  const input = ledgers.map(({ data, head }) => JSON.stringify({ data: Buffer.from(data).toString('base64'), head }));
  const output = execFileSync(PYTHON, ['-S', VERIFY_BATCH], {
    input: input.join('\n'),
    maxBuffer: 1 << 26,
    encoding: 'utf8',
  });
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as string | null);
}
