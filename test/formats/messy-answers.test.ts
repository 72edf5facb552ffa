// Answers of debaters and judges as models write them: what each comes to, or that it is sent back with what to do.
import { describe, expect, it } from 'vitest';
import { readClaimEntries } from '../../src/formats/common/claims/prose.ts';
import { addClaims, type Claims, NO_CLAIMS, readClaimName, readMove } from '../../src/formats/common/claims/state.ts';
import { format as panel } from '../../src/formats/panel/index.ts';
import { openRequest } from '../support/hall.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { AsymmetricPlay, points as challenge, issuesOf } from './asymmetric-play.ts';
import { argument, attack, flat, OxfordPlay } from './oxford-play.ts';
import { PlayOf } from './play.ts';

describe('a judgment of an exchange', () => {
  function judged(score: object) {
    const play = new OxfordPlay();
    play.argueBoth();
    const { seat, act, values } = play.steps[0] as (typeof play.steps)[number];
    const due = (values['due'] ?? '').split(', ');
    const scores = due.map((argument_id, index) => ({
      argument_id,
      ...flat(5),
      reasoning: 'So.',
      ...(index === 0 ? score : {}),
    }));
    return play.say(seat, act, JSON.stringify({ scores, rescores: [] }));
  }

  it.each(['a1', '[A1]', 'Argument A1', 'A1: A title', 'A1 (A title)', '**A1**', 'A-1', 'A 1', 'Ａ１', '#A1'])(
    'is on the argument that %j names',
    (argument_id) => expect(judged({ argument_id, soundness: 9 })).toMatchObject({ ok: true }),
  );

  it.each(['A9', 'C1', '1', 'A1, B1', 'A1-A3', 'Side A', '', 'the first one'])('on %j is sent back', (argument_id) =>
    expect(issuesOf(judged({ argument_id }))).toContainEqual(
      expect.stringMatching(/is not an argument of this exchange; those are A1/),
    ),
  );

  it.each([9, '9', '９', '9.', '9/10', '９／１０', '9 out of 10', '**9**'])('has the mark 9 for %j', (soundness) =>
    expect(judged({ soundness })).toMatchObject({
      ok: true,
      data: { scores: [{ marks: { soundness: 9 } }, {}, {}, {}, {}, {}] },
    }),
  );

  it.each(['9/20', '90%', 'high', '8-9', '9 (of 10 or so)', null, '', 90, 0.9, -1, true])(
    'with the mark %j is sent back',
    (soundness) =>
      expect(issuesOf(judged({ soundness }))).toContainEqual(
        expect.stringMatching(/^scores\[0\]\.soundness: must be a/),
      ),
  );

  it.each(['', ' ', '-', '\u200b'])('with the reason %j is sent back', (reasoning) =>
    expect(issuesOf(judged({ reasoning }))).toContain('scores[0].reasoning: is empty'),
  );
});

