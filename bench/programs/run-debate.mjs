// Opens and runs one debate as a library does, and prints what it took as JSON. The argument is a JSON object:
// { threadId, topic, options, context }; hall and agents are those of the configuration in the working directory.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { register } from 'tsx/esm/api';
import { openDebate, openHall, runDebate } from '../../dist/index.js';

/** Linux counts in these. */
const TICK_MS = 10;

function statOf(pid) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [parent, user, system, childUser, childSystem] = [1, 11, 12, 13, 14].map((field) => Number(fields[field]));
  return { parent, ownMs: (user + system) * TICK_MS, endedMs: (childUser + childSystem) * TICK_MS };
}

/** Of everything that this process started: what has ended and was waited for, and what still runs. */
function startedCpuMs() {
  let sum = statOf('self').endedMs;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    try {
      const { parent, ownMs, endedMs } = statOf(pid);
      if (parent === process.pid) sum += ownMs + endedMs;
    } catch {
      // It ended meanwhile, and is part of the first sum at the next look.
    }
  }
  return sum;
}

function cpuMs() {
  const { user, system } = process.cpuUsage();
  return { hall: (user + system) / 1_000, started: startedCpuMs() };
}

/** Notes which programs are started, and when those that stay are written to and when their lines come. */
function listenIn(processes) {
  const heard = [];
  const started = { questions: 0, stays: 0, others: 0, othersMs: 0 };
  const { start, stay } = processes;
  processes.start = (request) => {
    const running = start(request);
    // A question comes by standard input; what has none is asked for its version.
    if (request.stdin !== undefined) started.questions += 1;
    else {
      started.others += 1;
      void running.result.then(({ durationMs }) => {
        started.othersMs += durationMs;
      });
    }
    return running;
  };
  processes.stay = (request) => {
    const one = { program: path.basename(request.argv[0]), sent: [], lines: [] };
    heard.push(one);
    started.stays += 1;
    const { onLine } = request;
    const program = stay({
      ...request,
      onLine(line) {
        one.lines.push(performance.now());
        onLine(line);
      },
    });
    return {
      ...program,
      send(line) {
        one.sent.push(performance.now());
        program.send(line);
      },
    };
  };
  return { heard, started };
}

/** Milliseconds of one turn, from the record of the turn before to its own. */
function turnOf({ seat, act, by }, from, to, heard) {
  const program = path.basename(by.argv?.[0] ?? '');
  const within = (times) => times.filter((time) => time > from && time <= to);
  const own = heard.filter((one) => one.program === program);
  const sent = own.flatMap((one) => within(one.sent)).at(0);
  const answered = own.flatMap((one) => within(one.lines)).at(-1);
  return {
    seat,
    act,
    program,
    sessionTurn: by.sessionTurn ?? null,
    wallMs: to - from,
    ledgerMs: by.durationMs,
    startUpMs: by.startUpMs ?? null,
    outsideMs: sent === undefined || answered === undefined ? null : answered - sent,
  };
}

const job = JSON.parse(process.argv[2]);
const hall = await openHall({ cwd: process.cwd(), home: process.env.HOME, env: process.env });
const { heard, started } = listenIn(await hall.processes());
const recordedAt = new Map();
const before = cpuMs();
const startedAt = performance.now();
await openDebate(hall, { ...job, seating: 'agents' });
const openedAt = performance.now();
const { reason, snapshot } = await runDebate(hall, {
  threadId: job.threadId,
  listen: (event) => {
    if (event.type === 'turn-recorded') recordedAt.set(event.seq, performance.now());
  },
});
const endedAt = performance.now();
const after = cpuMs();

const spoken = snapshot.log.filter(({ type }) => type === 'turn-recorded');
const turns = spoken.map(({ seq, data }, index) =>
  turnOf(data, index === 0 ? openedAt : recordedAt.get(spoken[index - 1].seq), recordedAt.get(seq), heard),
);
// Not part of the package, and loaded when everything was measured.
register();
const { buildSystemText } = await import('../../src/runner/build-prompt.ts');
const texts = await hall.prompts(snapshot.format);
const result = {
  reason,
  outcome: snapshot.debate.closed?.outcome ?? null,
  rebuilt: snapshot.log.filter(({ data }) => data.code === 'session-rebuilt').length,
  openMs: openedAt - startedAt,
  runMs: endedAt - openedAt,
  cpuMs: { hall: after.hall - before.hall, started: after.started - before.started },
  started,
  turns,
  systems: Object.fromEntries(
    Object.keys(snapshot.debate.seats).map((seat) => [seat, buildSystemText(snapshot, seat, texts)]),
  ),
};
await hall.close();
process.stdout.write(JSON.stringify(result));
