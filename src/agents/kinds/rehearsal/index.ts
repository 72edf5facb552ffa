// The rehearsal agent: no model, but a real program that works through facilitation checklists on the words of a debate.
import { dirname } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import type { SeatTools } from '../../../material/reading/seat-tools.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import type { Agent, AgentKind, AgentPorts, AskOptions, Prompt, Reply } from '../../agent.ts';
import { programEnvironment } from '../../cli/environment.ts';
import { packageProgramArgv } from '../../cli/package-program.ts';
import { createOneShotSession } from '../../session/one-shot-session.ts';
import type { Request } from './child/sheet.ts';
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

function createRequest(prompt: Prompt, options: RehearsalOptions, misbehaves: boolean): Request {
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
    ...(prompt.step.sample === undefined ? {} : { sample: prompt.step.sample(readTopic(prompt.topic).subject) }),
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

  async function ask(prompt: Prompt, { signal, onText }: AskOptions, tools: SeatTools | undefined): Promise<Reply> {
    const { seat } = prompt.step;
    if (tools !== undefined) await rehearseLooking(tools, seat);
    const call = (calls.get(seat) ?? 0) + 1;
    calls.set(seat, call);
    const startedAt = ports.clock.elapsed();
    let heard: ReadOutput = { partial: '', result: undefined };
    const running = ports.processes.start({
      argv,
      env,
      // Not the person's folder: the program reads no file there, and the folder may go while it runs.
      cwd: dirname(argv.at(-1) ?? '.'),
      stdin: JSON.stringify(createRequest(prompt, options, options.onCall === undefined || options.onCall === call)),
      limits: options.limits,
      signal,
      onLine: (text) => {
        const line = parseLine(text);
        if (line?.type === 'text') {
          heard = { firstTextMs: ports.clock.elapsed() - startedAt, ...heard, partial: heard.partial + line.text };
          onText(line.text);
        } else if (line !== undefined) {
          heard = { ...heard, result: line };
        }
      },
    });
    return buildReply(argv, await running.result, heard);
  }

  return {
    ref: { agent: name, kind: 'rehearsal', rehearsal: true },
    usesTools: true,
    probe: async () => ({
      usable: true,
      path: process.execPath,
      notes: ['calls no model, so it knows nothing about the subject'],
    }),
    plan: () => ({ argv, env: Object.keys(env).sort(), stdin: 'prompt' }),
    open: async (_seat, { tools } = {}) =>
      createOneShotSession(async (prompt, options) => await ask(prompt, options, tools)),
  };
}

export const agentKind: AgentKind<RehearsalOptions> = {
  kind: 'rehearsal',
  title: 'Rehearsal (no model)',
  vendor: undefined,
  options: rehearsalOptions,
  builtIn: { rehearsal: { settings: {}, seatable: false } },
  create: createRehearsal,
};
