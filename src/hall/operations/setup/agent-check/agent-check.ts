// The result of checking an agent: what was seen, whether it may fill seats with that, and where it is kept.
import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as z from 'zod';
import { failureSchema } from '../../../../domain/failures/failures.ts';
import type { AgentSpec } from '../../../config/seat-spec.ts';
import type { Hall } from '../../hall.ts';

const seenSchema = () =>
  z.object({
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
  });

const checkSchema = () =>
  z.object({
    agent: z.string(),
    kind: z.string(),
    version: z.string().nullable(),
    checkedAt: z.string(),
    seen: seenSchema(),
    /** Why it did not pass; empty when it did. */
    problems: z.array(z.string()),
  });

export type AgentCheck = z.infer<ReturnType<typeof checkSchema>>;
export type Seen = AgentCheck['seen'];

const EXECUTED: Readonly<Record<Seen['executed'][number], string>> = {
  shell: 'it ran a shell command for the model',
  read: 'it read a file for the model',
  write: 'it wrote a file for the model',
  fetch: 'it fetched a web page for the model',
};

/** Everything that a seat of a debate must not do. Instruction files and tools that nobody gets to use cost only tokens. */
export function listProblems({ failure, executed, sentFiles, cutAnswer }: Seen): string[] {
  if (failure !== null) return [`it did not answer: ${failure.message.replace(/\.$/, '')}`];
  const keys = sentFiles.filter((file) => /\.ssh|\.env/.test(file));
  return [
    ...executed.map((what) => EXECUTED[what]),
    ...(keys.length === 0 ? [] : [`it sent ${keys.join(' and ')} to the model`]),
    ...(cutAnswer === 'taken-for-whole' ? ['it gave an answer that broke off as a whole one'] : []),
  ];
}

/** Model, effort and limits change nothing about what an agent can do. */
function fingerprint({ kind, settings }: { readonly kind: string; readonly settings: object }): string {
  const { model: _, effort: _e, limits: _l, windowCharacters: _w, ...rest } = settings as Record<string, unknown>;
  const sorted = Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([kind, sorted]))
    .digest('hex')
    .slice(0, 16);
}

/** One file for each agent, version and settings. */
async function findFile(hall: Hall, spec: AgentSpec, version: string | null): Promise<string> {
  const settings = fingerprint((await hall.agents()).describe(spec));
  const name = [spec.agent, version ?? 'any', settings].map(encodeURIComponent).join(' ');
  return join(hall.stateFolder, 'checked-agents', `${name}.json`);
}

export async function keepCheck(hall: Hall, spec: AgentSpec, check: AgentCheck): Promise<void> {
  const file = await findFile(hall, spec, check.version);
  await mkdir(join(hall.stateFolder, 'checked-agents'), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(check, null, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}

/** `undefined` when this version was never checked with these settings. */
async function findCheck(hall: Hall, spec: AgentSpec, version: string | null): Promise<AgentCheck | undefined> {
  try {
    return checkSchema().parse(JSON.parse(await readFile(await findFile(hall, spec, version), 'utf8')));
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
  version: string | undefined,
): Promise<string | undefined> {
  const agents = await hall.agents();
  const { tested } = agents.describe(spec);
  if (tested === undefined || (version !== undefined && tested.includes(version))) return undefined;
  const check = await findCheck(hall, spec, version ?? null);
  if (check?.problems.length === 0) return undefined;
  const name = version === undefined ? spec.agent : `version ${version} of ${spec.agent}`;
  if (check !== undefined) return `${name} did not pass its check: ${check.problems.join('; ')}`;
  const known = tested.length === 0 ? '' : ` (tested: ${tested.join(', ')})`;
  return `${name} has not been checked${known}; "${howToCheck(spec.agent)}" does that in half a minute, without a token`;
}
