import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { argumentationSchema } from '../../src/domain/claims.ts';
import type { RuleData } from '../../src/domain/event-parts.ts';
import { cutDocuments } from '../../src/formats/asymmetric/briefing.ts';
import { format } from '../../src/formats/asymmetric/index.ts';
import { seal } from '../../src/ledger/chain/chain.ts';
import { inCi, times } from '../support/campaign.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { sealWords } from '../support/seal-words.ts';
import { issuesOf, AsymmetricPlay as Play, points, problemOf } from './asymmetric-play.ts';

const SEMI = { freshRole: 'semi-fresh', delivery: 'passive' } as const;
const accepts = (options: RuleData) => format.options.safeParse(options).success;
const ids = (options: RuleData) => format.seats(format.options.parse(options)).map(({ id }) => id);

/** Everyone answers the other positions with one agreement. */
function agreed(play: Play): Play {
  for (let step = play.steps[0]; step?.act === 'challenge'; step = play.steps[0]) play.say(step.seat, points('agree'));
  return play;
}

describe('options', () => {
  it.each<[string, RuleData, boolean]>([
    ['five seats', { deepN: 2, freshN: 3 }, true],
    ['six seats', { deepN: 3, freshN: 3 }, false],
    ['no fresh seat', { freshN: 0 }, false],
    ['a fresh seat that is told something', { delivery: 'passive' }, false],
    ['a semi-fresh seat that is told nothing', { freshRole: 'semi-fresh' }, false],
    ['a semi-fresh seat, selective', { freshRole: 'semi-fresh', delivery: 'selective' }, true],
    ['an effort of another name', { effort: 'huge' }, false],
    ['a language that there is no name for', { language: 'de' }, false],
    ['more than all of the documents', { contextPct: 101 }, false],
    ['a pause before the positions', { pauseAt: 'position' }, false],
    ['a pause where seats join', { joining: true, pauseAt: 'challenge' }, false],
    ['a rule that there is not', { rounds: 2 }, false],
  ])('%s', (_, options, ok) => {
    expect(accepts(options)).toBe(ok);
  });

  it('gives seats by number and role, with their other names', () => {
    expect(ids({})).toEqual(['experienced', 'fresh']);
    expect(ids({ deepN: 2, freshN: 2, ...SEMI, synthesis: true, pauseAt: 'challenge' })).toEqual([
      ...['experienced', 'experienced-2', 'semi-fresh', 'semi-fresh-2', 'convergence', 'reviewer'],
    ]);
    const [deep, second] = format.seats(format.options.parse({ deepN: 2 }));
    expect([deep?.aliases, second?.aliases]).toEqual([['deep', 'experienced-1', 'deep-1'], ['deep-2']]);
    const joining = format.seats(format.options.parse({ joining: true }));
    expect(joining.filter(({ joinable }) => joinable).map(({ id }) => id)).toEqual([
      ...['fresh', 'fresh-2', 'fresh-3', 'fresh-4'],
      ...['semi-fresh', 'semi-fresh-2', 'semi-fresh-3', 'semi-fresh-4'],
    ]);
  });
});

describe('phases', () => {
  it('asks both sides for positions at the same time, then both for challenges, then for the synthesis', () => {
    const play = new Play({ synthesis: true });
    expect(play.due).toEqual(['experienced position', 'fresh position']);
    play.say('fresh', 'mine');
    expect(play.due).toEqual(['experienced position']);
    play.say('experienced', 'ours');
    expect(play.due).toEqual(['experienced challenge', 'fresh challenge']);
    agreed(play);
    expect(play.due).toEqual(['convergence converge']);
    play.say('convergence', '{"synthesis": "Both.", "points": []}');
    expect(play.due).toEqual(['close']);
    expect(play.outcome).toBe('not-settled');
    play.add('debate-closed', { outcome: 'not-settled', decision: null, warnings: [], by: 'rules' });
    expect(play.due).toEqual(['over']);
  });

  it('asks semi-fresh seats after a summary, which the first experienced seat writes', () => {
    const play = new Play({ ...SEMI, deepN: 2, freshN: 2 });
    expect(play.due).toEqual(['experienced position', 'experienced-2 position']);
    play.say('experienced-2', 'second');
    play.say('experienced', 'first');
    expect(play.due).toEqual(['experienced summary']);
    expect(play.sees('experienced', 'summary')).toBe('second\nfirst');
    play.say('experienced', 'in short');
    expect(play.due).toEqual(['semi-fresh position', 'semi-fresh-2 position']);
    expect(play.sees('semi-fresh', 'position')).toBe('in short');
  });

  it.each([
    ['passive', 'summary', 'position-passive', undefined],
    ['active', 'summary', 'position-active', true],
    ['selective', 'summary-selective', 'position-selective', undefined],
  ])('%s delivery: task %s, then %s, said last: %s', (delivery, summary, position, saidLast) => {
    const play = new Play({ ...SEMI, delivery });
    play.say('experienced', 'ours');
    expect(play.steps.map(({ task }) => task)).toEqual([summary]);
    play.say('experienced', 'short');
    expect(play.steps.map((step) => [step.task, step.saidLast])).toEqual([[position, saidLast]]);
  });

  it.each(Object.entries(format.recipes))('recipe %s takes as many calls as it says', (_, { options }) => {
    for (const more of [{}, SEMI, { ...SEMI, freshN: 3 }]) {
      const all = format.options.parse({ ...options, ...more });
      if (all.deepN + all.freshN > 5) continue;
      const play = new Play(all);
      let calls = 0;
      for (let step = play.steps[0]; step !== undefined; step = play.steps[0], calls += 1) {
        expect(play.say(step.seat, step.sample?.(REHEARSAL) ?? '')).toMatchObject({ ok: true });
      }
      expect(play.outcome).toBe('stable-disagreement');
      // Openings that agree could end it earlier, or be challenged before they do.
      const { atLeast, atMost } = format.calls(all);
      expect([atLeast <= calls, atMost - calls]).toEqual([true, options.gate === 'challenge' ? 1 : 0]);
      if (all.gate === 'off') expect(atLeast).toBe(calls);
    }
  });

  it('hides positions until all are in, and challenges until all are in', () => {
    const play = new Play({ synthesis: true });
    const blind = () => format.blindSince?.(play.state);
    expect(blind()).toBe(1);
    play.say('fresh', 'mine');
    expect(blind()).toBe(1);
    play.say('experienced', 'ours');
    expect(blind()).toBe(3);
    play.say('fresh', points('agree'));
    expect(blind()).toBe(3);
    expect(play.result?.data).not.toHaveProperty('status');
    play.say('experienced', points('agree'));
    expect(blind()).toBeUndefined();
    expect(play.result?.data).toMatchObject({ status: 'open', confidence: 1 });
  });
});

