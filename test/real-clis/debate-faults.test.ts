// Debates of the real CLIs in which something goes wrong: services, hanging seats, Ctrl-C, and the death of the hall.
import { describe, expect, test, vi } from 'vitest';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import { FAILURES } from '../../src/domain/failures/failures.ts';
import { seatOf } from '../model-server/opinion-answers.ts';
import { answerAsSeat } from '../model-server/role-answers.ts';
import type { Behaviour } from '../model-server/server.ts';
import { endsWhatHangs } from '../support/limits.ts';
import { CLIS, type Hall, openHall, panelAround, requestsBySeat, SEATED, SEATS, type Seat, turnsOf } from './hall.ts';

const QUICK = ['run', 'Should we rewrite our backend in Rust?', '--recipe', 'quick', '--id', 'rust'] as const;

/** From the first refusal of a login to the end of the run: no CLI repeats it for minutes, however slow the machine is. */
const SOON_MS = 120_000;

/** Another seat of the same CLI, which has to start first, is done long before. */
const HANGS_MS = 30_000;

/** Does this to a seat, one after the other; then, and to all other seats, it is well. */
function trouble(seats: Partial<Record<Seat, readonly Behaviour[]>>) {
  const left = new Map(Object.entries(seats).map(([seat, behaviours]) => [seat, [...behaviours]]));
  return (request: RecordedRequest) => left.get(seatOf(request))?.shift() ?? answerAsSeat(request);
}

const always = (seat: Seat, behaviour: Behaviour) => (request: RecordedRequest) =>
  seatOf(request) === seat ? behaviour : answerAsSeat(request);

/** Starts the debate or resumes it, and waits until this seat is in the middle of an answer that never ends. */
async function startHanging(hall: Hall, seat: Seat, ...args: readonly string[]) {
  hall.server.clear();
  hall.server.setBehaviour(always(seat, { kind: 'stall', after: 'The first half of an answer, and then' }));
  const running = hall.start(...args, '--events');
  const isAsked = () => requestsBySeat(hall.server.answerRequests())[seat] === 1;
  await vi.waitUntil(isAsked, endsWhatHangs.expect.poll);
  if (CLIS[SEATED[seat]].live) await running.says('stdout', `"type":"text-delta","seat":"${seat}"`);
  const agents = async () => (await hall.alive()).filter(({ pid }) => pid !== running.child.pid);
  expect(await agents()).not.toEqual([]);
  return { running, agents };
}

/** The same, of a debate whose seats before this one have answered. */
async function resumeHanging(hall: Hall, seat: Seat) {
  const { running } = await startHanging(hall, seat, 'resume', 'rust');
  expect(hall.server.answerRequests().map((request) => seatOf(request))).toEqual([seat]);
  return running;
}

/** Goes on with a debate that stopped at a seat, and sees that nobody who had answered is asked again. */
async function expectResumed(hall: Hall, stoppedAt: Seat): Promise<void> {
  hall.server.setBehaviour(answerAsSeat);
  hall.server.clear();
  expect(await hall.run('resume', 'rust')).toMatchObject({ code: 0 });
  const answered = SEATS.indexOf(stoppedAt);
  const missing = SEATS.map((seat, index) => [seat, index < answered ? 0 : 1]);
  expect(requestsBySeat(hall.server.answerRequests())).toEqual(Object.fromEntries(missing));
  const record = await hall.record('rust');
  expect(record).toMatchObject({ outcome: 'decided', authority: { full: true } });
  expect(turnsOf(record).map(({ seat }) => seat)).toEqual(SEATS);
  expect(await hall.look('verify', 'rust')).toMatchObject({ code: 0 });
}

