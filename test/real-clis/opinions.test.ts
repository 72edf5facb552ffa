// Openings, ballots and what follows from them, through the built command line and with the real claude, codex and gemini.
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import type { RecordedRequest } from '../../src/agents/model-server/wire.ts';
import { readOpinions } from '../../src/domain/results/opinions-result.ts';
import {
  OBJECTION,
  type OpinionAct,
  type Opinions,
  opinionActOf,
  seatOf,
  wordsOf,
} from '../model-server/opinion-answers.ts';
import { answerAsSeat, answerWith } from '../model-server/role-answers.ts';
import type { Behaviour } from '../model-server/server.ts';
import { endsWhatHangs } from '../support/limits.ts';
import { recordIn } from '../support/project.ts';
import { fill, type Hall, openHall, panelAround, SEATED, SEATS, type Seat, turnsOf } from './hall.ts';
import { expectBlind, schemasBySeat } from './opinions.ts';

const TOPIC = 'Should we rewrite our backend in Rust?';
const RUN = ['run', TOPIC, '--id', 'rust'] as const;

const SAME: Opinions = { wind: { opening: 'Yes' }, wall: { opening: 'Yes' }, door: { opening: 'Yes' } };
const SPLIT: Opinions = { ...SAME, wall: { opening: 'No' } };
/** Most say Yes at first and No in the end, nobody names a reason, and one rejects every decision. */
const TURNED: Opinions = {
  wind: { opening: 'Yes', vote: 'accept' },
  wall: { opening: 'No', vote: 'reject' },
  door: { opening: 'Yes', final: 'No', vote: 'accept' },
};

/** One moves to what another one said at first, and one stays with another answer. */
const MOVED: Opinions = {
  wall: { opening: 'No', vote: 'accept' },
  door: { opening: 'Not enough to say', final: 'Yes', movedBy: 'C1' },
};

/** What somebody sees who looks at the debate from a shell. */
async function lookAt(hall: Hall): Promise<string> {
  const looks = [
    ['show', 'rust'],
    ['show', 'rust', '--json'],
    ['export', 'rust', '--format', 'markdown'],
    ['export', 'rust', '--format', 'octave'],
  ];
  const seen = await Promise.all(looks.map((args) => hall.look(...args)));
  return seen.map(({ stdout, stderr }) => stdout + stderr).join('\n');
}

/** Seats whose words of this act stand in the text. */
const shown = (text: string, act: OpinionAct) => SEATS.filter((seat) => text.includes(wordsOf(seat, act)));

const countTurns = (hall: Hall) => readFileSync(hall.ledgerFile('rust'), 'utf8').split('"turn-recorded"').length - 1;

/** Seats, by what they were asked for. */
function askedFor(requests: readonly RecordedRequest[], act: OpinionAct | undefined): string[] {
  return requests.filter((request) => opinionActOf(request) === act).map((request) => seatOf(request));
}