describe('challenges', () => {
  const ready = () => new Play({ freshN: 2 }).positions();

  it('takes each point as a move of its own, whatever stands around the answer', () => {
    const five = points('agree fresh', 'challenge fresh', 'synthesize fresh-2', 'propose_alternative', 'agree fresh');
    const play = ready();
    expect(play.say('experienced', `Here it is:\n\`\`\`json\n${five}\n\`\`\`\nDone.`)).toMatchObject({
      ok: true,
      data: {
        points: [
          { action: 'agree', target: 'fresh' },
          { action: 'challenge', target: 'fresh' },
          { action: 'synthesize', target: 'fresh-2' },
          { action: 'propose_alternative', target: null },
          { action: 'agree', target: 'fresh' },
        ],
      },
    });
  });

  it('knows seats by their other names and actions by other spellings', () => {
    const said = points('x deep').replace('"x"', '"Propose alternative"');
    expect(ready().say('fresh', said)).toMatchObject({
      data: { points: [{ action: 'propose_alternative', target: 'experienced' }] },
    });
  });

  it.each([
    ['words without points', 'I do not agree. I challenge this, and challenge it again.', /no JSON/],
    ['no points', '{"points": []}', /no point/],
    ['an action that there is not', points('agree fresh', 'doubt fresh'), /action/],
    ['its own position', points('agree experienced'), /Point 1: This seat cannot answer the position "experienced"/],
    [
      'the convergence seat',
      points('agree fresh', 'agree convergence'),
      /Point 2: This seat cannot answer the position "convergence"/,
    ],
    ['an empty point', points('agree fresh').replace('Point 1 of it', ' '), /says nothing/],
    ['51 points', points(...Array.from({ length: 51 }, () => 'agree fresh')), /at most 50/],
  ])('sends %s back with the reason, which the seat is told', (_, content, reason) => {
    const play = ready();
    const admission = play.say('experienced', content);
    expect([problemOf(admission), issuesOf(admission).join(' ')]).toEqual([
      'rule-violation',
      expect.stringMatching(reason),
    ]);
    expect(play.steps[0]?.corrections).toEqual(issuesOf(admission));
  });

  it('tells a seat nothing of an answer that came after somebody had spoken for it', () => {
    const play = ready();
    const issues = [sealWords('It is not for "fresh" to make a position now.')];
    const late = { content: seal('Too late.', '0'.repeat(32)), issues, by: { agent: { agent: 'x', kind: 'x' } } };
    play.add('answer-rejected', { seat: 'fresh', act: 'position', ...late });
    expect(play.steps.flatMap(({ corrections }) => corrections)).toEqual([]);
  });

  it('takes what an agent means from its words alone', () => {
    const play = ready();
    expect(problemOf(play.say('fresh', 'I agree.', { data: { action: 'agree' } }))).toBe('rule-violation');
    expect(play.say('fresh', points('agree'), { data: { action: 'challenge' } })).toMatchObject({
      data: { points: [{ action: 'agree' }] },
    });
  });

  it('takes plain words of a person as what is said beside them, and refuses to guess', () => {
    expect(play1().move('fresh', 'challenge')).toMatchObject({
      data: { points: [{ action: 'challenge', target: null }] },
    });
    expect(play1().move('fresh', 'challenge', 'deep')).toMatchObject({
      data: { points: [{ action: 'challenge', target: 'experienced' }] },
    });
    expect(problemOf(play1().move('fresh', 'doubt'))).toBe('rule-violation');
    expect(problemOf(play1().move('fresh', 'agree', 'nobody'))).toBe('rule-violation');
    expect(issuesOf(play1().say('fresh', 'I agree.', { byHand: true })).join()).toMatch(/Plain text needs an action/);
    function play1() {
      return new Play().positions();
    }
  });

  it.each([
    ['agree: Ja, teuer.', {}, 'agree', 'Ja, teuer.'],
    ['**Challenge:** No.\nNot so.', {}, 'challenge', 'No. Not so.'],
    ['* __challenge__: **No.**', {}, 'challenge', '\\*\\*No.\\*\\*'],
    ['**Challenge: No.**', {}, 'challenge', '\\*\\*Challenge: No.\\*\\*'],
    ['rebut: No.', {}, 'challenge', 'No.'],
    ['Concede： 是的。', {}, 'agree', '是的。'],
    ['synthesize: Half of it.', {}, 'synthesize', 'Half of it.'],
    ['agree:', {}, 'agree', 'agree:'],
    ['Agree: nobody would.', { action: 'challenge' }, 'challenge', 'Agree: nobody would.'],
    ['Cost: too high.', { action: 'challenge' }, 'challenge', 'Cost: too high.'],
  ])('shows the words of a person without the action that is said beside them: %j %j', (text, data, action, point) => {
    const play = new Play().positions();
    play.say('fresh', text, { byHand: true, data });
    play.say('experienced', points('challenge fresh'));
    const { markdown = '', details = '' } = play.result ?? {};
    const [, shown] = /^- \*\*1\. Fresh\*\*, (.*)$/m.exec(`${markdown}\n${details}`) ?? [];
    expect(shown).toBe(`${action}, to the other side: ${point}`);
  });

  it('reads recorded turns the same again, also when they were said by hand', () => {
    const play = new Play().positions();
    play.move('fresh', 'challenge', 'deep');
    const turn = play.log.at(-1);
    if (turn?.type !== 'turn-recorded') throw new Error('A turn was recorded.');
    const before = new Play().positions();
    const { seat, act, data } = turn.data;
    const again = format.admit(before.state, { seat, act, content: 'fresh moves', data, byHand: true });
    expect(again).toEqual({ ok: true, data, warnings: [] });
  });
});

