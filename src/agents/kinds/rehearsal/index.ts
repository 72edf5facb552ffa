// The rehearsal agent: no model, but a real program that says what the format has ready as a sample.
import { dirname } from 'node:path';
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { createRandom, hashText } from '../../../domain/draws.ts';
import { FAILURES, type Failure, type FailureCode, toPlainFailure } from '../../../domain/failures/failures.ts';
import { parseJson } from '../../../domain/parse-json.ts';
import { PICTURE_TYPES } from '../../../domain/pictures.ts';
import { classifyTopic } from '../../../domain/question/classify.ts';
import { cutTitle } from '../../../domain/words/cut-line.ts';
import type { Rehearsal } from '../../../formats/common/rehearsal.ts';
import type { SeatTools } from '../../../material/reading/seat-tools.ts';
import type { ProcessResult } from '../../../process/process.ts';
import type {
  Agent,
  AgentKind,
  AgentPorts,
  AskOptions,
  OpenOptions,
  Prompt,
  Reply,
  ReplyDetails,
  Workspace,
} from '../../agent.ts';
import { programEnvironment } from '../../cli/environment.ts';
import { packageProgramArgv } from '../../cli/package-program.ts';
import { processFailure } from '../../failures/process-failure.ts';
import { namePictures } from '../../pictures.ts';
import { createOneShotSession } from '../../session/one-shot-session.ts';
import type { Request } from './child/main.ts';
import type { FindingPlace } from './child/work.ts';
import { type RehearsalOptions, rehearsalOptions } from './options.ts';

const lineSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('answer'), text: z.string() }),
  z.object({
    type: z.literal('failure'),
    code: z.enum(Object.keys(FAILURES) as [FailureCode, ...FailureCode[]]),
    message: z.string(),
    retryAfterMs: z.int().min(0).optional(),
  }),
]);

interface ReadOutput {
  /** What was streamed. */
  readonly partial: string;
  /** The last line that was an answer or a failure. */
  readonly result: Exclude<z.infer<typeof lineSchema>, { type: 'text' }> | undefined;
  readonly firstTextMs?: number;
}

function buildReply(argv: readonly string[], ended: ProcessResult, output: ReadOutput): Reply {
  const { partial, result } = output;
  const completeDespite = result?.type === 'answer' && !(ended.end.reason === 'exited' && ended.end.code === 0);
  const details: ReplyDetails = {
    argv,
    durationMs: Math.round(ended.durationMs),
    ...(output.firstTextMs === undefined ? {} : { firstTextMs: Math.round(output.firstTextMs) }),
    usage: { costMicroUsd: 0 },
    notes: completeDespite ? [`the answer was complete, but the program ${describeEnd(ended)}`] : [],
  };
  const failed = (failure: Failure, retryAfterMs?: number): Reply => ({
    ...{ status: 'failed', failure, ...defined({ retryAfterMs, partial: partial || undefined }), details },
  });

  if (result?.type === 'answer') {
    if (result.text.trim() === '') return failed({ code: 'empty', message: 'The rehearsal said nothing.' });
    return { status: 'answered', text: result.text, details };
  }
  if (result?.type === 'failure') return failed(toPlainFailure(result), result.retryAfterMs);
  if (ended.end.reason === 'exited' && ended.end.code === 0) {
    return failed({ code: 'unreadable', message: 'The rehearsal ended without a readable result.' });
  }
  return failed(processFailure('rehearsal', ended, (text) => text));
}

function describeEnd({ end }: ProcessResult): string {
  return end.reason === 'exited' ? `ended with exit code ${end.code}` : `was ended (${end.reason})`;
}

const LINES = 20;