describe.concurrent('the opinions of the real CLIs', () => {
  test('end a debate with three calls when all openings are the same', async (context) => {
    const hall = await openHall(context, { behaviour: answerWith(SAME), config: { seats: panelAround('wall') } });
    const ended = await hall.run(...RUN, '--escalate');
    expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('Yes') });
    const requests = hall.server.answerRequests();
    expect(askedFor(requests, 'opening').sort()).toEqual([...SEATS].sort());
    expect(requests).toHaveLength(3);
    expectBlind(requests);
    const record = await hall.record('rust');
    expect(record).toMatchObject({ outcome: 'agreed', decision: null, calls: 3, authority: { full: true } });
    expect(readOpinions(record)).toMatchObject({ answer: 'Yes', openings: { unanimous: true }, ballot: { seats: [] } });
    expect(JSON.parse((await hall.look('list', '--json')).stdout)).toHaveLength(1);
    expect(await hall.look('verify', 'rust')).toMatchObject({ code: 0 });
  });

  test('are compared by a check, whose exit code says whether they are the same', async (context) => {
    const agents = { claude: { transport: 'one-shot' } };
    const hall = await openHall(context, { agents, behaviour: answerWith(SAME) });
    const same = await hall.run('check', TOPIC, '--id', 'same', '--agents', 'codex,codex,codex');
    expect(same).toMatchObject({ code: 0, stdout: expect.stringContaining('Yes') });
    expect(await hall.record('same')).toMatchObject({ format: 'check', outcome: 'agreed', calls: 3 });

    hall.server.setBehaviour(answerWith(SPLIT));
    const record = recordIn(await hall.run('check', TOPIC, '--id', 'split', '--json'));
    expect(record).toMatchObject({ code: 6, outcome: 'majority', calls: 3, authority: { full: true } });
    expect(record.seats.map(({ agent }) => agent.agent)).toEqual(Object.values(SEATED));
    expect(readOpinions(record)?.openings.counts).toMatchObject([
      { answer: 'Yes', seats: ['seat-1', 'seat-3'] },
      { answer: 'No', seats: ['seat-2'] },
    ]);

    const requests = hall.server.answerRequests();
    expect(requests).toHaveLength(6);
    expectBlind(requests);
    const held = expect.arrayContaining(['answer', 'confidence', 'claims']);
    expect(schemasBySeat(requests)).toEqual({ wind: [held], wall: Array(4).fill(held), door: [undefined] });
  });

  test('climb a ladder: what is not settled goes to a stronger panel, which is asked afresh', async (context) => {
    const hall = await openHall(context, { config: { seats: panelAround('wind') } });
    const isOver = () => readFileSync(hall.ledgerFile('rust'), 'utf8').includes('"debate-closed"');
    hall.server.setBehaviour((request) => answerWith(isOver() ? SAME : TURNED)(request));
    const rules = ['--option', 'revise=always', '--escalate', '--escalate-seat', 'wind=claude:opus'];
    const ended = await hall.run(...RUN, ...rules);
    expect(ended).toMatchObject({ code: 0 });
    expect(ended.stderr).toContain('Step 2 of 2');
    const below = await hall.record('rust');
    expect(below).toMatchObject({ outcome: 'not-settled', recipe: 'standard', calls: 13 });
    expect(readOpinions(below)).toMatchObject({
      ...{ answer: null, reason: 'majority-left-without-claim', ballot: { majority: 'No' } },
    });
    expect(below.dissent).toMatchObject([{ seat: 'wall' }]);

    const listed = JSON.parse((await hall.look('list', '--json')).stdout) as { threadId: string }[];
    const [above = ''] = listed.map(({ threadId }) => threadId).filter((id) => id !== 'rust');
    expect(await hall.record(above)).toMatchObject({
      relation: { kind: 'escalation', of: 'rust' },
      ...{ outcome: 'agreed', recipe: 'deep', calls: 4, authority: { full: true } },
    });
    const requests = hall.server.answerRequests();
    expect(requests).toHaveLength(17);
    const [first, second] = [requests.slice(0, 13), requests.slice(13)];
    expectBlind(first);
    expectBlind(second);
    const [revision, ...again] = first.slice(9);
    expect(revision && seatOf(revision)).toBe('door');
    // All are asked about the new text, whoever rejected the earlier one.
    expect(again.map((request) => `${seatOf(request)} ${opinionActOf(request)}`).sort()).toEqual(
      [...SEATS].sort().map((seat) => `${seat} ballot`),
    );
    expect(JSON.stringify(revision?.body)).toContain(OBJECTION);
    expect(askedFor(second, 'challenge')).toEqual(['wall']);
    expect(second.find((request) => seatOf(request) === 'wind')?.model).toContain('opus');
    for (const { body } of second.slice(0, 3)) expect(JSON.stringify(body)).not.toContain(wordsOf('wind', 'ballot'));
  });

  test('are asked for once and shown to nobody early, although the hall is killed twice', async (context) => {
    /** Says half of what it holds to this question, and never ends. */
    const stalling = (seat: Seat, act: OpinionAct) => (request: RecordedRequest) => {
      const whole = answerAsSeat(request);
      const isIt = seatOf(request) === seat && opinionActOf(request) === act && whole.kind === 'answer';
      return isIt ? ({ kind: 'stall', after: whole.text.slice(0, -10) } satisfies Behaviour) : whole;
    };
    const seats = panelAround('door');
    const hall = await openHall(context, { behaviour: stalling('wall', 'opening'), config: { seats } });

    /** Kills the hall while one seat still answers, when so many turns are recorded. */
    async function killed(args: readonly string[], turns: number, late: Seat, act: OpinionAct): Promise<void> {
      const running = hall.start(...args, '--events');
      const isAsked = () => askedFor(hall.server.answerRequests(), act).includes(late);
      await running.says('stdout', '"run-started"');
      await vi.waitUntil(() => isAsked() && countTurns(hall) === turns, endsWhatHangs.expect.poll);
      running.child.kill('SIGKILL');
      const { stdout, stderr } = await running.finished;
      expect(shown(stdout + stderr, act)).toEqual([]);
      await hall.gone();
      expect(shown(await lookAt(hall), act)).toEqual([]);
      expect(await hall.look('verify', 'rust')).toMatchObject({ code: 0 });
    }

    await killed(RUN, 2, 'wall', 'opening');
    const began = hall.server.answerRequests();
    expect(askedFor(began, 'opening').sort()).toEqual([...SEATS].sort());

    hall.server.clear();
    hall.server.setBehaviour(stalling('door', 'ballot'));
    await killed(['resume', 'rust'], 8, 'door', 'ballot');
    const middle = hall.server.answerRequests();
    expect(askedFor(middle, 'opening')).toEqual(['wall']);
    expect(askedFor(middle, undefined)).toEqual(SEATS);
    expect(askedFor(middle, 'ballot').sort()).toEqual([...SEATS].sort());

    hall.server.clear();
    hall.server.setBehaviour(answerAsSeat);
    expect(await hall.run('resume', 'rust')).toMatchObject({ code: 0 });
    const last = hall.server.answerRequests();
    expect(last.map((request) => [seatOf(request), opinionActOf(request)])).toEqual([['door', 'ballot']]);

    expectBlind([...began, ...middle, ...last]);
    const record = await hall.record('rust');
    expect(record).toMatchObject({ outcome: 'agreed', authority: { full: true } });
    expect(turnsOf(record)).toHaveLength(9);
    const seen = await lookAt(hall);
    for (const act of ['opening', 'ballot'] as const) expect(shown(seen, act)).toEqual(SEATS);
    expect(await hall.look('verify', 'rust')).toMatchObject({ code: 0 });
  });

  test('count the same from a person, whom no CLI hears early, and who sees no ballot of theirs early', async (context) => {
    const hall = await openHall(context, { behaviour: { kind: 'error', status: 401 } });
    const say = async (text: string) => {
      expect(await hall.look('say', 'rust', '--seat', 'wind', '--author', 'Ada', text)).toMatchObject({ code: 0 });
    };
    const opening = wordsOf('wind', 'opening');
    const ballot = wordsOf('wind', 'ballot');
    const seats = ['--wind', 'human', '--wall', fill('wall', 'codex'), '--door', fill('door', 'codex')];
    expect(await hall.run(...RUN, ...seats)).toMatchObject({ code: 4 });
    await say(`Yes, 90 %\n- ${opening}\nChange my mind: a benchmark.`);
    expect(shown(await lookAt(hall), 'opening')).toEqual([]);

    hall.server.clear();
    hall.server.setBehaviour(answerWith(MOVED));
    expect(await hall.run('resume', 'rust')).toMatchObject({ code: 4 });
    expect(shown(await lookAt(hall), 'opening')).toEqual(SEATS);
    await say('1. **Only the hot path**: rewrite what the profile names.');

    expect(await hall.run('resume', 'rust')).toMatchObject({ code: 4 });
    expect(shown(await lookAt(hall), 'ballot')).toEqual([]);
    await say(`Yes, 95 %\n${ballot}\nVote: own`);
    expect(await hall.run('resume', 'rust')).toMatchObject({ code: 6 });
    expect(shown(await lookAt(hall), 'ballot')).toEqual(SEATS);

    const requests = hall.server.answerRequests();
    expect(requests).toHaveLength(6);
    expectBlind(requests);
    const record = await hall.record('rust');
    expect(record).toMatchObject({ outcome: 'not-settled', authority: { full: true } });
    expect(record.seats.map(({ agent }) => agent.agent)).toEqual(['human', 'codex', 'codex']);
    const opinions = readOpinions(record);
    expect(opinions?.openings.seats[0]).toMatchObject({ answer: 'Yes', confidence: 90, claims: [{ claim: opening }] });
    expect(opinions?.ballot.seats[0]).toMatchObject({ answer: 'Yes', confidence: 95, vote: 'own', reason: ballot });
    expect(opinions?.ballot.seats[2]).toMatchObject({ seat: 'door', movedBy: { seat: 'wind' } });
    // Nobody dissents from an answer that there is not.
    expect([opinions?.reason, record.dissent]).toEqual(['no-majority-at-first', []]);
  });
});