describe('the synthesis', () => {
  const ready = () => {
    const play = new Play({ synthesis: true }).positions();
    play.say('experienced', points('challenge fresh', 'agree fresh'));
    play.say('fresh', points('challenge experienced'));
    return play;
  };
  const answer = (...causes: [number, string][]) =>
    JSON.stringify({
      synthesis: 'Both are right on Mondays.',
      points: causes.map(([index, cause]) => ({ index, root_cause: cause, why: 'so' })),
    });

  it('stands beside the figures and leaves them as they are', () => {
    const play = ready();
    const { synthesis: _, points: __, ...before } = play.result?.data ?? {};
    play.say('convergence', answer([1, 'True trade-off'], [3, 'chance'], [2, 'anchoring']));
    const { data } = play.result ?? {};
    expect(data).toMatchObject({ ...before, status: 'complete', phase: 'convergence' });
    expect(data).toMatchObject({
      confidence: 1 / 3,
      synthesis: 'Both are right on Mondays.',
      points: [
        { category: 'irreducible', root_cause: 'true_trade_off', why: 'so' },
        { category: 'agreement', root_cause: null, why: null },
        { category: 'irreducible', root_cause: 'chance' },
      ],
    });
    expect(play.outcome).toBe('stable-disagreement');
    const turn = play.log.at(-1);
    expect(turn?.type === 'turn-recorded' && turn.data.data['confidence']).toBe(333);
  });

  it('has the beginning of a long point, and shows that there is more', () => {
    const play = new Play({ synthesis: true }).positions();
    play.say('experienced', points('challenge fresh').replace('Point 1 of it', `x${'👍🏽'.repeat(80)}`));
    play.say('fresh', points('agree experienced'));
    const summary = `x${'👍🏽'.repeat(74)}…`;
    expect(play.result?.data).toMatchObject({ points: [{ summary }, { action: 'agree' }] });
  });

  it.each([
    ['a point that there is not', answer([4, 'chance']), /no point 4/],
    ['a point twice', answer([1, 'chance'], [1, 'anchoring']), /two root causes/],
    ['another cause', answer([1, 'fate']), /root_cause/],
    ['no words', answer().replace('Both are right on Mondays.', ' '), /empty/],
  ])('refuses %s', (_, content, reason) => {
    expect(issuesOf(ready().say('convergence', content)).join(' ')).toMatch(reason);
  });

  it('can be missed: without its seat the figures stand alone', () => {
    const play = ready();
    expect(format.expendable?.(play.state)).toMatchObject([{ seat: 'convergence', deadlineMs: null }]);
    play.leave('convergence');
    expect(play.outcome).toBe('stable-disagreement');
    expect(play.result?.data).toMatchObject({ status: 'complete', synthesis: null, left: [{ seat: 'convergence' }] });
    expect(play.result?.headline).toContain('without Convergence');
  });
});

