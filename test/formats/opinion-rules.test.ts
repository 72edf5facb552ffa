// What the rules make of openings and ballots: which claim can have moved a seat, what an answer counts, and what is announced.
import { describe, expect, it } from 'vitest';
import type { AgentRef } from '../../src/domain/event-parts.ts';
import type { Speaker } from '../../src/domain/speakers.ts';
import { format as checkFormat } from '../../src/formats/check/index.ts';
import { format as panelFormat } from '../../src/formats/panel/index.ts';
import { format } from '../../src/formats/wind-wall-door/index.ts';
import { openRequest } from '../support/hall.ts';
import { sealWords } from '../support/seal-words.ts';
import { Play, PlayOf } from './play.ts';

const SEATS = ['wind', 'wall', 'door'] as const;
const STANDARD = format.recipes['standard']?.options as Record<string, never>;

interface Given {
  readonly answer: string;
  readonly confidence?: number;
  readonly movedBy?: string;
}

const opening = ({ answer, confidence = 70 }: Given) =>
  JSON.stringify({ answer, confidence, claims: [`${answer} holds`], change_mind: 'A measurement' });
const ballot = ({ answer, confidence = 70, movedBy }: Given) =>
  JSON.stringify({
    ...{ answer, confidence, moved_by: movedBy ?? null, reason: 'It holds', vote: 'accept', objection: null },
  });

function open(options: object, opened: object = {}): Play {
  const play = new Play({ ...STANDARD, ...options });
  const request = openRequest('d', play.state.options as never);
  const question = { answer: 'yes-no' };
  play.add('debate-opened', {
    ...request,
    topic: { sha256: '0'.repeat(64) },
    context: [],
    question,
    ...opened,
  } as never);
  return play;
}

function answer(play: Play, given: readonly Given[], write: (given: Given) => string): void {
  for (const [index, each] of given.entries())
    expect(play.say(SEATS[index] as string, write(each))).toMatchObject({ ok: true });
}

/** Openings, a round in which Wall makes claim C4, and final answers. */
function debate(play: Play, first: readonly Given[], last: readonly Given[]): Play {
  answer(play, first, opening);
  play.say('wind', '- one?\n- two');
  play.say('wall', '[VERDICT] SOUND\n\n[EVIDENCE] given\n\nClaim: it costs less than it saves');
  play.say('door', 'ANSWER: Yes\n\n1. **Decision.** We do. The tension.');
  answer(play, last, ballot);
  return play;
}

const outcomeOf = ({ next }: Play) => (next.kind === 'close' ? next.close.outcome : next.kind);
const all = (...answers: readonly string[]) => answers.map((each) => ({ answer: each }));

/** Who speaks in these tests where nothing is said of it. */
const AGENT = { agent: 'x', kind: 'x' };
const MODEL = { ...AGENT, model: 'm' };
const OTHER = { agent: 'y', kind: 'x' };

describe('weights learnt of the past of agents', () => {
  /** Who gives the opening, the turn and the ballot of Wall, and takes the seat over when nothing is left to weigh. */
  it.each<[string, { opening?: Speaker; turn?: Speaker; ballot?: Speaker; replaced?: AgentRef }, string?]>([
    ['stay where those agents give all answers', {}],
    ['end with an opening of another agent', { opening: { agent: OTHER }, ballot: { agent: OTHER } }, 'y'],
    ['end with a ballot of another agent', { ballot: { agent: OTHER } }, 'y'],
    ['end with an answer of another model', { ballot: { agent: { ...MODEL, model: 'm2' } } }, 'x (m2)'],
    ['end with an answer of a model that nobody named', { ballot: { agent: AGENT } }, 'x'],
    ['end with an answer of a person', { ballot: { agent: MODEL, author: 'Ada' } }, 'a person'],
    ['stay with other settings of the same model', { ballot: { agent: { ...MODEL, effort: 'high' } } }],
    ['stay with a turn of another agent, which nobody weighs', { turn: { agent: OTHER } }],
    ['stay where the seat is replaced after its ballot', { replaced: OTHER }],
  ])('%s', (_, { opening: first, turn, ballot: last, replaced }, speaker) => {
    const weights = SEATS.map((seat) => ({ seat, weight: seat === 'wall' ? 5 : 1, agent: MODEL }));
    const play = open({ weigh: 'calibration' }, { weights });
    const say = (seat: string, text: string, by: Speaker = { agent: MODEL }) =>
      expect(play.say(seat, text, { by, byHand: by.author !== undefined })).toMatchObject({ ok: true });
    const answers = { wind: 'Yes', wall: 'No', door: 'Yes' } as const;
    for (const seat of SEATS) say(seat, opening({ answer: answers[seat] }), seat === 'wall' ? first : undefined);
    say('wind', '- one?\n- two');
    say('wall', '[VERDICT] SOUND\n\n[EVIDENCE] given', turn);
    say('door', 'ANSWER: Yes\n\n1. **Decision.** We do. The tension.');
    for (const seat of SEATS) say(seat, ballot({ answer: answers[seat] }), seat === 'wall' ? last : undefined);
    if (replaced !== undefined) play.add('seat-replaced', { seat: 'wall', from: MODEL, to: replaced } as never);
    const most = speaker === undefined ? 'No' : 'Yes';
    expect(format.result?.(play.log, play.state)?.data).toMatchObject({
      openings: { majority: most },
      ballot: { majority: most },
    });
    const note = `All answers count the same from now on: that of Wall is by ${speaker}, not by x (m), whose earlier ones were weighed.`;
    const notes = play.log.flatMap(({ type, data }) => (type === 'note-recorded' ? [data] : []));
    expect(notes).toEqual(
      speaker === undefined ? [] : [{ code: 'answers-weighed', message: sealWords(note), seat: 'wall' }],
    );
  });
});

