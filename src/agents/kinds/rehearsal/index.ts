// The rehearsal agent: no model, but a real program that works through facilitation checklists on the words of a debate.
import { dirname } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import { PICTURE_TYPES } from '../../../domain/pictures.ts';
import type { SeatTools } from '../../../material/reading/seat-tools.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import type { Agent, AgentKind, AgentPorts, AskOptions, OpenOptions, Prompt, Reply, Workspace } from '../../agent.ts';
import { programEnvironment } from '../../cli/environment.ts';
import { packageProgramArgv } from '../../cli/package-program.ts';
import { namePictures } from '../../pictures.ts';
import { createOneShotSession } from '../../session/one-shot-session.ts';
import type { Place, Request } from './child/sheet.ts';
import { readTopic } from './child/topic.ts';
import { type RehearsalOptions, rehearsalOptions } from './options.ts';
import { buildReply, parseLine, type ReadOutput } from './reply.ts';

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
function listPlaces(opening: string, sample: string): readonly Place[] {
  const { answers } = JSON.parse(sample) as {
    readonly answers: readonly { readonly id: string; readonly answer: string }[];
  };
  const fixed = new Set(answers.filter(({ answer }) => answer === 'fixed').map(({ id }) => id));
  return [...opening.matchAll(FINDING)]
    .map(([, id = '', file = '', line]) => ({ id, file, line: line === undefined ? null : Number(line) }))
    .filter(({ id }) => fixed.has(id));
}

interface Asked {
  readonly prompt: Prompt;
  readonly options: RehearsalOptions;
  readonly misbehaves: boolean;
  readonly workspace: Workspace | undefined;
}

function createRequest({ prompt, options, misbehaves, workspace }: Asked): Request {
  const sample = prompt.step.sample?.(readTopic(prompt.topic).subject);
  return {
    seed: options.seed ?? sha256Hex(prompt.topic).slice(0, 16),
    seat: prompt.step.seat,
    task: prompt.step.task,
    values: prompt.step.values,
    topic: prompt.topic,
    transcript: prompt.transcript.map(({ title, seat, text }) => ({
      title,
      ...defined({ seat, text }),
    })),
    ...defined({ sample }),
    ...(workspace === undefined || sample === undefined
      ? {}
      : { work: { folder: workspace.folder, places: listPlaces(prompt.opening, sample) } }),
    vote: options.vote,
    wordsPerSecond: options.wordsPerSecond,
    ...(misbehaves && options.misbehave !== undefined ? { misbehave: options.misbehave } : {}),
  };
}

function createRehearsal(name: string, options: RehearsalOptions, ports: AgentPorts): Agent {
  const argv = packageProgramArgv('agents/kinds/rehearsal/child/main');
  const env = programEnvironment({ from: ports.env, settings: {} });
  /** Calls of each seat so far. */
  const calls = new Map<string, number>();

  async function ask(prompt: Prompt, { signal, onText }: AskOptions, opened: OpenOptions): Promise<Reply> {
    const { tools, workspace } = opened;
    const { seat } = prompt.step;
    if (tools !== undefined) await rehearseLooking(tools, seat);
    const call = (calls.get(seat) ?? 0) + 1;
    calls.set(seat, call);
    const startedAt = ports.clock.elapsed();
    let output: ReadOutput = { partial: '', result: undefined };
    const running = ports.processes.start({
      argv,
      env,
      // Not the person's folder: the program reads no file there, and the folder may go while it runs.
      cwd: dirname(argv.at(-1) ?? '.'),
      stdin: JSON.stringify(
        createRequest({
          prompt,
          options,
          misbehaves: options.onCall === undefined || options.onCall === call,
          workspace,
        }),
      ),
      limits: options.limits,
      signal,
      onLine: (text) => {
        const line = parseLine(text);
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
