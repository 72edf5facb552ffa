// `kill -9` of a run at random moments: whatever was acknowledged is in the ledger once, the debate goes on, and nothing
// of the run is left on the machine. The moments come from a seed, printed when something fails.
import fs from 'node:fs';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign, inCi, times } from '../support/campaign.ts';
import { fake } from '../support/processes.ts';
import { createProject, linesOf, type Project, recordIn } from '../support/project.ts';

const KILLS = times(52, inCi ? 2 : 1);
const AT_THE_SAME_TIME = 4;
const SEED = Number(process.env['CRASH_SEED'] ?? 20261120);
/** About as many live events as an undisturbed run tells, so that kills fall on every part of it, however slow it is. */
const EVENTS = 26;
const LATEST_MS = 60;
const STARTING_MS = 400;
const MARK = 'DEBATE_HALL_CRASH_TEST';

/** mulberry32: numbers from 0 to 1 that a seed fixes. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Processes whose environment carries the mark of one project; on a system without /proc nobody can tell. */
function marked(mark: string): number[] {
  return fs.readdirSync('/proc').flatMap((name) => {
    if (!/^\d+$/.test(name)) return [];
    try {
      return fs.readFileSync(`/proc/${name}/environ`, 'utf8').includes(`${MARK}=${mark}\0`) ? [Number(name)] : [];
    } catch {
      return [];
    }
  });
}

/** The file that its seats note their calls in, a line for each. */
const callsOf = (project: Project) => `${project.root}/calls`;

interface Crash {
  readonly name: string;
  readonly project: Project;
  /** Live events to wait for; 0 counts the time from the start of the process. */
  readonly events: number;
  readonly thenMs: number;
}

function crashes(): Crash[] {
  const random = randomFrom(SEED);
  return Array.from({ length: KILLS }, (_, index) => {
    const project = createProject();
    const counted = (seat: string) => ({
      kind: 'command',
      sandbox: 'off',
      argv: fake('takes-turns.sh', callsOf(project), seat, `${Math.round(random() * 60) / 1_000}`),
      prompt: 'stdin',
      output: { format: 'text' },
      env: { [MARK]: project.root },
    });
    project.configure({
      agents: {
        // Its program gets no variables of its own, so its scratch folder and its group have to tell.
        rehearsed: { kind: 'rehearsal', wordsPerSecond: 2_000, vote: 'approve' },
        ...{ 'my-wind': counted('wind'), 'my-wall': counted('wall'), 'my-door': counted('door') },
      },
      seats: { wind: index % 3 === 0 ? 'rehearsed' : 'my-wind', wall: 'my-wall', door: 'my-door' },
    });
    const events = Math.floor(random() * EVENTS);
    const thenMs = Math.round(random() * (events === 0 ? STARTING_MS : LATEST_MS));
    return { name: `crash ${index + 1}`, project, events, thenMs };
  });
}

/** Kills a run, then resumes it; what is wrong afterwards is thrown. Returns how far the run had come. */
async function survive({ project, events, thenMs }: Crash): Promise<number> {
  const run = project.start(['run', '--events', '--id', 'd', 'Should we?']);
  let heard = 0;
  let killing: NodeJS.Timeout | undefined;
  const count = (text = '') => {
    heard += text.split('\n').length - 1;
    if (heard >= events) killing ??= setTimeout(() => run.child.kill('SIGKILL'), thenMs);
  };
  count();
  run.child.stdout?.on('data', count);
  const { stdout } = await run.finished;
  clearTimeout(killing);
  // A line that was cut off by the kill told nobody anything.
  const told = linesOf(stdout.slice(0, stdout.lastIndexOf('\n') + 1));
  const acknowledged = told.flatMap((event) => (event.type === 'turn-recorded' ? [event] : []));

  await expect.poll(() => marked(project.root)).toEqual([]);
  await expect.poll(() => fs.readdirSync(project.scratch)).toEqual([]);

  if (!project.ledgers.exists('d')) {
    expect(acknowledged).toEqual([]);
    return -1;
  }
  const before = project.events('d');
  for (const { seq, seat, text, said = text, withheld } of acknowledged) {
    const content = withheld === true ? {} : { text: said };
    expect(before[seq]).toMatchObject({ type: 'turn-recorded', data: { seat, content } });
  }
  project.ledgers.forgetKilled();
  const over = before.some(({ type }) => type === 'debate-closed');
  // Whoever continues it does so in another process, and this one is running already.
  const resumed = await project.call([over ? 'show' : 'resume', '--json', 'd']);
  expect(resumed.stderr).not.toContain('internal error');
  const record = recordIn(resumed);
  expect([resumed.code, record.outcome, record.status]).toEqual([0, 'accepted', 'closed']);

  const after = project.events('d');
  expect(after.slice(0, before.length)).toEqual(before);
  const turns = after.flatMap((event) => (event.type === 'turn-recorded' ? [event.data.key] : []));
  expect(turns.slice().sort()).toEqual([
    ...['ballot-1-door', 'ballot-1-wall', 'ballot-1-wind', 'opening-door', 'opening-wall', 'opening-wind'],
    ...['turn-1', 'turn-2', 'turn-3'],
  ]);
  // Nobody is asked again for what was recorded: at most the calls of the moment were lost, and three run at once.
  const asked = fs.existsSync(callsOf(project)) ? fs.readFileSync(callsOf(project), 'utf8').trimEnd().split('\n') : [];
  expect(asked.length - new Set(asked).size).toBeLessThanOrEqual(3);

  const verified = await project.call(['verify', '--json', 'd']);
  expect([verified.code, JSON.parse(verified.stdout).ok]).toEqual([0, true]);
  expect(fs.readdirSync(project.scratch)).toEqual([]);
  return acknowledged.length;
}

describe(`a run that is killed (seed ${SEED})`, () => {
  let all: Crash[] = [];
  beforeAll(() => {
    all = crashes();
  });
  afterAll(() => {
    for (const { project } of all) project.dispose();
  });

  it(`survives ${KILLS} times: nothing acknowledged is lost or doubled, nothing is left running`, async () => {
    const limit = pLimit(AT_THE_SAME_TIME);
    const reached = await Promise.all(
      all.map((crash) =>
        limit(async () => {
          try {
            return await survive(crash);
          } catch (error) {
            const { name, events, thenMs } = crash;
            throw new Error(`${name}, killed ${thenMs} ms after event ${events}, seed ${SEED}`, { cause: error });
          }
        }),
      ),
    );
    // The kills really hit runs at different depths, not only before or after everything.
    if (inCampaign) expect(new Set(reached).size).toBeGreaterThan(3);
  });
});