describe('a review', () => {
  const paused = (pauseAt: string) => {
    const play = new Play({ pauseAt, synthesis: true }).positions();
    if (pauseAt === 'convergence') agreed(play);
    return play;
  };
  const review = (play: Play, action: string, side?: string, content = '') =>
    play.say('reviewer', content, { byHand: true, data: { action, ...(side === undefined ? {} : { side }) } });

  it('waits before the challenges, with the positions shown, and goes on when approved', () => {
    const play = paused('challenge');
    expect(play.due).toEqual(['reviewer review']);
    expect(format.blindSince?.(play.state)).toBeUndefined();
    expect(play.sees('reviewer', 'review')).toBe('experienced says so\nfresh says so');
    review(play, 'approve');
    expect(play.due).toEqual(['experienced challenge', 'fresh challenge']);
    expect(format.blindSince?.(play.state)).toBe(4);
  });

  it.each(['experienced', 'fresh'])("puts words in the %s side's place before the challenges", (side) => {
    const play = paused('challenge');
    review(play, 'override', side, 'the new words');
    const other = side === 'fresh' ? 'experienced' : 'fresh';
    for (const seat of ['experienced', 'fresh']) {
      expect(play.sees(seat, 'challenge').split('\n').sort()).toEqual([`${other} says so`, 'the new words'].sort());
    }
    agreed(play);
    expect(play.result?.data).toMatchObject({ overrides: [{ side, what: 'position' }] });
    expect(play.result?.details).toContain('the new words');
    expect(play.result?.details).not.toContain(`> ${side} says so`);
  });

  it('leaves nobody to answer what it has replaced, and takes back what that answered', () => {
    const text = (seat: string) => `1. **${seat}** says so`;
    const before = new Play({ pauseAt: 'challenge' }).positions(text);
    review(before, 'override', 'fresh', 'the new words');
    const asked = before.steps.map(({ seat, values }) => [seat, values['open_claims']]);
    expect(asked).toEqual([
      ['experienced', 'none'],
      ['fresh', expect.stringMatching(/^C1 /)],
    ]);

    const after = new Play({ pauseAt: 'convergence', synthesis: false }).positions(text);
    const answer = (claim: string) =>
      JSON.stringify({
        points: [{ point: 'It does.', target: null, claim, reason: 'so', resolution: null, move: 'concede' }],
      });
    after.say('experienced', answer('C2'));
    after.say('fresh', answer('C1'));
    const fates = () => argumentationSchema.parse(after.result?.data).claims.map(({ fate }) => fate);
    expect(fates()).toEqual(['conceded', 'conceded', 'open', 'open']);
    review(after, 'override', 'fresh', 'the new words');
    expect(fates()).toEqual(['open', 'conceded', 'open', 'replaced']);
  });

  it('is read from the words of an agent or of whoever gives nothing beside them', () => {
    const first = (content: string) => {
      const admission = paused('challenge').say('reviewer', content);
      return admission.ok ? admission.data : problemOf(admission);
    };
    const stage = 'challenge';
    expect(first('APPROVE\nfine')).toEqual({ stage, action: 'approve' });
    expect(first('**Reject**: settled elsewhere')).toEqual({ stage, action: 'reject' });
    expect(first('OVERRIDE deep\nOther words')).toEqual({ stage, action: 'override', side: 'experienced' });
    expect(first('Override semi-fresh')).toBe('rule-violation');
    expect(first('OVERRIDE\nOther words')).toBe('rule-violation');
    expect(first('Verdict: APPROVE')).toEqual({ stage, action: 'approve' });
    expect(first('> REJECT\n\nsays the other side.\n\nAPPROVE')).toEqual({ stage, action: 'approve' });
    for (const none of [
      ...['I would not approve.', 'APPROVE or REJECT', 'APPROVE / REJECT', 'Approve with reservations', 'Approve? No.'],
      ...['APPROVE if they add numbers', 'Approve is not my word.', 'Reject nothing; it is fine.', '> REJECT'],
      ...['Approve all but the last point', '```\nREJECT\n```\nI would not.'],
    ])
      expect([none, first(none)]).toEqual([none, 'rule-violation']);
    expect(first('Approve? They miss the point.\n\nREJECT')).toEqual({ stage, action: 'reject' });
    expect(first('It misses the point.\n\nOVERRIDE fresh\n\nAPPROVE all of it.')).toMatchObject({ side: 'fresh' });
    expect(first('It misses the point.\n\nOVERRIDE fresh')).toBe('rule-violation');
    expect(first('Either:\nAPPROVE\nREJECT')).toBe('rule-violation');
    expect(first('APPROVE\nor\nOVERRIDE fresh\nOther words')).toBe('rule-violation');
  });

  it('ends the debate as rejected, which is said in the result', () => {
    for (const stage of ['challenge', 'convergence']) {
      const play = paused(stage);
      review(play, 'reject', undefined, 'Settled elsewhere.');
      expect([play.due, play.outcome]).toEqual([['close'], 'stable-disagreement']);
      expect(play.result).toMatchObject({
        data: { status: 'rejected' },
        headline: expect.stringContaining('Rejected'),
      });
      expect(format.explainOutcome?.(play.state, 'stable-disagreement', String)).toBe('The reviewer rejected it.');
    }
  });

  it('refuses an override without side or words', () => {
    expect(problemOf(review(paused('challenge'), 'override', undefined, 'words'))).toBe('rule-violation');
    expect(problemOf(review(paused('challenge'), 'override', 'fresh', ' '))).toBe('rule-violation');
    expect(problemOf(review(paused('challenge'), 'override', 'middle', 'words'))).toBe('rule-violation');
    expect(problemOf(review(paused('challenge'), 'wave through'))).toBe('rule-violation');
  });
});