describe.concurrent('a debate of the real CLIs in which', () => {
  test.for(SEATS)(
    'the login of %s is refused, someone presses Ctrl-C and the hall is killed stops soon each time, and is resumed',
    async (seat, context) => {
      const behaviour = always(seat, { kind: 'error', status: 401 });
      const hall = await openHall(context, { behaviour, config: { seats: panelAround(seat) } });
      const refused = await hall.run(...QUICK);
      const toldAt = Date.now();
      expect(refused).toMatchObject({ code: 4 });
      const request = hall.server.answerRequests().find((each) => seatOf(each) === seat);
      expect(toldAt - (request?.at ?? 0)).toBeLessThan(SOON_MS);
      expect(refused.stderr).toContain(FAILURES['not-logged-in'].nextStep);
      expect(refused.stderr).toContain('debate-hall resume rust');
      expect(await hall.record('rust')).toMatchObject({ status: 'open', authority: { failed: [seat] } });

      const interrupted = await resumeHanging(hall, seat);
      interrupted.child.kill('SIGINT');
      await hall.gone();
      const stopped = await interrupted.finished;
      expect(stopped).toMatchObject({ code: 130 });
      expect(stopped.stderr).toContain('debate-hall resume rust');

      const killed = await resumeHanging(hall, seat);
      killed.child.kill('SIGKILL');
      await hall.gone();
      await expectResumed(hall, seat);
    },
  );

  test('a stand-in takes over from a seat without login ends degraded', async (context) => {
    const refused = (request: RecordedRequest): Behaviour =>
      seatOf(request) === 'wall' && request.protocol === 'openai'
        ? { kind: 'error', status: 401 }
        : answerAsSeat(request);
    const seats = { ...panelAround('wind'), wall: { agent: 'codex', standIn: 'claude' } };
    const hall = await openHall(context, { behaviour: refused, config: { seats } });
    const ended = await hall.run(...QUICK);
    expect(ended).toMatchObject({ code: 3 });
    expect(ended.stderr).toContain('DEGRADED panel (Wall was replaced: claude (sonnet) in place of codex');
    const record = await hall.record('rust');
    expect(record).toMatchObject({ outcome: 'decided', authority: { full: false, sharedVendors: ['anthropic'] } });
    expect(turnsOf(record).map(({ by }) => by.agent.agent)).toEqual(['claude', 'claude', 'codex']);
  });

  test('services fail for a while finishes, and the tries are on record', async (context) => {
    const busy: Behaviour = { kind: 'error', status: 429, headers: { 'retry-after': '1' } };
    const broken: Behaviour = { kind: 'error', status: 500 };
    const behaviour = trouble({ wind: [busy], wall: [broken, broken], door: [{ kind: 'drop', after: 'half a ' }] });
    const hall = await openHall(context, { behaviour });
    expect(await hall.run(...QUICK)).toMatchObject({ code: 0 });
    const record = await hall.record('rust');
    expect(record).toMatchObject({ outcome: 'decided', authority: { full: true } });
    const turns = turnsOf(record);
    // The first is made good by claude itself.
    expect(turns.map(({ by }) => by.attempts)).toEqual([1, 3, 2]);
    expect(requestsBySeat(hall.server.answerRequests())).toEqual({ wind: 2, wall: 3, door: 2 });
    expect(turns.map(({ text }) => text).join()).not.toContain('half a');
  });

  test.for(SEATS)('%s hangs is ended by our limits and pauses', async (seat, context) => {
    const agents = { [SEATED[seat]]: { limits: { totalMs: HANGS_MS } } };
    const behaviour = always(seat, { kind: 'silence' });
    const hall = await openHall(context, { agents, behaviour, config: { seats: panelAround(seat) } });
    const ended = await hall.run(...QUICK, '--retries', '0');
    expect(ended).toMatchObject({ code: 4 });
    expect(await hall.alive()).toEqual([]);
    const record = await hall.record('rust');
    expect(record).toMatchObject({ status: 'open', authority: { failed: [seat] } });
    expect(record.entries.at(-1)).toMatchObject({ kind: 'failure', seat, failure: { code: 'timed-out' } });
  });

  test('someone presses Ctrl-C a second time ends at once', async (context) => {
    const hall = await openHall(context, { config: { seats: panelAround('wall') } });
    const { running, agents } = await startHanging(hall, 'wall', ...QUICK);
    // A stopped process does not come to its SIGTERM, so the first Ctrl-C waits for the grace to be over.
    for (const { pid } of await agents()) process.kill(pid, 'SIGSTOP');
    running.child.kill('SIGINT');
    await running.says('stderr', 'Stopping');
    running.child.kill('SIGINT');
    // By the signal itself, which a shell shows as 130.
    expect(await running.finished).toMatchObject({ code: null });
    await hall.gone();
    await expectResumed(hall, 'wall');
  });
});
