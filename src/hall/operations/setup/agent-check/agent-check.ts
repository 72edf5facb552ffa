// The result of checking an agent: what was seen, whether it may fill seats with that, and where it is kept.
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';
import type { Probe } from '../../../../agents/agent.ts';
import { failureSchema } from '../../../../domain/failures/failures.ts';
import { placeError, requireHome } from '../../../../domain/failures/storage-error.ts';
import { joinWords } from '../../../../domain/words/format-figures.ts';
import { sha256Hex } from '../../../../support/canonical.ts';
import type { AgentSpec } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';

export const agentCheckSchema = () =>
  z.object({
    agent: z.string(),
    kind: z.string(),
    version: z.string().nullable(),
    /** Stands for everything in its settings that changes what it can do. */
    settings: z.string(),
    /** What its program ran in; `null` for what is no program. */
    sandbox: z.enum(['bubblewrap', 'none']).nullable(),
    checkedAt: z.string(),
    seen: z.object({
      /** Why not even the first question was answered. */
      failure: failureSchema().nullable(),
      /** The protocol in which it asked its model. */
      dialect: z.string().nullable(),
      /** Every tool that it declared to the model. */
      tools: z.array(z.string()),
      executed: z.array(z.enum(['shell', 'read', 'write', 'fetch'])),
      /** Why the question was not answered whose model called every tool. */
      afterTools: failureSchema().nullable(),
      /** Planted files whose content reached the model. */
      sentFiles: z.array(z.string()),
      /** System prompt and declared tools that are not the hall's, in characters. */
      ownCharacters: z.number(),
      requestsPerQuestion: z.number(),
      /** Tokens are reported for each question, as a sum since the session began, or not at all. */
      usage: z.enum(['question', 'sum', 'none']),
      staysForDebate: z.boolean(),
      /** What becomes of an answer whose response ends early, as if all was well. */
      cutAnswer: z.enum(['noticed', 'asked-again', 'taken-for-whole']).nullable(),
      /** How long it took to end while its model said nothing. */
      cancelMs: z.number().nullable(),
      firstAnswerMs: z.number(),
      durationMs: z.number(),
    }),
    /** Why it did not pass; empty when it did. */
    problems: z.array(z.string()),
  });

export type AgentCheck = z.infer<ReturnType<typeof agentCheckSchema>>;
export type Seen = AgentCheck['seen'];

const EXECUTED: Readonly<Record<Seen['executed'][number], string>> = {
  shell: 'it ran a shell command for the model',
  read: 'it read a file for the model',
  write: 'it wrote a file for the model',
  fetch: 'it fetched a web page for the model',
};

/** Everything that a seat of a debate must not do. Instruction files and tools that nobody gets to use cost only tokens. */
export function listProblems({ failure, executed, sentFiles, cutAnswer, requestsPerQuestion }: Seen): string[] {
  if (failure !== null) return [`it did not answer: ${failure.message.replace(/\.$/, '')}`];
  if (requestsPerQuestion === 0)
    return [
      'it answered without asking the model on this machine, so nothing was seen: "loopback" in its settings leads it there',
    ];
  const keys = sentFiles.filter((file) => /\.ssh|\.env/.test(file));
  return [
    ...executed.map((what) => EXECUTED[what]),
    ...(keys.length === 0 ? [] : [`it sent ${joinWords(keys)} to the model`]),
    ...(cutAnswer === 'taken-for-whole' ? ['it gave an answer that broke off as a whole one'] : []),
  ];
}

/** Settings that change nothing about what an agent can do; its sandbox counts as it was found, not as it was wanted. */
const HARMLESS = [
  'model',
  'effort',
  'limits',
  'windowCharacters',
  'vendor',
  'tested',
  'loopback',
  'baseUrl',
  'sandbox',
];

export function fingerprint({ kind, settings }: { readonly kind: string; readonly settings: object }): string {
  const sorted = Object.entries(settings)
    .filter(([name]) => !HARMLESS.includes(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return sha256Hex(JSON.stringify([kind, sorted])).slice(0, 16);
}

type Checked = Pick<AgentCheck, 'agent' | 'version' | 'settings' | 'sandbox'>;

/** One file for each agent, version, settings and what it runs in. */
function findFile(hall: Hall, { agent, version, settings, sandbox }: Checked): string {
  const name = [agent, version ?? 'any', settings, sandbox ?? 'service'].map(encodeURIComponent).join(' ');
  return join(requireHome(hall.stateFolder), 'checked-agents', `${name}.json`);
}

export async function keepCheck(hall: Hall, check: AgentCheck): Promise<void> {
  const file = findFile(hall, check);
  try {
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    const { default: writeFileAtomic } = await import('write-file-atomic');
    await writeFileAtomic(file, `${JSON.stringify(check, null, 2)}\n`, { mode: 0o600 });
  } catch (error) {
    throw placeError(error, `write to ${dirname(file)}`, 'state');
  }
}

/** `undefined` when this version was never checked with these settings. */
async function findCheck(hall: Hall, checked: Checked): Promise<AgentCheck | undefined> {
  try {
    return agentCheckSchema().parse(JSON.parse(await readFile(findFile(hall, checked), 'utf8')));
  } catch {
    return undefined;
  }
}

export const howToCheck = (agent: string) => `debate-hall doctor --agent ${agent} --loopback`;

/**
 * Why nobody knows yet what this version does beside answering, or what a check has seen it do; `undefined` for one that passed,
 * that the hall was tested with, or that asks no model.
 */
export async function describeUnchecked(
  hall: Hall,
  spec: AgentSpec,
  { version, sandbox }: Pick<Probe, 'version' | 'sandbox'>,
): Promise<string | undefined> {
  const { tested, ...described } = (await hall.agents()).describe(spec);
  if (tested === undefined || (version !== undefined && tested.includes(version))) return undefined;
  const settings = fingerprint(described);
  const checked = { agent: spec.agent, version: version ?? null, settings, sandbox: sandbox ?? null };
  const check = await findCheck(hall, checked);
  if (check?.problems.length === 0) return undefined;
  const name = version === undefined ? spec.agent : `version ${version} of ${spec.agent}`;
  if (check !== undefined) return `${name} did not pass its check: ${check.problems.join('; ')}`;
  const known = tested.length === 0 ? '' : ` (tested: ${tested.join(', ')})`;
  return `${name} has not been checked${known}; "${howToCheck(spec.agent)}" does that in half a minute, without a token`;
}