describe('seats that go or stay silent', () => {
  const gone = (play: Play) => (format.expendable?.(play.state) ?? []).map(({ seat }) => seat);

  it('may leave while their side has another seat', () => {
    const play = new Play({ freshN: 2 });
    expect(gone(play)).toEqual(['fresh', 'fresh-2']);
    play.leave('fresh');
    expect([play.due, gone(play)]).toEqual([['experienced position', 'fresh-2 position'], []]);
    play.positions();
    agreed(play);
    expect(play.outcome).toBe('not-settled');
    expect(play.result?.headline).toBe('2 of 2 points agreed (100%), 0 open, 0 irreducible; without Fresh 1');
  });

  it('are given up after the deadline, counted from when they were first awaited', () => {
    const play = new Play({ ...SEMI, deepN: 2, freshN: 2, deadlineMinutes: 5 });
    const since = () =>
      format.expendable?.(play.state)?.map((each) => [each.seat, each.since.slice(14, 16), each.deadlineMs]);
    expect(since()).toEqual([
      ['experienced', '00', 300_000],
      ['experienced-2', '00', 300_000],
    ]);
    play.say('experienced', 'ours');
    play.say('experienced-2', 'ours');
    expect(since()).toEqual([['experienced', '01', 300_000]]);
    play.say('experienced', 'short');
    expect(since()).toEqual([
      ['semi-fresh', '03', 300_000],
      ['semi-fresh-2', '03', 300_000],
    ]);
  });

  it('are awaited for positions and final answers from when the openings, and the challenges, were in', () => {
    const options = { deepN: 2, freshN: 2, openings: true, gate: 'challenge', ballot: true, synthesis: false };
    const play = new Play({ ...options, deadlineMinutes: 5 });
    const since = () => format.expendable?.(play.state)?.map(({ since }) => Number(since.slice(14, 16)));
    const open = { answer: 'It does', confidence: 70, claims: ['It holds'], change_mind: 'A measurement' };
    const seats = ['experienced', 'experienced-2', 'fresh'];
    for (const seat of seats) expect(play.say(seat, JSON.stringify(open))).toMatchObject({ ok: true });
    expect(since()).toEqual([0]);
    play.minutes = 10;
    play.leave('fresh-2');
    expect([play.due.length, since()]).toEqual([3, [10, 10]]);
    play.positions();
    for (const seat of seats) expect(play.say(seat, points('agree'))).toMatchObject({ ok: true });
    expect([play.due, since()]).toEqual([seats.map((seat) => `${seat} ballot`), [16, 16]]);
  });

  it('leave the summary to the next experienced seat', () => {
    const play = new Play({ ...SEMI, deepN: 2 });
    play.say('experienced', 'one');
    play.say('experienced-2', 'two');
    play.leave('experienced');
    expect(play.steps.map(({ id }) => id)).toEqual(['summary-experienced-2']);
  });
});

