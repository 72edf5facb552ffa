// Debates whose seats stay in programs that are killed, stalled, fed garbage and cut off at every point, and that are stopped
// and resumed in the middle. Seeded: a run that fails can be had again by its number.
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import pLimit from 'p-limit';
import { expect, test } from 'vitest';
import type { AgentPorts } from '../../src/agents/agent.ts';
import { agentKind } from '../../src/agents/kinds/claude/index.ts';
import { readSealed } from '../../src/domain/sealed/sealed.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { NO_TRACING } from '../../src/platform/telemetry/tracing.ts';
import { createProcessRunner } from '../../src/process/process-runner.ts';
import type { FilledSeat } from '../../src/runner/run-context.ts';
import { runDebate } from '../../src/runner/run-debate.ts';
import { systemClock } from '../../src/support/clock.ts';
import { agentPorts } from '../support/agents.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { verifyFile } from '../support/check.ts';
import { openRequest, testEngine } from '../support/hall.ts';
import { stillRunning } from '../support/processes.ts';

const RUNS = times(200, 4);
const AT_ONCE = 8;
const ROUNDS = 2;
/** More resumes than this and the debate goes nowhere. */
const MOST_RESUMES = 40;
const STAYS = fileURLToPath(new URL('../fakes/stays.sh', import.meta.url));
/** Only a program that stalls is silent for so long, on any machine. */
const LIMITS = { totalMs: 0, idleMs: 3_000, firstOutputMs: 0, maxOutputBytes: 50_000 };

const FAULTS = [
  ...['dies', 'dies-midway', 'kills-itself', 'stalls-midway', 'garbage', 'floods', 'says-overloaded', 'says-nothing'],
  ...['answers-then-dies', 'answers-amid-garbage'],
];
/** Faults after which a whole answer stands. */
const ANSWERS = new Set(['answers', 'answers-then-dies', 'answers-amid-garbage']);

/** Numbers that depend on the seed alone (Park and Miller's generator). */
function seeded(seed: number): (below: number) => number {
  let state = seed * 48_271 + 1;
  return (below) => {
    state = (state * 48_271) % 2_147_483_647;
    return state % below;
  };
}

interface Plan {
  readonly script: readonly string[];
  /** The run is cancelled at this piece of text, counted over all runs of the debate. */
  readonly cancelAt: number | undefined;
}

function planOf(seed: number): Plan {
  const random = seeded(seed);
  const script = Array.from({ length: 30 }, () =>
    random(100) < 30 ? (FAULTS[random(FAULTS.length)] as string) : 'answers',
  );
  return { script, cancelAt: random(3) === 0 ? 1 + random(20) : undefined };
}

interface Outcome {
  readonly seed: number;
  readonly resumes: number;
}

/** As in one hall, it is asked for its version once. */
const versions: AgentPorts['versions'] = new Map();

async function chaoticRun(seed: number): Promise<Outcome> {
  const { script, cancelAt } = planOf(seed);
  const folder = mkdtempSync(join(tmpdir(), 'debate-hall-chaos-'));
  const processes = createProcessRunner({ clock: systemClock, graceMs: 100 });
  const log = join(folder, 'log');
  const asked = (): { pid: number }[] =>
    existsSync(log)
      ? readFileSync(log, 'utf8')
          .trimEnd()
          .split('\n')
          .map((line) => JSON.parse(line))
      : [];
  try {
    const env = { STAYS_LOG: log, STAYS_SCRIPT: script.join(' ') };
    const options = agentKind.options.parse({ path: STAYS, env, limits: LIMITS });
    const ports = agentPorts({ processes, env: { PATH: process.env['PATH'] }, cwd: folder, versions });
    const engine = testEngine(join(folder, 'hall'));
    const request = openRequest('d', { rounds: ROUNDS, consensus: true });
    const { ref } = agentKind.create('claude', options, ports);
    await engine.open({ ...request, seats: request.seats.map(({ seat }) => ({ seat, agent: ref })) });

    let pieces = 0;
    let resumes = 0;
    for (let status = 'open'; status === 'open'; resumes += 1) {
      expect(resumes, `seed ${seed} goes nowhere`).toBeLessThan(MOST_RESUMES);
      const stop = new AbortController();
      const agents = new Map<string, FilledSeat>(
        request.seats.map(({ seat }) => [seat, { agent: agentKind.create('claude', options, ports) }]),
      );
      const { snapshot } = await runDebate({
        ...{ engine, threadId: 'd', claim: { fence: 0 }, agents, retries: 0, hallVersion: '0', signal: stop.signal },
        describeUnchecked: async () => undefined,
        tracing: NO_TRACING,
        texts: { digests: [], render: (name) => (name === 'vote' ? 'VOTE: APPROVE or VOTE: REJECT' : name) },
        listen: (event) => {
          if (event.type === 'text-delta' && ++pieces === cancelAt) stop.abort();
        },
      });
      status = snapshot.debate.status;
    }

    const record = toRecord(await engine.snapshot('d'));
    expect(record).toMatchObject({ outcome: 'accepted', authority: { full: true, failed: [] } });
    expect((await verifyFile(join(folder, 'hall'), 'd')).damage).toEqual([]);
    const turns = record.entries.flatMap((entry) => (entry.kind === 'turn' ? [entry] : []));
    expect(turns.map(({ seat }) => seat).slice(0, 3 * ROUNDS)).toEqual(
      Array.from({ length: ROUNDS }, () => ['wind', 'wall', 'door']).flat(),
    );
    expect(turns).toHaveLength(3 * ROUNDS + 2);

    // Nothing was recorded that was not said, and nothing twice; and what was said whole is there.
    const said = asked().flatMap((_, index) => (ANSWERS.has(script[index] ?? 'answers') ? [index + 1] : []));
    const { log: events } = await engine.snapshot('d');
    const recorded = events.flatMap((event) =>
      event.type === 'turn-recorded' ? [Number(/Answer (\d+) /.exec(readSealed(event.data.content) ?? '')?.[1])] : [],
    );
    expect(new Set(recorded).size).toBe(recorded.length);
    expect(said).toEqual(expect.arrayContaining(recorded));
    if (cancelAt === undefined) expect([...recorded].sort((a, b) => a - b)).toEqual(said);
    return { seed, resumes };
  } finally {
    await processes.close();
    expect(stillRunning(asked().map(({ pid }) => pid))).toEqual([]);
    rmSync(folder, { recursive: true, force: true });
  }
}

test.runIf(inCampaign)(
  `${RUNS} debates in chaos all end as they should, with everything on record and nothing left running`,
  async () => {
    const limit = pLimit(AT_ONCE);
    const outcomes = await limit.map(
      Array.from({ length: RUNS }, (_, index) => index + 1),
      chaoticRun,
    );
    expect(outcomes).toHaveLength(RUNS);
    expect(outcomes.some(({ resumes }) => resumes > 1)).toBe(true);
  },
);