describe('a claim that a seat names', () => {
  it.each([
    ['of an opening for the other answer', 'C3', 'agreed'],
    ['of an opening for the answer that the seat left', 'C2', 'not-settled'],
    ['of a turn, whatever its seat had opened with', 'C4', 'agreed'],
    ['that is none', undefined, 'not-settled'],
  ])('%s (%s) can have moved it: %s', (_, movedBy, outcome) => {
    const last = [{ answer: 'Yes', movedBy: movedBy as never }, { answer: 'Yes', movedBy: 'C3' }, { answer: 'Yes' }];
    expect(outcomeOf(debate(open({}), all('No', 'No', 'Yes'), last))).toBe(outcome);
  });

  it('of an opening can have moved a seat whose own gave no answer', () => {
    const moved = [{ answer: 'Yes' }, { answer: 'Yes' }, { answer: 'Yes', movedBy: 'C1' }];
    expect(outcomeOf(debate(open({}), all('Yes', 'Yes', 'not enough to say'), moved))).toBe('accepted');
  });
});

describe('an answer', () => {
  const given = [
    { answer: 'Yes', confidence: 90 },
    { answer: 'No', confidence: 30 },
    { answer: 'No', confidence: 40 },
  ];

  it.each([
    ['none', 'No'],
    ['confidence', 'Yes'],
    ['calibration', 'Yes'],
  ])('with the weights %s counts for %s', (weigh, most) => {
    const weights = [{ seat: 'wind', weight: 5, agent: AGENT }];
    const play = debate(open({ weigh }, { weights }), given, given);
    play.add('debate-closed', { outcome: 'majority', decision: null } as never);
    expect(format.result?.(play.log, play.state)?.data).toMatchObject({
      openings: { majority: most },
      ballot: { majority: most },
    });
  });
});

describe('a seat that gave no answer', () => {
  const yes = { answer: 'Yes', confidence: 90 };
  /** A person need not say how sure they are. */
  const write = ({ answer, confidence }: Given) =>
    `${answer}${confidence === undefined ? '' : `, ${confidence}%`}\n- It holds`;

  /** A check of which the seats behind these fail. */
  function check(
    weigh: string,
    given: readonly Given[],
    seats = 3,
  ): { outcome: unknown; headline: string | undefined } {
    const play = new PlayOf(checkFormat, { seats, weigh });
    const request = openRequest('d');
    const opened = { topic: { sha256: '0'.repeat(64) }, context: [], question: { answer: 'yes-no' } };
    const weights = [
      { seat: 'seat-1', weight: 5, agent: AGENT },
      { seat: 'seat-2', weight: 6, agent: AGENT },
    ];
    play.add('debate-opened', { ...request, ...opened, weights } as never);
    const ids = Array.from({ length: seats }, (_, index) => `seat-${index + 1}`);
    for (const [index, seat] of ids.entries()) {
      const each = given[index];
      if (each !== undefined) {
        expect(play.say(seat, write(each), { byHand: true })).toMatchObject({ ok: true });
      } else play.add('seat-left', { seat, reason: { text: 'It failed.' } as never });
    }
    const { next } = play;
    const outcome = next.kind === 'close' ? next.close.outcome : next.kind;
    play.add('debate-closed', { outcome, decision: null } as never);
    return { outcome, headline: checkFormat.result?.(play.log, play.state)?.headline };
  }

  it.each([
    ['none', [yes], 'not-settled'],
    ['confidence', [yes], 'not-settled'],
    ['calibration', [yes], 'not-settled'],
    ['none', [yes, yes], 'majority'],
    ['confidence', [yes, yes], 'majority'],
    ['calibration', [yes, yes], 'majority'],
    [
      'confidence',
      [
        { answer: 'Yes', confidence: 40 },
        { answer: 'Yes', confidence: 50 },
      ],
      'not-settled',
    ],
  ])('with the weights %s beside %j: %s', (weigh, given, outcome) => {
    expect(check(weigh, given).outcome).toBe(outcome);
  });

  it('is counted in the headline', () => {
    expect(check('confidence', [yes, yes]).headline).toBe('Yes: openings by weight 180 to 100, one seat left');
    expect(check('confidence', [yes]).headline).toContain('by weight 90 of 290 Yes, 200 of 290 no answer');
  });

  it('is another thing than an answer that does not say how sure it is, which counts as much as a coin', () => {
    const [unsaid, no] = [{ answer: 'Yes' }, { answer: 'No', confidence: 90 }];
    expect(check('confidence', [unsaid, unsaid, no]).outcome).toBe('majority');
    expect(check('confidence', [unsaid, no], 2).headline).toContain('by weight 90 to 50');
  });
});

