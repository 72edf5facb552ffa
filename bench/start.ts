// How long a command takes that does nothing: the CLI's --version against a bare node.
import { spawnSync } from 'node:child_process';
import { CLI } from './built.ts';
import { interleave, timed } from './measure.ts';
import { type Row, ratioRow } from './report.ts';

const node = (...args: string[]) =>
  timed(() => {
    const { status } = spawnSync(process.execPath, args);
    if (status !== 0) throw new Error(`node ${args.join(' ')} ended with ${status}.`);
  });

export async function measureStart(): Promise<Row[]> {
  const times = await interleave({ ours: () => node(CLI, '--version'), bare: () => node('-e', '0') }, 25);
  return [ratioRow('`--version` against `node -e 0`', times.ours, times.bare, 1.5)];
}
