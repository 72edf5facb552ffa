// The built program, which is what users run, and plain programs of this folder: types from the sources, code as it runs.
import { fileURLToPath } from 'node:url';

const DIST = new URL('../dist/', import.meta.url);
const PROGRAMS = new URL('./programs/', import.meta.url);

export const CLI = fileURLToPath(new URL('cli/start.cjs', DIST));
export const SERVER = fileURLToPath(new URL('mcp/main.cjs', DIST));
export const programPath = (name: string) => fileURLToPath(new URL(name, PROGRAMS));

const load = async <T>(module: string, folder = DIST): Promise<T> => (await import(new URL(module, folder).href)) as T;

export const {
  openHall,
  openDebate,
  runDebate: runThread,
  verifyDebate,
  watchDebate,
} = await load<typeof import('../src/index.ts')>('index.js');

export interface Call {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly stdin: string;
}
export const { bareLoop } = await load<{ bareLoop(calls: readonly Call[]): Promise<void> }>('bare-loop.mjs', PROGRAMS);

type Turn = Extract<import('../src/ledger/engine/commands.ts').Command, { type: 'record' }>;
export const { turn, ENDLESS } = await load<{
  turn(number: number, characters: number, letters?: 'plain' | 'typographic'): Turn;
  ENDLESS: { maxTurns: number; maxRounds: number };
}>('turns.mjs', PROGRAMS);

export const { exporter: htmlExporter } = await load<typeof import('../src/exchange/exporters/html/index.ts')>(
  'exchange/exporters/html/index.cjs',
);