describe('an argument of a side', () => {
  function inExchangeOne() {
    const play = new OxfordPlay();
    play.argueBoth();
    while (play.state.exchange === 0) {
      const { seat, act, sample } = play.steps[0] as (typeof play.steps)[number];
      play.say(seat, act, sample?.(REHEARSAL) ?? '');
    }
    return play;
  }

  const argued = (fields: object) => inExchangeOne().argue('proposition', [argument(fields as never)]);

  it.each(['OPP_000A', '[opp_000a]', 'argument opp_000a', 'opp-000a', 'opp 000a: title', '`opp_000a`', 'opp_0a'])(
    'attacks what %j names',
    (id) =>
      expect(argued({ attacks: [attack(id)] })).toMatchObject({
        ok: true,
        data: { arguments: [{ attacks: [{ target: 'opp_000a' }] }] },
      }),
  );

  it.each([
    ...['opp_999', 'A1', 'prop_000a', 'the opposition', 'opp_000a, opp_000b', '', 'not opp_000a', 'opp_000a?'],
    ...['all but opp_000a', 'opp_000a-c', 'opp_000a, b', 'opp 000a and 000b', '000a'],
  ])('that attacks %j is sent back', (id) =>
    expect(issuesOf(argued({ attacks: [attack(id)] }))).toEqual([
      expect.stringMatching(/^arguments\[0\]\.attacks\[0\]\.target_id: .*those are opp_000a/),
    ]),
  );

  it.each([{ attack: [attack('opp_000a')] }, { rebuttals: { target: 'opp_000a', type: 'claim', text: 'It fails.' } }])(
    'attacks what it names in %j',
    (said) =>
      expect(argued({ attacks: undefined, ...said })).toMatchObject({
        ok: true,
        data: { arguments: [{ attacks: [{ target: 'opp_000a', type: 'claim_attack' }] }] },
      }),
  );

  it('that says more than is read is sent back, and if it is there again, the record says what is lost', () => {
    const said = { attacks: undefined, clashes: [attack('opp_000a')] };
    const issue = 'arguments[]: "clashes" was not read: it may be "attacks"';
    const play = inExchangeOne();
    expect(issuesOf(play.argue('proposition', [argument(said)]))).toEqual([issue]);
    expect(play.argue('proposition', [argument(said)])).toMatchObject({ ok: true, warnings: [issue] });
  });

  it.each(['claim_attack', 'Claim attack.', 'claim', 'CLAIM'])('attacks the claim for %j', (type) =>
    expect(argued({ attacks: [attack('opp_000a', type)] })).toMatchObject({
      ok: true,
      data: { arguments: [{ attacks: [{ type: 'claim_attack' }] }] },
    }),
  );

  it.each(['claim_attack?', 'claim or warrant', 'logic', ''])('whose attack is of the kind %j is sent back', (type) =>
    expect(issuesOf(argued({ attacks: [attack('opp_000a', type)] }))).toEqual([
      expect.stringMatching(/attack_type: must be one of claim_attack/),
    ]),
  );

  it.each(['none', 'N/A', ''])('attacks nothing for %j', (attacks) =>
    expect(argued({ attacks })).toMatchObject({ ok: true, data: { arguments: [{ attacks: [] }] } }),
  );

  it.each(['—', '\u200b'])('with the warrant %j is sent back', (warrant) =>
    expect(issuesOf(argued({ warrant }))).toEqual(['arguments[0].warrant: is empty']),
  );
});

describe('a point of a challenge', () => {
  function challenged(point: object) {
    const play = new AsymmetricPlay({ freshN: 2 });
    play.positions((seat) => `1. One of ${seat}.\n2. Two of ${seat}.`);
    const said = {
      target: 'speaker-1',
      claim: null,
      point: 'It holds.',
      reason: 'So.',
      resolution: null,
      move: 'rebut',
      ...point,
    };
    const admission = play.say('experienced', JSON.stringify({ points: [said] }));
    return { admission, point: admission.ok ? (admission.data['points'] as unknown as object[])[0] : undefined };
  }
  const { target } = challenged({}).point as { target: string };

  it.each([
    ...[
      'Speaker 1',
      'speaker_1',
      'Speaker #1',
      'Speaker1',
      '[speaker-1]',
      '**speaker-1**',
      "Speaker 1's position",
      '"speaker-1"',
      'speaker‑1',
    ],
    ...['Position, Speaker 1', 'speaker-1 (the other side)'],
  ])('is on the position of %j', (said) => expect(challenged({ target: said }).point).toMatchObject({ target }));

  it.each([
    'speaker-9',
    'Reviewer 1',
    'C1',
    'Speaker 1 and Speaker 2',
    'speaker-1/speaker-2',
    'all',
    'me',
    'not speaker-1',
  ])('on the position of %j is sent back', (said) =>
    expect(issuesOf(challenged({ target: said }).admission)).toEqual([
      expect.stringMatching(/; it can answer speaker-1, speaker-2\.$/),
    ]),
  );

  it.each(['target_id', 'Target Seat', 'targets', 'to'])('may name the position under %j', (key) =>
    expect(challenged({ target: undefined, [key]: 'speaker-1' }).point).toMatchObject({ target }),
  );

  it('on a claim of another seat than its target is sent back, and if it is there again, stands with a warning', () => {
    const own = challenged({ target: 'speaker-1' }).point as { target: string };
    const claim = own.target === 'fresh' ? 'C5' : 'C3';
    expect(issuesOf(challenged({ target: 'speaker-1', claim }).admission)).toEqual([
      `Point 1: its target is speaker-1, but ${claim} is a claim of speaker-2.`,
    ]);
  });

  it('that may name the position under another key is sent back', () =>
    expect(issuesOf(challenged({ target: undefined, speaker: 'speaker-1' }).admission)).toEqual([
      'points[]: "speaker" was not read: it may be "target"',
    ]));

  it.each([
    ['challenge', 'concede'],
    ['agree', 'rebut'],
  ])('that says %j and %j is sent back', (action, move) =>
    expect(issuesOf(challenged({ action, move }).admission)).toEqual([
      'points[0]: has a move and an action that contradict each other; give the move alone',
    ]),
  );

  it.each([null, 'null', 'none', 'N/A'])('is on no position alone for %j', (said) =>
    expect(challenged({ target: said }).point).toMatchObject({ target: null }),
  );

  it.each(['C3', 3, ['C3'], 'claim C3', 'C3: One', 'C-3', 'C 3', 'Claim #3', 'Ｃ３'])('is on the claim %j', (claim) =>
    expect(challenged({ claim }).point).toMatchObject({ claim: 3 }),
  );

  it.each(['C99', 'C1', 'C3, C4', ['C3', 'C4'], { id: 'C3' }, true, 'C3-C4', 'F3', 'the second one', -3])(
    'on the claim %j is sent back',
    (claim) =>
      expect(issuesOf(challenged({ claim }).admission)).toEqual([
        expect.stringMatching(/^Point 1: its "claim" must be the name of one claim/),
      ]),
  );

  it.each([null, 'null', 'none', '-'])('is on no claim for %j', (claim) =>
    expect(challenged({ claim }).point).not.toHaveProperty('claim'),
  );

  it.each([null, '', 'none', 'N/A', 'None needed.', 'No resolution', 'keine', 'なし', false])(
    'without a better way in %j is a challenge',
    (resolution) => expect(challenged({ resolution }).point).toMatchObject({ action: 'challenge' }),
  );

  it.each(['No resolution before May.', 'None of these: halve it.', 'Nothing but tests.'])(
    'with a better way in %j proposes it',
    (resolution) => expect(challenged({ resolution }).point).toMatchObject({ action: 'propose_alternative' }),
  );

  it.each(['', '-', '\u200b'])('that says %j is sent back', (point) =>
    expect(issuesOf(challenged({ point }).admission)).toEqual(['Point 1 says nothing.']),
  );
});