describe('a debate that seats join', () => {
  it('begins with the experienced seat alone and waits for another', () => {
    const play = new Play({ joining: true });
    expect(play.due).toEqual(['experienced position']);
    play.say('experienced', 'ours', { byHand: true });
    expect(play.due).toEqual(['fresh position']);
    play.join('fresh');
    play.say('fresh', 'mine', { byHand: true });
    expect(play.due).toEqual(['experienced challenge', 'fresh challenge', 'convergence converge']);
  });

  it('holds five seats at most, the left ones not counted', () => {
    const play = new Play({ joining: true });
    for (const seat of ['fresh', 'fresh-2', 'fresh-3', 'semi-fresh'])
      expect(play.join(seat)).toMatchObject({ ok: true });
    expect(problemOf(play.join('fresh-4'))).toBe('rule-violation');
    play.leave('fresh-2');
    expect(play.join('fresh-4')).toMatchObject({ ok: true });
  });

  it.each<[string, RuleData, string | RuleData]>([
    ['fresh', {}, { delivery: 'none' }],
    ['fresh', { delivery: 'passive' }, 'bad-input'],
    ['fresh', { delivery: 'loud' }, 'bad-input'],
    ['semi-fresh', {}, { delivery: 'passive' }],
    ['semi-fresh', { delivery: 'selective' }, { delivery: 'selective' }],
    ['semi-fresh', { delivery: 'none' }, 'bad-input'],
    ['judge', {}, 'not-found'],
  ])('%s with %j gives %j', (seat, data, expected) => {
    const admission = new Play({ joining: true }).join(seat, data);
    expect(admission.ok ? admission.data : problemOf(admission)).toEqual(expected);
  });

  it('lets a position be replaced until all are in: the last one counts', () => {
    const play = new Play({ joining: true });
    play.join('fresh');
    play.say('fresh', 'first thought', { byHand: true });
    expect(play.say('fresh', 'second thought', { byHand: true, act: 'position' })).toMatchObject({ ok: true });
    play.say('experienced', 'ours', { byHand: true });
    expect(play.sees('experienced', 'challenge')).toBe('second thought\nours');
    expect(problemOf(play.say('fresh', 'third', { byHand: true, act: 'position' }))).toBe('not-your-turn');
  });

  it('takes any number of challenges, hidden until each seat has made one, and joiners that only challenge', () => {
    const play = new Play({ joining: true });
    play.join('fresh');
    play.positions();
    play.move('experienced', 'challenge');
    play.move('experienced', 'agree');
    expect(format.blindSince?.(play.state)).toBeDefined();
    play.move('fresh', 'challenge');
    expect(format.blindSince?.(play.state)).toBeUndefined();
    play.join('fresh-2');
    expect(format.blindSince?.(play.state)).toBeUndefined();
    expect(problemOf(play.say('fresh-2', 'late', { byHand: true, act: 'position' }))).toBe('not-your-turn');
    play.move('fresh-2', 'challenge', 'fresh');
    play.say('convergence', 'What it comes to.', { byHand: true });
    expect(play.result?.data).toMatchObject({
      counts: { agreement: 1, irreducible: 2, own_side: 1, productive_disagreement: 0 },
      synthesis: 'What it comes to.',
    });
    expect(problemOf(play.join('fresh-3'))).toBe('not-active');
  });

  it('reads each text as often in a long transcript as in a short one', () => {
    const countReads = (challenges: number) => {
      const play = new Play({ joining: true });
      play.join('fresh');
      play.positions();
      for (let turn = 0; turn < challenges; turn += 1) play.move(turn % 2 === 0 ? 'experienced' : 'fresh', 'challenge');
      let reads = 0;
      const log = play.log.map((event) => {
        const data = new Proxy(event.data, {
          get(target, name) {
            reads += name === 'content' ? 1 : 0;
            return Reflect.get(target, name);
          },
        });
        return { ...event, data } as typeof event;
      });
      expect(format.transcript(log).map(({ seq }) => seq)).toEqual(log.slice(2).map(({ seq }) => seq));
      return reads / challenges;
    };
    expect(countReads(80)).toBeLessThan(2 * countReads(8));
  });

  it('ends as stopped, not as complete, when the experienced seat has said nothing', () => {
    const play = new Play({ joining: true, deadlineMinutes: 1 });
    play.join('fresh');
    play.say('fresh', 'mine', { byHand: true });
    expect(format.expendable?.(play.state)).toMatchObject([{ seat: 'experienced', deadlineMs: 60_000 }]);
    play.leave('experienced');
    expect(play.outcome).toBe('stopped-by-limit');
    expect(play.result).toMatchObject({
      data: { status: 'incomplete' },
      headline: expect.stringContaining('Incomplete'),
    });
  });

  it('waits for another one when the only fresh seat has said nothing', () => {
    const play = new Play({ joining: true, deadlineMinutes: 1 });
    play.join('fresh');
    play.say('experienced', 'ours', { byHand: true });
    play.leave('fresh');
    expect(play.due).toEqual(['fresh-2 position']);
  });
});

