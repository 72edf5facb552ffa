// Every agent that npm has, with what makes it one of the hall: its program, and settings where it comes with none.
import { fileURLToPath } from 'node:url';

export interface Candidate {
  /** The name that the hall knows it by. */
  readonly agent: string;
  /** What the program is called, and the file that it is. */
  readonly program: string;
  readonly file: string;
  /** Beyond those that it comes with. */
  readonly settings?: Readonly<Record<string, unknown>>;
  /** Said beside its name. */
  readonly form?: string;
}

const of = (folder: string) => (path: string) =>
  fileURLToPath(new URL(`${folder}/node_modules/${path}`, import.meta.url));
const here = of('.');
const real = of('../../real-clis');

const ONE_SHOT = { form: 'one-shot', settings: { transport: 'one-shot' } };
const claude = { agent: 'claude', program: 'claude', file: real('.bin/claude') };
const codex = { agent: 'codex', program: 'codex', file: real('.bin/codex') };
const gemini = { agent: 'gemini', program: 'gemini', file: real('.bin/gemini') };
const pi = { agent: 'pi', program: 'pi' };

export const CANDIDATES: readonly Candidate[] = [
  claude,
  { ...claude, ...ONE_SHOT },
  { ...claude, file: here('claude-before/bin/claude.exe') },
  codex,
  { ...codex, ...ONE_SHOT },
  gemini,
  { ...gemini, ...ONE_SHOT },
  { ...pi, file: here('@earendil-works/pi-coding-agent/dist/cli.js') },
  { ...pi, file: here('pi-before/dist/cli.js') },
  { agent: 'copilot-acp', program: 'copilot', file: here('.bin/copilot') },
  { agent: 'kilo-acp', program: 'kilo', file: here('@kilocode/cli-linux-x64/bin/kilo') },
  { agent: 'opencode-acp', program: 'opencode', file: real('opencode-linux-x64/bin/opencode') },
  { agent: 'qwen-acp', program: 'qwen', file: here('.bin/qwen') },
];

/** Some want a newer Node than the hall. */
export const NODE = of('../../nodes')('node-24/bin');