describe('a synthesis', () => {
  function written(points: unknown, more: object = {}, moves = ['challenge', 'agree']) {
    const play = new AsymmetricPlay({ synthesis: true }).positions();
    for (const seat of ['experienced', 'fresh']) play.say(seat, challenge(...moves));
    const text = JSON.stringify({ synthesis: 'Start small.', points, search_terms: [], ...more });
    const first = play.say('convergence', text);
    return { first, second: first.ok ? first : play.say('convergence', text) };
  }
  const cause = { why: 'So.', root_cause: 'chance' };

  it.each([
    [[{ index: 1, ...cause }]],
    [[{ index: 'Point #1', explanation: 'So.', cause: 'Chance.' }]],
    [{ 'Point 1': cause }],
    [{ 1: cause }],
    [{ '1': { index: 1, ...cause } }],
  ])('has its root cause in %j', (points) =>
    expect(written(points).first).toMatchObject({ ok: true, data: { causes: [{ index: 1, cause: 'chance' }] } }),
  );

  it.each([[[]], [{}], [null], ['none'], [undefined]])('without root causes in %j is asked for them once', (points) => {
    const { first, second } = written(points);
    expect(issuesOf(first)).toEqual(['There is no root cause; "points" must have one for each point that rebuts.']);
    expect(second).toMatchObject({ ok: true, data: { causes: [] } });
  });

  it.each([[[]], [{}], [null]])('of nothing but agreement has none in %j', (points) =>
    expect(written(points, {}, ['agree']).first).toMatchObject({ ok: true, data: { causes: [] } }),
  );

  it.each(['', 'n/a', '…'])('that says %j is sent back', (synthesis) =>
    expect(issuesOf(written([], { synthesis }, ['agree']).first)).toEqual(['The synthesis is empty.']),
  );
});