describe('documents', () => {
  const documents = [
    { title: 'a.md', text: 'Alpha is one.\n\nBeta is two.' },
    { title: 'b.md', text: 'Gamma is three.' },
  ];
  const brief = (options: RuleData, seat = 'experienced') =>
    format.briefing?.(format.options.parse(options), seat, documents);

  it.each([
    ['raw', 'opening', 'Alpha is one.\n\nBeta is two.\nGamma is three.'],
    ['system_prompt', 'system', 'Alpha is one.\n\nBeta is two.\nGamma is three.'],
    [
      'memory',
      'opening',
      '1. Observation: Alpha is one.\n2. Observation: Beta is two.\n3. Observation: Gamma is three.',
    ],
    ['skills', 'opening', '- Rule: Alpha is one.\n- Rule: Beta is two.\n- Rule: Gamma is three.'],
  ])('are given as %s: in the %s', (injection, place, text) => {
    const { documents: given, ...rest } = brief({ injection }) ?? { documents: [] };
    expect(rest).toMatchObject({ place });
    expect(given.map((each) => each.text).join('\n')).toBe(text);
  });

  it('are wrapped as project instructions with three conventions', () => {
    const given = brief({ injection: 'claude_md' })?.documents ?? [];
    expect(given.map(({ title }) => title)).toEqual(['a.md', 'b.md', 'conventions']);
    for (const { text } of given) expect(text).toMatch(/^<project-instructions>\n[\s\S]+\n<\/project-instructions>$/);
    expect(given[2]?.text.match(/^- /gm)).toHaveLength(3);
  });

  it('go to experienced seats only, each document once', () => {
    const every = { deepN: 2, freshN: 2, ...SEMI, synthesis: true, pauseAt: 'convergence' } as const;
    for (const injection of ['raw', 'system_prompt', 'memory', 'skills', 'claude_md']) {
      for (const seat of ids(every)) {
        const text =
          brief({ ...every, injection }, seat)
            ?.documents.map((each) => each.text)
            .join('\n') ?? '';
        const times = text.split('Alpha').length - 1;
        expect([injection, seat, times]).toEqual([injection, seat, seat.startsWith('experienced') ? 1 : 0]);
      }
    }
  });

  it.each([
    // "Alpha is one.\n\nBeta is two." + two line ends + "Gamma is three." are 44 characters.
    [100, ['Alpha is one.\n\nBeta is two.', 'Gamma is three.']],
    // 22 characters end in "Beta is"; the full stop at 12 is not beyond 15.4.
    [50, ['Alpha is one.\n\nBeta is']],
    // 30 characters end in "G"; the full stop at 26 is beyond 21.
    [70, ['Alpha is one.\n\nBeta is two.']],
    [1, []],
    [3, ['A']],
    [0, []],
  ])('are cut to %d per cent, back to a full stop that is near', (percent, texts) => {
    expect(cutDocuments(documents, percent).map(({ text }) => text)).toEqual(texts);
  });
});

describe('what a seat may see', () => {
  const anyOptions = fc
    .record({
      deepN: fc.constantFrom(1, 2),
      freshN: fc.constantFrom(1, 2, 3),
      told: fc.constantFrom(
        { freshRole: 'fresh', delivery: 'none' },
        { freshRole: 'semi-fresh', delivery: 'passive' },
        { freshRole: 'semi-fresh', delivery: 'active' },
        { freshRole: 'semi-fresh', delivery: 'selective' },
      ),
      synthesis: fc.boolean(),
      pauseAt: fc.constantFrom(null, 'challenge', 'convergence'),
    })
    .map(({ told, ...rest }) => ({ ...rest, ...told }));

  /** Each text says who wrote it and as what. */
  const marked = (step: { seat: string; act: string }) => `<${step.act}|${step.seat}>`;
  const seen = (play: Play, step: { seat: string; act: string }) =>
    [...play.sees(step.seat, step.act).matchAll(/<(.+?)\|(.+?)>/g)].map(([, act = '', seat = '']) => ({ act, seat }));

  it.runIf(inCi)('is what its step needs, and nothing that others say at the same time', () => {
    fc.assert(
      fc.property(anyOptions, fc.array(fc.nat(9), { minLength: 1 }), (options, picks) => {
        const play = new Play(options, ['SECRET DOCUMENT']);
        for (let turn = 0; play.steps.length > 0; turn += 1) {
          const step = play.steps[(picks[turn % picks.length] ?? 0) % play.steps.length];
          if (step === undefined) throw new Error('There is a step.');
          expect(play.sees(step.seat, step.act)).not.toContain('SECRET');
          const acts = new Set(seen(play, step).map(({ act }) => act));
          const others = new Set(seen(play, step).map(({ seat }) => seat));
          const semiFresh = step.seat.startsWith('semi-fresh');
          if (step.act === 'position') expect([...acts]).toEqual(semiFresh ? ['summary'] : []);
          if (step.act === 'summary') for (const seat of others) expect(seat).toMatch(/^experienced/);
          if (step.act === 'challenge') {
            expect([...acts].sort()).toEqual(semiFresh ? ['position', 'summary'] : ['position']);
            expect(seen(play, step).filter(({ act }) => act === 'position')).toHaveLength(
              options.deepN + options.freshN,
            );
          }
          if (step.seat === 'convergence') expect([...acts].sort()).toEqual(['challenge', 'position']);
          const answer =
            step.act === 'challenge'
              ? points('agree').replace('Point 1 of it', marked(step))
              : step.sample?.(REHEARSAL);
          play.say(step.seat, ['position', 'summary'].includes(step.act) ? marked(step) : (answer ?? ''));
        }
        expect(play.outcome).toBe('not-settled');
      }),
      { numRuns: times(60, 8) },
    );
  });

  it('has interjections for everyone', () => {
    const play = new Play();
    play.add('interjection-added', {
      author: 'Ann',
      content: { sha256: 'a'.repeat(64), salt: '', text: 'Mind the date.' },
    });
    expect(play.sees('fresh', 'position')).toBe('Mind the date.');
    play.positions();
    expect(play.sees('experienced', 'challenge')).toContain('Mind the date.');
  });
});