/** What a rehearsal looks up: the list of files, and the beginning of one of them, another one for each seat. */
async function rehearseLooking({ call }: SeatTools, seat: string): Promise<void> {
  const { texts, isError } = await call('list_files', {});
  if (isError) return;
  const names = (texts[0] ?? '').split('\n').filter((line) => !/^(?:<<<|\()/.test(line));
  const name = names[[...seat].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % Math.max(1, names.length)];
  if (name !== undefined) await call('read_file', { path: name, lines: LINES });
}

const FINDING = /^- (R\d+-F\d+) \[P[012]\] .*\(([^()\n]+?)(?::(\d+))?\)$/gm;

/** Where the findings are that the sample calls fixed. */
function listPlaces(opening: string, sample: string): readonly FindingPlace[] {
  const { answers } = JSON.parse(sample) as {
    readonly answers: readonly { readonly id: string; readonly answer: string }[];
  };
  const fixed = new Set(answers.filter(({ answer }) => answer === 'fixed').map(({ id }) => id));
  return [...opening.matchAll(FINDING)]
    .map(([, id = '', file = '', line]) => ({ id, file, line: line === undefined ? null : Number(line) }))
    .filter(({ id }) => fixed.has(id));
}

/** By seed, Wall is against the first version of every second topic. */
function drawVote({ topic, step }: Prompt, seed = topic): RehearsalOptions['vote'] {
  return step.seat === 'wall' && createRandom(hashText(seed))() >= 0.5 ? 'reject-once' : 'approve';
}

/** In characters. */
const LONGEST_QUESTION = 110;

function writeAnswer(prompt: Prompt, { vote: asSet, seed }: RehearsalOptions): string {
  const { topic, step } = prompt;
  const vote = asSet === 'by-seed' ? drawVote(prompt, seed) : asSet;
  const rehearsal: Rehearsal = {
    question: `“${cutTitle(topic, LONGEST_QUESTION)}”`,
    alternatives: classifyTopic(topic).options ?? [],
    rejects: (version) => vote === 'reject' || (vote === 'reject-once' && version === 1),
  };
  return step.sample?.(rehearsal) ?? 'This is a rehearsal: no model was called.';
}

function createRequest(
  prompt: Prompt,
  options: RehearsalOptions,
  misbehaves: boolean,
  workspace: Workspace | undefined,
): Request {
  const answer = writeAnswer(prompt, options);
  return {
    answer,
    ...(workspace && { work: { folder: workspace.folder, places: listPlaces(prompt.opening, answer) } }),
    wordsPerSecond: options.wordsPerSecond,
    ...(misbehaves && options.misbehave !== undefined ? { misbehave: options.misbehave } : {}),
  };
}

function createRehearsal(name: string, options: RehearsalOptions, ports: AgentPorts): Agent {
  const argv = packageProgramArgv('agents/kinds/rehearsal/child/main');
  const env = programEnvironment({ from: ports.env, settings: {} });
  const calls = new Map<string, number>();

  async function ask(prompt: Prompt, { signal, onText }: AskOptions, opened: OpenOptions): Promise<Reply> {
    const { tools, workspace } = opened;
    const { seat } = prompt.step;
    if (tools !== undefined) await rehearseLooking(tools, seat);
    const call = (calls.get(seat) ?? 0) + 1;
    calls.set(seat, call);
    const misbehaves = options.onCall === undefined || options.onCall === call;
    const startedAt = ports.clock.elapsed();
    let output: ReadOutput = { partial: '', result: undefined };
    const running = ports.processes.start({
      argv,
      env,
      // Not the person's folder: the program reads no file there, and the folder may go while it runs.
      cwd: dirname(argv.at(-1) ?? '.'),
      stdin: JSON.stringify(createRequest(prompt, options, misbehaves, workspace)),
      limits: options.limits,
      signal,
      onLine: (text) => {
        const line = lineSchema.safeParse(parseJson(text)).data;
        if (line?.type === 'text') {
          output = { firstTextMs: ports.clock.elapsed() - startedAt, ...output, partial: output.partial + line.text };
          onText(line.text);
        } else if (line !== undefined) {
          output = { ...output, result: line };
        }
      },
    });
    const reply = buildReply(argv, await running.result, output);
    return { ...reply, details: { ...reply.details, ...namePictures(prompt.pictures?.given ?? []) } };
  }

  return {
    ref: { agent: name, kind: 'rehearsal', rehearsal: true },
    usesTools: true,
    sees: PICTURE_TYPES,
    works: true,
    probe: async () => ({
      usable: true,
      path: process.execPath,
      notes: ['calls no model, so it knows nothing about the subject'],
    }),
    plan: () => ({ argv, env: Object.keys(env).sort(), stdin: 'prompt' }),
    open: async (_seat, opened = {}) =>
      createOneShotSession(async (prompt, options) => await ask(prompt, options, opened)),
  };
}

export const agentKind: AgentKind<RehearsalOptions> = {
  kind: 'rehearsal',
  title: 'Rehearsal (no model)',
  options: rehearsalOptions,
  builtIn: { rehearsal: { settings: {}, seatable: false } },
  create: createRehearsal,
};