describe('a position', () => {
  const count = (text: string) => {
    const said = new AsymmetricPlay().say('experienced', text);
    return said.ok ? ((said.data['claims'] ?? []) as unknown as unknown[]).length : undefined;
  };

  it.each([
    ...['1. A\n2. B', '1) A\n2) B', '(1) A\n(2) B', '１. A\n２. B', '1、A\n2、B', '１．A\n２．B', '- 1. A\n- 2. B'],
    ...['Point 1: A\n**Point 2:** B', '1: A\n2: B', '### 1. A\n\nSo.\n\n### 2. B\n\n```\n3. no\n```'],
    ...['```markdown\n1. A\n2. B\n```', '\ufeff1. A\n2. B', '\u200b1. A\n\u200b2. B'],
    ...[
      '一、A\n二、B',
      '第1点：A\n第2点：B',
      '① A\n② B',
      '（1）A\n（2）B',
      'Point 1 – A\nPoint 2 – B',
      '1\\. A\n2\\. B',
    ],
  ])('has two points in %j', (text) => expect(count(text)).toBe(2));

  it.each([
    '* A\n* B',
    '3:30 is late',
    '2024. It was',
    '3.5 million',
    '２０２４年に',
    '> 1. A',
    '1.5 A',
    '1 – 5 A',
    '一番良い',
    '第二に',
  ])('has no point in %j', (text) => expect(count(text)).toBe(0));
});

describe('a review at a pause', () => {
  const reviewed = (text: string) => new AsymmetricPlay({ pauseAt: 'challenge' }).positions().say('reviewer', text);

  it.each([
    'APPROVE',
    'Fine.\n\n**Approved**',
    'ＡＰＰＲＯＶＥ',
    'APPROVE\u200b',
    'Verdict: APPROVE',
    'Decision: APPROVE',
  ])('%j approves', (text) => expect(reviewed(text)).toMatchObject({ ok: true, data: { action: 'approve' } }));

  it.each([
    'APPROVE?',
    'REJECT?',
    'APPROVE or REJECT',
    'APPROVE, but fix it',
    '> APPROVE',
    'OVERRIDE fresh?\nText',
    "I can't help with that.",
  ])('%j is neither, and is sent back', (text) =>
    expect(issuesOf(reviewed(text))).toEqual([
      expect.stringMatching(/^One line must be exactly APPROVE, REJECT, OVERRIDE/),
    ]),
  );
});

describe('a person who sets the review', () => {
  const reviewed = (text: string, data: Readonly<Record<string, string>>) =>
    new AsymmetricPlay({ pauseAt: 'challenge' }).positions().say('reviewer', text, { byHand: true, data });

  it.each([
    ['It is fine.', { action: 'approve' }],
    ['APPROVE', { action: 'approve' }],
    ['APPROVE or REJECT, I say the first', { action: 'approve' }],
    ['REJECT\nThat is what fresh eyes would say.', { action: 'override', side: 'fresh' }],
  ])('may say %j beside %j', (text, data) =>
    expect(reviewed(text, data)).toMatchObject({ ok: true, data: { action: data.action } }),
  );

  it.each([
    ['REJECT: no owner', { action: 'approve' }, 'The review is set to "approve", but its text says "reject".'],
    ['APPROVE', { action: 'reject' }, 'The review is set to "reject", but its text says "approve".'],
    [
      'OVERRIDE fresh\nText',
      { action: 'override', side: 'experienced' },
      'The review is set to "override experienced", but its text says "override fresh".',
    ],
  ])('may not say %j beside %j', (text, data, issue) => expect(issuesOf(reviewed(text, data))).toEqual([issue]));
});

describe('a move', () => {
  it.each<readonly [string, string | undefined]>([
    ['Concede.', 'concede'],
    ['conceded', 'concede'],
    ['**rebuttal**', 'rebut'],
    ['ｒｅｂｕｔ', 'rebut'],
    ['rebut: it fails', 'rebut'],
    ['rebut (too vague)', 'rebut'],
    ['refines', 'refine'],
    ...[
      'concede?',
      'concede, but',
      'concede (partly)',
      'partially concede',
      'not concede',
      'concede or rebut',
      'rebut?',
      'agree',
      '',
    ].map((said) => [said, undefined] as const),
  ])('%j is %j', (said, move) => expect(readMove(said)).toBe(move));

  it.each<readonly [string, number | undefined]>([
    ['C2', 2],
    ['claim: C2', 2],
    ['C#2', 2],
    ['C02', 2],
    ['C2 (Speaker 2)', 2],
    ["Speaker 2's C2", 2],
    ['Speaker 2, claim C2', 2],
    ['the claim C2', 2],
    ['C2 of Speaker 1', 2],
    ['C2, the bill', 2],
    ...['-2', '2.5', 'C2, C3', 'C2, 3', 'C2, and 3', 'C2-C3', 'F2', 'C2 is wrong', 'not C2', 'C2?', 'Speaker 2'].map(
      (said) => [said, undefined] as const,
    ),
  ])('in %j is on the claim %j', (said, number) => expect(readClaimName(said)).toBe(number));
});

