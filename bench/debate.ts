// A debate of 12 turns whose agents answer at once, against a bare loop that starts the same 12 programs.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProcessRequest } from '../src/process/process.ts';
import { bareLoop, type Call, CLI, openDebate, programPath, runThread } from './built.ts';
import { interleave, timed } from './measure.ts';
import { type Row, ratioRow } from './report.ts';
import { type TemporaryHall, temporaryHall } from './temporary-hall.ts';

const TOPIC = 'Should we rewrite our backend in Rust?';
const TURNS = 12;
const ROUNDS = 9;

async function debate({ hall }: TemporaryHall, threadId: string): Promise<void> {
  const { signal } = new AbortController();
  // Without openings and ballot, so that every call is a turn.
  const rules = { recipe: 'quick', options: { rounds: 4 } };
  await openDebate(hall, { topic: TOPIC, threadId, ...rules, everySeat: 'rehearsal', seating: 'agents', signal });
  const { snapshot } = await runThread(hall, { threadId, signal, listen: () => {} });
  const turns = snapshot.log.filter(({ type }) => type === 'turn-recorded');
  if (snapshot.debate.closed === undefined || turns.length !== TURNS) throw new Error('It did not run through.');
}

/** What one debate starts, by listening in on the process runner. */
async function callsOfOneDebate(): Promise<Call[]> {
  const temporary = await temporaryHall();
  const calls: Call[] = [];
  const processes = await temporary.hall.processes();
  const start = processes.start;
  processes.start = (request: ProcessRequest) => {
    const { argv, env, cwd, stdin = '' } = request;
    calls.push({ argv, env, cwd, stdin });
    return start(request);
  };
  try {
    await debate(temporary, 'recorded');
  } finally {
    await temporary.close();
  }
  if (calls.length !== TURNS) throw new Error(`A debate started ${calls.length} programs.`);
  return calls;
}

/** In a clean environment, for the reasons of start.ts. */
function program(args: readonly string[], cwd: string): Promise<number> {
  const env = { PATH: process.env['PATH'], HOME: cwd };
  return timed(() => {
    const { status, stderr } = spawnSync(process.execPath, args, { cwd, env, encoding: 'utf8' });
    if (status !== 0) throw new Error(`${args[0]} ended with ${status}: ${stderr}`);
  });
}

export async function measureDebate(): Promise<Row[]> {
  const calls = await callsOfOneDebate();
  const temporary = await temporaryHall();
  const { folder } = temporary;
  const callsFile = path.join(folder, 'calls.json');
  writeFileSync(callsFile, JSON.stringify(calls));
  writeFileSync(
    path.join(folder, 'debate-hall.config.json'),
    JSON.stringify({ agents: { rehearsal: { kind: 'rehearsal', wordsPerSecond: 0 } } }),
  );
  const command = [CLI, 'run', TOPIC, '--rehearse', '--recipe', 'quick', '--rounds', '4', '--quiet'];
  let number = 0;
  try {
    const inside = await interleave(
      {
        ours: () => timed(() => debate(temporary, `inside-${number++}`)),
        bare: () => timed(() => bareLoop(calls)),
      },
      ROUNDS,
    );
    const whole = await interleave(
      {
        ours: () => program([...command, '--id', `whole-${number++}`], folder),
        bare: () => program([programPath('bare-loop.mjs'), callsFile], folder),
      },
      ROUNDS,
    );
    return [
      ratioRow('12-turn debate against a bare loop, both in a running process', inside.ours, inside.bare, 1.3),
      ratioRow('12-turn debate against a bare loop, both as a new process', whole.ours, whole.bare, 1.5),
    ];
  } finally {
    await temporary.close();
  }
}