describe('redaction', () => {
  it('changes neither the outcome nor the figures', () => {
    const play = new Play({ synthesis: true }).positions();
    play.say('experienced', points('challenge fresh', 'agree fresh'));
    play.say('fresh', points('challenge experienced'));
    play.say('convergence', '{"synthesis": "s", "points": [{"index": 1, "root_cause": "chance", "why": "w"}]}');
    const told = play.result?.data;
    const redacted = play.log.map((event) =>
      event.type === 'turn-recorded'
        ? { ...event, data: { ...event.data, content: { sha256: event.data.content.sha256 } } }
        : event,
    );
    const state = redacted.reduce(format.evolve, format.initial(play.state.options));
    expect(format.next(state)).toEqual(format.next(play.state));
    const after = format.result?.(redacted, state)?.data;
    expect(after).toMatchObject({ confidence: told?.['confidence'], counts: told?.['counts'], synthesis: null });
    expect(after?.['points']).toMatchObject([
      { category: 'irreducible', root_cause: 'chance', summary: null, why: null },
      { category: 'agreement' },
      { category: 'irreducible' },
    ]);
    expect(format.result?.(redacted, state)?.details).toContain('(This text was redacted.)');
  });

  it('keeps data in place of words only if it is what such words are read as', () => {
    const gone = (play: Play, seat: string, act: string, data: RuleData) =>
      format.admit(play.state, { seat, act, content: undefined, data, byHand: act === 'review' });
    const play = new Play({ synthesis: true }).positions();
    expect(gone(play, 'fresh', 'challenge', { points: [{ action: 'agree', target: null }] }).ok).toBe(true);
    for (const data of [{}, { points: 2 }, { points: [{ action: 'nod', target: null }] }, { points: [], more: 1 }]) {
      expect(problemOf(gone(play, 'fresh', 'challenge', data))).toBe('rule-violation');
    }
    play.say('experienced', points('agree fresh'));
    play.say('fresh', points('challenge experienced'));
    const causes = [{ index: 1, cause: 'chance' }];
    expect(gone(play, 'convergence', 'converge', { written: true, causes, confidence: 500 }).ok).toBe(true);
    for (const data of [{}, { written: 'yes', causes, confidence: 500 }, { written: true, causes: 1, confidence: 0 }]) {
      expect(problemOf(gone(play, 'convergence', 'converge', data))).toBe('rule-violation');
    }
    const paused = new Play({ pauseAt: 'challenge' }).positions();
    expect(gone(paused, 'reviewer', 'review', { stage: 'challenge', action: 'approve' }).ok).toBe(true);
    for (const data of [{}, { stage: 'challenge', action: 'wave' }, { stage: 'later', action: 'approve' }]) {
      expect(problemOf(gone(paused, 'reviewer', 'review', data))).toBe('rule-violation');
    }
    expect(problemOf(gone(new Play(), 'fresh', 'position', { written: true }))).toBe('rule-violation');
  });
});

describe('a debate that ends early', () => {
  const limited = (play: Play) => {
    play.add('limit-reached', { limit: 'tokens', used: 9, max: 9 });
    return play;
  };

  it('keeps blind what is blind when it meets a limit, which may be raised', () => {
    const play = new Play();
    play.say('fresh', 'mine');
    limited(play);
    expect([play.due, format.blindSince?.(play.state)]).toEqual([['over'], 1]);
    play.add('limits-raised', { limits: { tokens: 99, costMicroUsd: null, wallMs: null } });
    expect(play.due).toEqual(['experienced position']);
    limited(play.positions());
    expect(format.blindSince?.(play.state)).toBe(5);
  });

  it('is never called complete', () => {
    const half = () => {
      const play = new Play().positions();
      play.say('fresh', points('agree'));
      return play;
    };
    const closed = half();
    closed.add('debate-closed', { outcome: 'decided', decision: null, warnings: [], by: 'Ann' });
    const killed = half();
    killed.add('debate-force-closed', { reason: { sha256: 'a'.repeat(64) }, by: 'Ann' });
    for (const play of [closed, killed]) {
      expect(play.result).toMatchObject({ data: { status: 'incomplete', confidence: 1 } });
      expect(play.result?.headline).toMatch(/^Incomplete: 1 of 1 point agreed/);
    }
    const none = new Play();
    none.add('debate-closed', { outcome: 'decided', decision: null, warnings: [], by: 'Ann' });
    expect(none.result).toMatchObject({
      data: { status: 'incomplete' },
      headline: expect.stringMatching(/^Incomplete/),
    });
  });
});

describe('closing by hand', () => {
  it('takes a synthesis as a decision, and no outcome that the rules do not give', () => {
    const play = new Play();
    const close = (outcome: 'not-settled' | 'decided', decision: { turn: number } | null) =>
      format.admitClose(play.state, { outcome, decision, warnings: [], by: 'Ann' }, undefined);
    expect(problemOf(close('not-settled', null))).toBe('rule-violation');
    play.positions();
    agreed(play);
    expect(close('not-settled', null)).toMatchObject({ ok: true });
    expect(problemOf(close('decided', null))).toBe('rule-violation');
    expect(problemOf(close('not-settled', { turn: 1 }))).toBe('rule-violation');
  });
});