describe('the end of the openings', () => {
  it.each([
    [all('Yes', 'No', 'Yes'), {}, 'Openings differ: 2 of 3 Yes, 1 of 3 No; the debate begins.'],
    [all('Yes', 'Yes', 'Yes'), { gate: 'on' }, 'Openings agree: 3 of 3 Yes; the debate ends here.'],
    [all('Yes', 'Yes', 'Yes'), { gate: 'off' }, 'Openings agree: 3 of 3 Yes; the debate begins.'],
    [
      all('Yes', 'Yes', 'Yes'),
      { gate: 'challenge' },
      'Openings agree: 3 of 3 Yes; one seat challenges that before the debate ends.',
    ],
    [
      all('not enough to say', 'not enough to say', 'not enough to say'),
      {},
      'Openings choose none of the answers: 3 of 3 Not enough to say; the debate begins.',
    ],
  ])('of %j with %j is announced', (first, options, words) => {
    const play = open(options);
    answer(play, first.slice(0, 2), opening);
    play.say('door', opening(first[2] as Given));
    expect(format.announce?.(play.log, play.state)).toBe(words);
  });
});

describe('the end of the openings of a panel that seats have left', () => {
  const yes = { answer: 'Yes' };
  it.each([
    [[yes, yes], {}, 'Openings agree: 2 of 4 Yes, 2 of 4 no answer; the debate ends here.'],
    [
      [yes, yes],
      { gate: 'challenge' },
      'Openings agree: 2 of 4 Yes, 2 of 4 no answer; one seat challenges that before the debate ends.',
    ],
    [[yes, { answer: 'No' }], {}, 'Openings differ: 1 of 4 Yes, 1 of 4 No, 2 of 4 no answer; the debate begins.'],
    [
      all('none of these', 'not enough to say'),
      {},
      'Openings choose none of the answers: 1 of 4 None of these, 1 of 4 Not enough to say, 2 of 4 no answer; the debate begins.',
    ],
  ])('of %j with %j is announced', (given, options, words) => {
    const play = new PlayOf(panelFormat, { seats: 4, gate: 'on', ...options });
    play.add('debate-opened', { ...openRequest('d'), context: [], question: { answer: 'yes-no' } } as never);
    for (const [index, seat] of ['a', 'b', 'c', 'd'].entries()) {
      const each = given[index];
      if (each === undefined) play.add('seat-left', { seat, reason: { text: 'It failed.' } as never });
      else expect(play.say(seat, opening(each))).toMatchObject({ ok: true });
    }
    expect(panelFormat.announce?.(play.log, play.state)).toBe(words);
  });

  it('of numbers in the ranges of one another puts all of them to the seat that challenges them', () => {
    const play = new PlayOf(panelFormat, { seats: 3, gate: 'challenge' });
    play.add('debate-opened', { ...openRequest('d'), context: [], question: { answer: 'number' } } as never);
    for (const [seat, answer] of Object.entries({ a: '10 (8 to 12)', b: '11 (9 to 13)', c: '12 (10 to 14)' }))
      expect(play.say(seat, opening({ answer }))).toMatchObject({ ok: true });
    expect(play.steps.map(({ act, values }) => [act, values['answer']])).toEqual([
      ['challenge-agreement', '10 (8 to 12), 11 (9 to 13), 12 (10 to 14)'],
    ]);
  });
});

describe('the end of the ballot', () => {
  it.each([
    [{}, 'Final answers are in.'],
    [{ review: true }, /^Final answers are in\. .+\.$/],
  ])('with %j is announced, with what it came to where the debate continues', (options, words) => {
    const play = debate(open(options), all('Yes', 'No', 'Yes'), all('Yes', 'No', 'Yes'));
    expect(format.announce?.(play.log, play.state)).toEqual(
      typeof words === 'string' ? words : expect.stringMatching(words),
    );
  });
});
