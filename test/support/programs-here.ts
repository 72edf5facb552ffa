// Stands in for src/process/process-runner.ts where a hall is composed inside the process of the tests; see vitest.config.ts.
// Programs that do nothing but answer are called, which costs a hundredth of a start. Everything else is started.
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { rehearsalOptions } from '../../src/agents/kinds/rehearsal/options.ts';
import { openWatchdog } from '../../src/process/cleanup/cleanup-list.ts';
import type { ProcessRequest, ProcessResult, RunningProcess } from '../../src/process/process.ts';
import { createProcessRunner as createRealRunner } from '../../src/process/process-runner.ts';

/** What a program says before it ends. */
interface Said {
  readonly stdout?: string;
  readonly stderr?: string;
  readonly code?: number;
}

type Call = () => Said | Promise<Said>;

const REHEARSAL = 'agents/kinds/rehearsal/child/main.cjs';
/** Those of test/fakes that are a function. */
const FAKES = [
  ...['takes-a-seat.mjs', 'holds-an-answer.mjs', 'reviews-change.mjs', 'looks-up.mjs'],
  'knows-some-answers.mjs',
  'asks-a-model.mjs',
];

const { wordsPerSecond: usualPace } = rehearsalOptions.parse({});

/** Not where somebody chose how slow it is: such a test stops it, or looks while it speaks. Nor where it changes files. */
function callRehearsal(stdin: string): Call | undefined {
  const request = JSON.parse(stdin);
  if (request.misbehave !== undefined || request.work !== undefined || ![0, usualPace].includes(request.wordsPerSecond))
    return undefined;
  const lines = ['text', 'answer'].map((type) => `${JSON.stringify({ type, text: request.answer })}\n`);
  return () => ({ stdout: lines.join('') });
}

/** Not where it waits, as such a test stops it, or the hall; nor where its process is what the test is about. */
function callFake(file: string, args: readonly string[], { stdin, env, signal }: ProcessRequest): Call | undefined {
  const told = JSON.parse(args.at(-1) ?? '');
  if (told.until !== undefined || told.delayMs !== undefined || told.isStarted === true) return undefined;
  return async () => await (await import(pathToFileURL(file).href)).answer(told, stdin, { args, env, signal });
}

function findCall(request: ProcessRequest): Call | undefined {
  const { argv, stdin } = request;
  const [program, file = '', ...args] = argv;
  if (program !== process.execPath || stdin === undefined) return undefined;
  if (file.endsWith(REHEARSAL)) return callRehearsal(stdin);
  const isFake = path.basename(path.dirname(file)) === 'fakes' && FAKES.includes(path.basename(file));
  return isFake ? callFake(file, args, request) : undefined;
}

async function runHere(call: Call, { onLine, signal }: ProcessRequest): Promise<ProcessResult> {
  const { stdout = '', stderr = '', code = 0 } = signal.aborted ? {} : await call();
  if (signal.aborted) return { end: { reason: 'cancelled' }, stdout: '', stderrTail: '', durationMs: 0 };
  for (const line of stdout.split('\n').slice(0, -1)) onLine?.(line);
  return { end: { reason: 'exited', code }, stdout, stderrTail: stderr, durationMs: 1 };
}

// One for all halls of this process, instead of one for each that starts a program a while after the last.
openWatchdog(2_000);

export const createProcessRunner: typeof createRealRunner = (options) => {
  const runner = createRealRunner(options);
  return {
    ...runner,
    start(request): RunningProcess {
      const call = request.sandbox === undefined ? findCall(request) : undefined;
      return call === undefined ? runner.start(request) : { result: runHere(call, request), stop: () => {} };
    },
  };
};