describe('a reply of a panelist', () => {
  /** Three seats, of which each has one claim. */
  function opened() {
    const play = new PlayOf(panel, { seats: 3 });
    const request = openRequest('d', play.state.options as never, panel);
    const opened = { ...request, topic: { sha256: '0'.repeat(64) }, context: [], question: { answer: 'yes-no' } };
    play.add('debate-opened', opened as never);
    for (const [seat, answer] of Object.entries({ a: 'Yes', b: 'No', c: 'Yes' })) {
      play.say(seat, JSON.stringify({ answer, confidence: 70, claims: [`${seat} holds`], change_mind: 'No.' }));
    }
    return play;
  }

  function replied(reply: object, more: object = {}) {
    const play = opened();
    const item = (claim: string) => ({ claim, move: 'concede', reason: 'So.', evidence: null, refined: null });
    const replies = [item('C1'), { ...item('C2'), ...reply }, item('C3')];
    const text = JSON.stringify({ replies, new_claims: [], ...more });
    const first = play.say('a', text);
    return { first, second: first.ok ? first : play.say('a', text) };
  }

  it.each(['concede?', 'partially concede', 'agree', ''])(
    'whose move is %j is sent back, and if it is there again, only that is lost',
    (move) => {
      const { first, second } = replied({ move });
      expect(issuesOf(first)).toEqual(['The "move" on C2 must be concede, rebut or refine.', 'No answer to C2.']);
      expect(second).toMatchObject({ ok: true, data: { claims: [{ claim: 3, move: 'concede' }] } });
    },
  );

  it.each([null, '', '-', 'N/A'])('that refines to %j is sent back', (refined) =>
    expect(issuesOf(replied({ move: 'refine', refined }).first)).toContain(
      'C2 is refined without its new wording in "refined".',
    ),
  );

  it.each([['none'], [['None.']], ['N/A'], [['-']], [''], [null], [[]]])('makes no new claim of %j', (new_claims) =>
    expect(replied({}, { new_claims }).first).toMatchObject({
      ok: true,
      data: { claims: [{ claim: 2 }, { claim: 3 }] },
    }),
  );

  it('may be an object by the names of the claims', () =>
    expect(
      replied(
        {},
        { replies: { C1: { move: 'concede' }, C2: { move: 'rebut', reason: 'No.' }, C3: { move: 'concede' } } },
      ).first,
    ).toMatchObject({
      ok: true,
      data: { claims: [{ claim: 2, move: 'rebut' }, { claim: 3 }] },
    }));
});

describe('lines about claims', () => {
  const claims = addClaims(addClaims(NO_CLAIMS, { seat: 'wind', seq: 1, round: 1, count: 3 }), {
    seat: 'wall',
    seq: 1,
    round: 1,
    count: 2,
  }) as Claims;
  const read = (text: string) => readClaimEntries(text, claims, 'wall').entries.map(({ claim, move }) => [claim, move]);

  it.each([
    ...[
      'C3: I concede.',
      '| C3 | concede | it holds |',
      'C3 | concede | it holds',
      '### C3 concede: x',
      'C3 (Wind) concede: x',
    ],
    ...['Claim C3: concede. x', '[C3] concede: x', 'C3 → concede: x', 'C3 is conceded: x', '\u200eC3 concede: x'],
  ])('%j concedes', (line) => expect(read(line)).toEqual([[3, 'concede']]));

  it.each(['C1–C3 rebut: x', 'C1 to C3 rebut: x', 'C1-C3: rebut. x'])('%j are on all claims of the range', (line) =>
    expect(read(line)).toEqual([1, 2, 3].map((claim) => [claim, 'rebut'])),
  );

  it.each([
    'C3 not conceded: x',
    'C3 concede? no',
    'I cannot concede C3: x',
    '"C3 concede: x", wrote Wind',
    'C3–C1 rebut: x',
    'C1–C99 rebut: x',
    'C3: **rebut** it',
  ])('%j is prose', (line) => expect(read(line)).toEqual([]));

  it('of a table have no words of its lines', () => {
    const table = '| claim | move | why |\n| --- | --- | --- |\n| C3 | rebut | it fails |';
    expect(read(table)).toEqual([[3, 'rebut']]);
  });
});
