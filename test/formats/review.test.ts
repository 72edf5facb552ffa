// The course of a review by its rules: who is asked what, what votes can do, and what a result may say.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EventData, LedgerEvent, RuleData } from '../../src/domain/events.ts';
import { admissionOf, advance, beginSnapshot } from '../../src/engine/snapshot.ts';
import type { Step } from '../../src/formats/format.ts';
import { format } from '../../src/formats/review/index.ts';
import type { ReviewData } from '../../src/formats/review/review-data.ts';
import { buildPrompt } from '../../src/runner/prompt-builder.ts';
import { DIFF, INVENTED, OVERRUN, ReviewPlay, UNAWAITED, type Written, written } from './review-play.ts';

const two = { reviewers: 2 };
const clean = '{"findings": []}';

const ids = (data: ReviewData) => data.findings.map(({ id }) => id);
const brief = ({ findings }: ReviewData) =>
  findings.map(({ id, status, votes }) => `${id} ${status} ${votes.valid}:${votes.invalid}`);

describe('opening a review', () => {
  const opened = (sources: readonly string[]) =>
    ({ context: sources.map((source) => ({ source })) }) as unknown as EventData<'debate-opened'>;

  it('needs a diff, and says how to give one', () => {
    expect(format.admitOpening?.(opened(['src/cart.ts']))).toMatchObject({ code: 'bad-input', hint: /git:/ });
    expect(format.admitOpening?.(opened(['src/cart.ts', 'git:main...HEAD']))).toBeUndefined();
  });

  it('refuses options that it does not know or that are out of range', () => {
    for (const options of [
      { reviewers: 6 },
      { reviewers: 0 },
      { confidenceThreshold: 49 },
      { platform: 'windows' },
      { x: 1 },
    ]) {
      expect(format.options.safeParse(options).success).toBe(false);
    }
    expect(format.options.parse({})).toMatchObject({
      reviewers: 3,
      rounds: 2,
      confidenceThreshold: 80,
      explore: false,
    });
  });

  it('gives every seat the rules of its platform', () => {
    const seats = format.seats(format.options.parse({ platform: 'ios', reviewers: 2 }));
    expect(seats.map(({ id, label, role }) => [id, label, role])).toEqual([
      ['reviewer-1', 'Reviewer 1', 'platform-ios'],
      ['reviewer-2', 'Reviewer 2', 'platform-ios'],
    ]);
    for (const { role } of seats) expect(format.prompts).toContain(role);
  });
});

describe('blind reviews', () => {
  it('are asked for at the same time, and nobody sees another one before all are in', () => {
    const play = new ReviewPlay();
    expect(play.due).toEqual(['1 review', '2 review', '3 review']);
    play.review(2, OVERRUN[0]);
    expect(format.blindSince?.(play.state)).toBe(1);
    const seen = (seat: string) => format.view(play.log, { seat, act: 'review', data: {} });
    expect(seen('reviewer-1')).toEqual([]);
    play.review(1);
    play.review(3);
    expect(format.blindSince?.(play.state)).toBeUndefined();
    const cross = format.view(play.log, { seat: 'reviewer-1', act: 'cross', data: {} });
    expect(cross.map(({ title }) => title)).toContain('Review, Reviewer 2');
    expect(cross.map(({ text }) => text).join()).toContain(
      '- 2.1 [P0] Loop reads past the end of items (src/cart.ts:12)',
    );
  });

  it('may be terse when nothing is wrong, and prose is never taken for that', () => {
    const play = new ReviewPlay(two);
    for (const prose of ['No issues found.', 'LGTM', 'Error: not logged in', '[]', '{}', '{"result": "fine"}']) {
      expect(play.say(1, prose)).toMatchObject({ ok: false, problem: { code: 'rule-violation' } });
    }
    expect(play.data).toMatchObject({ reviewed: false });
    expect(play.say(1, clean)).toMatchObject({ ok: true });
    expect(play.say(2, `Here it is:\n\`\`\`json\n${clean}\n\`\`\``)).toMatchObject({ ok: true });
    expect(play.due).toEqual(['close agreed']);
    play.close();
    expect(play.data).toMatchObject({ reviewed: true, findings: [], crossChecked: true, confidence: 100 });
    expect(play.result.headline).toBe('No findings by 2 of 2 reviewers; confidence 100 %.');
  });

  it('are sent back once with what is wrong in them', () => {
    const play = new ReviewPlay({ ...two, maxFindings: 1 });
    const vague = { ...OVERRUN[0], severity: 'Critical' };
    const refused = play.review(1, vague, UNAWAITED);
    expect(refused).toMatchObject({
      ok: false,
      problem: {
        issues: [
          'findings: has 2 entries; at most 1 are taken, so give the most important',
          'findings[0].severity: must be one of P0, P1, P2',
        ],
      },
    });
    expect(play.steps.find(({ seat }) => seat === 'reviewer-1')?.corrections).toHaveLength(2);
    expect(play.review(1, vague, UNAWAITED)).toMatchObject({ ok: true, warnings: [/at most 1/, /must be one of/] });
    play.review(2);
    expect(play.state.findings.map(({ claims }) => claims[0]?.severity)).toEqual(['P1']);
  });
});

describe('findings with one root cause', () => {
  it('are one, however they are worded, and say who found them', () => {
    const play = new ReviewPlay(two);
    play.review(1, OVERRUN[0]);
    play.review(2, UNAWAITED, OVERRUN[1]);
    expect(play.data.findings.map(({ id, foundBy, verified, line }) => ({ id, foundBy, verified, line }))).toEqual([
      { id: 'F1', foundBy: ['reviewer-1', 'reviewer-2'], verified: 'quote', line: 12 },
      { id: 'F2', foundBy: ['reviewer-2'], verified: 'quote', line: 3 },
    ]);
  });

  it('are found in other scripts, too', () => {
    const chinese = (title: string, detail: string) =>
      written('P1', { title, detail, file: 'src/cart.ts', line: 12, fix: '', evidence: null });
    const play = new ReviewPlay(two);
    play.review(
      1,
      chinese('循环越界读取数组', '索引等于数组长度时元素未定义'),
      chinese('命名含义不清楚', '变量名称难以理解'),
    );
    play.review(2, chinese('数组读取越界', '循环索引等于数组长度'));
    expect(play.data.findings.map(({ foundBy }) => foundBy.length)).toEqual([2, 1]);
  });

  it('stay apart in different files, far from each other, or when one reviewer keeps them apart', () => {
    const at = (more: Partial<Written>) => ({ ...OVERRUN[0], evidence: null, ...more });
    const apart = (one: Written, other: Written, reviewer: number) => {
      const play = new ReviewPlay(two);
      if (reviewer === 1) play.review(1, one, other);
      else play.review(1, one);
      if (reviewer === 1) play.review(2);
      else play.review(2, other);
      return play.data.findings.length;
    };
    expect(apart(at({}), at({ file: 'src/pay.ts', line: 3 }), 2)).toBe(2);
    expect(apart(at({ line: 12 }), at({ line: 300 }), 2)).toBe(2);
    expect(apart(at({ title: 'Reads one too far' }), at({ title: 'Reads past the end' }), 1)).toBe(2);
    expect(apart(at({}), at({}), 1)).toBe(1);
  });
});

describe('what one reviewer keeps apart', () => {
  const at = (line: number, title: string) =>
    written('P1', { title, detail: 'The price of items is wrong there.', file: 'src/cart.ts', line });

  it('stays apart when a claim of another one would fit both; it joins the one that it fits better', () => {
    const play = new ReviewPlay(two);
    play.review(1, at(12, 'Price is read past the end of items'), at(13, 'Price is not rounded after adding items'));
    play.review(2, at(13, 'Price of items is read past the end'));
    expect(play.data.findings.map(({ title, foundBy }) => [title, foundBy.length])).toEqual([
      ['Price is read past the end of items', 2],
      ['Price is not rounded after adding items', 1],
    ]);
  });
});

describe('evidence', () => {
  const verified = (more: Partial<Written>, context?: { source: string; text: string }[]) => {
    const play = context === undefined ? new ReviewPlay({ reviewers: 1 }) : new ReviewPlay({ reviewers: 1 }, context);
    play.review(1, written('P1', more));
    return play.data.findings[0];
  };

  it('is as good as what was found of the claim', () => {
    expect(verified({ file: 'src/pay.ts', line: 3, evidence: 'charge(card, order.total)' })?.verified).toBe('quote');
    expect(verified({ file: 'src/pay.ts', line: 3, evidence: 'refund(card)' })?.verified).toBe('line');
    expect(verified({ file: 'src/pay.ts', line: 40 })?.verified).toBe('file');
    expect(verified({ file: 'src/types.ts', line: 40 })?.verified).toBe('file');
    expect(verified({ file: 'src/types.ts', evidence: 'price:   number;' })?.verified).toBe('quote');
    expect(verified({ file: 'src/users.ts', line: 3 })?.verified).toBe('unverified');
    expect(verified({ evidence: 'eval(input)' })?.verified).toBe('unverified');
    expect(verified({})?.verified).toBe('unverified');
  });

  it('gives the place that the quote has, and the name that the diff has', () => {
    expect(verified({ file: 'pay.ts', line: 99, evidence: 'charge(card, order.total);' })).toMatchObject({
      file: 'src/pay.ts',
      line: 3,
    });
    expect(verified({ file: 'pay.ts', line: 99 })).toMatchObject({ file: 'src/pay.ts', line: 99 });
  });

  it('lets the quote settle a name that fits two files', () => {
    const file = (path: string, line: string) =>
      `diff --git a/${path} b/${path}\n--- a/${path}\n+++ b/${path}\n@@ -0,0 +1 @@\n+${line}\n`;
    const text = file('a/index.ts', 'start(one);') + file('b/index.ts', 'start(two);');
    const diff = [{ source: 'git:HEAD', text }];
    expect(verified({ file: 'index.ts', evidence: 'start(two)' }, diff)).toMatchObject({
      file: 'b/index.ts',
      verified: 'quote',
    });
    expect(verified({ file: 'index.ts' }, diff)).toMatchObject({ file: 'index.ts', verified: 'file' });
  });

  it('takes the rest of a changed file for material, if it was given', () => {
    const context = [
      { source: 'git:HEAD', text: DIFF },
      { source: 'src/pay.ts', text: 'export function refund(card: Card) {\n  undo(card);\n}\n' },
    ];
    expect(verified({ file: 'src/pay.ts', evidence: 'undo(card);' }, context)?.verified).toBe('quote');
    expect(verified({ file: 'src/cart.ts', evidence: 'undo(card);' }, context)?.verified).toBe('file');
  });
});

describe('judging each other', () => {
  function reviewed(options: RuleData, ...findings: readonly (readonly Written[])[]): ReviewPlay {
    const play = new ReviewPlay(options);
    for (const [index, each] of findings.entries()) play.review(index + 1, ...each);
    return play;
  }

  it('asks each reviewer for all that it did not find, in one call', () => {
    const play = reviewed({}, [OVERRUN[0], UNAWAITED], [OVERRUN[1]], []);
    expect(play.due).toEqual(['2 cross', '3 cross']);
    const [second, third] = play.steps.map(({ values }) => values['findings']);
    expect(second).toBe('- F2: P1, made as 1.2; valid 1, invalid 0');
    expect(third?.split('\n')).toHaveLength(2);
  });

  it('lets one vote against a finding leave it disputed, with two reviewers', () => {
    const play = reviewed({ ...two, rounds: 0 }, [OVERRUN[0]], []);
    expect(play.due).toEqual(['2 cross']);
    play.judge(2, ['F1 invalid']);
    expect(brief(play.data)).toEqual(['F1 disputed 1:1']);
    expect(play.data.confidence).toBe(0);
    play.finish();
    expect(play.data.findings).toHaveLength(1);
  });

  it('counts a clear word only: not its case, its marks, or what stands around it', () => {
    for (const [word, valid] of [
      ['VALID', true],
      [' Valid. ', true],
      ['"valid"', true],
      ['**INVALID**', false],
      ['ｉｎｖａｌｉｄ', false],
    ] as const) {
      const play = reviewed({ ...two, rounds: 0 }, [OVERRUN[0]], []);
      expect(play.judge(2, [`F1 ${word.trim()}`]), word).toMatchObject({ ok: true, data: { votes: [{ valid }] } });
    }
    for (const word of ['not valid', 'valid? no', 'probably invalid', 'yes', '', 'approve of nothing']) {
      const play = reviewed({ ...two, rounds: 0 }, [OVERRUN[0]], []);
      const answer = { judgments: [{ id: 'F1', verdict: word, reason: null, severity: null }], missed: [] };
      expect(play.say(2, answer), word).toMatchObject({ ok: false });
      expect(play.say(2, answer), word).toMatchObject({ ok: true, data: { votes: [] } });
      expect(brief(play.data), word).toEqual(['F1 unchecked 1:0']);
    }
  });

  it('counts each vote once, none that contradicts itself, and none on what was not asked', () => {
    const stuffed = reviewed({ ...two, rounds: 0 }, [OVERRUN[0]], [UNAWAITED]);
    stuffed.judge(1, ['F2 valid']);
    const votes = ['F1 invalid', 'f1 invalid', '1.1 invalid', 'F2 invalid', 'F9 valid'];
    expect(stuffed.judge(2, votes)).toMatchObject({ ok: true, data: { votes: [{ id: 'F1', valid: false }] } });
    expect(brief(stuffed.data)[0]).toBe('F1 disputed 1:1');

    const torn = reviewed({ ...two, rounds: 0 }, [OVERRUN[0]], []);
    torn.judge(2, ['F1 valid', 'F1 invalid']);
    expect(torn.judge(2, ['F1 valid', 'F1 invalid'])).toMatchObject({ ok: true, data: { votes: [] } });
  });

  it('takes in what was missed as findings, which the next round judges', () => {
    const play = reviewed({ ...two, confidenceThreshold: 100 }, [OVERRUN[0]], []);
    play.judge(2, ['F1 valid'], [UNAWAITED]);
    expect(brief(play.data)).toEqual(['F1 confirmed 2:0', 'F2 unchecked 1:0']);
    expect(play.due).toEqual(['1 dispute', '2 dispute']);
    expect(play.steps[0]?.values['findings']).toBe('- F2: P1, made as 2.1; valid 1, invalid 0');
  });

  it('takes what was missed for what is there already, if it is', () => {
    const play = reviewed({ ...two, rounds: 0 }, [OVERRUN[0]], []);
    play.judge(2, ['F1 valid'], [OVERRUN[1]]);
    expect(play.data.findings.map(({ foundBy }) => foundBy)).toEqual([['reviewer-1', 'reviewer-2']]);
  });

  it('rates a finding as most do who hold it valid, of several ratings the worst', () => {
    const play = reviewed({ rounds: 0 }, [OVERRUN[0]], [], []);
    play.judge(2, ['F1 valid P2']);
    play.judge(3, ['F1 valid P2']);
    expect(play.data.findings[0]?.severity).toBe('P2');
    const tied = reviewed({ rounds: 0 }, [OVERRUN[0]], [], []);
    tied.judge(2, ['F1 valid P2']);
    tied.judge(3, ['F1 invalid P2']);
    expect(tied.data.findings[0]?.severity).toBe('P0');
  });
});

describe('rounds about disputes', () => {
  function disputed(options: RuleData): ReviewPlay {
    const play = new ReviewPlay(options);
    play.review(1, OVERRUN[0], UNAWAITED);
    play.review(2, OVERRUN[1]);
    play.judge(2, ['F2 invalid']);
    return play;
  }

  it('are about what is disputed alone, with the arguments so far and not those of the same round', () => {
    const play = disputed({ ...two, confidenceThreshold: 90 });
    expect(play.due).toEqual(['1 dispute', '2 dispute']);
    expect(play.steps[0]?.values).toMatchObject({ round: '1', rounds: '2' });
    expect(play.steps[0]?.values['findings']).toBe('- F2: P1, made as 1.2; valid 1, invalid 1');
    play.judge(1, ['F2 valid']);
    const seen = (seat: string) => format.view(play.log, { seat, act: 'dispute', data: { round: 1 } });
    expect(seen('reviewer-2').map(({ title }) => title)).toEqual([
      'Review, Reviewer 1',
      'Review, Reviewer 2',
      'Cross-check, Reviewer 2',
    ]);
    expect(seen('reviewer-2').at(-1)?.text).toContain('F2: invalid. because');
  });

  it('end when nothing changed', () => {
    const play = disputed({ ...two, rounds: 5, confidenceThreshold: 100 });
    play.judge(1, ['F2 valid']);
    play.judge(2, ['F2 invalid']);
    expect(play.due).toEqual(['1 compose']);
    expect(play.data.rounds).toBe(1);
  });

  it('end when nothing is disputed any more', () => {
    const play = disputed({ ...two, rounds: 5, confidenceThreshold: 100 });
    play.judge(1, ['F2 valid']);
    play.judge(2, ['F2 valid']);
    expect(play.due).toEqual(['1 compose']);
  });

  it('end when a finding is withdrawn, which then counts no more', () => {
    const play = disputed({ ...two, rounds: 5, confidenceThreshold: 100 });
    play.judge(1, ['F2 invalid']);
    play.judge(2, ['F2 invalid']);
    expect(play.due).toEqual(['1 compose']);
    expect(play.data.confidence).toBe(100);
  });

  it('end at the threshold, and after as many as were allowed', () => {
    // One of two found by both: A = 50, B = 100: 70 percent.
    expect(disputed({ ...two, confidenceThreshold: 70 }).due).toEqual(['1 compose']);
    const play = disputed({ ...two, rounds: 2, confidenceThreshold: 71 });
    play.judge(1, ['F2 invalid']);
    play.judge(2, ['F2 valid']);
    expect(play.due).toEqual(['1 dispute', '2 dispute']);
    play.judge(1, ['F2 valid']);
    play.judge(2, ['F2 invalid']);
    expect(play.due).toEqual(['1 compose']);
    expect(play.data.rounds).toBe(2);
  });
});

describe('the report', () => {
  function composing(options: RuleData = two): ReviewPlay {
    const play = new ReviewPlay({ rounds: 0, ...options });
    play.review(1, OVERRUN[0], UNAWAITED);
    play.review(
      2,
      written('P2', { title: 'Prices are not dated', file: 'docs/café.md', line: 1, evidence: 'Neue Preise' }),
    );
    for (const { seat, values } of play.steps) {
      const asked = [...(values['findings'] ?? '').matchAll(/^- (F\d+)/gm)].map((match) => `${match[1]} valid`);
      play.judge(Number(seat.slice(-1)), asked);
    }
    return play;
  }
  const entry = (...of: readonly string[]) => ({ ids: of, title: null, detail: null, fix: null });

  it('is composed by whose review has the most points, and voted on by the others', () => {
    const play = composing();
    expect(play.due).toEqual(['1 compose']);
    play.say(1, { findings: [entry('F1'), entry('F2'), entry('F3')], dropped: [] });
    expect(play.due).toEqual(['2 validate']);
    play.vote(2, ['F1 approve', 'F2 approve', 'F3 approve']);
    expect(play.due).toEqual(['close agreed']);
  });

  it('takes the words of the composer, and neither severity nor place', () => {
    const play = composing();
    const edited = {
      ids: ['F1'],
      title: 'Total crashes',
      detail: 'For every cart.',
      fix: 'Stop earlier.',
      severity: 'P2',
      file: 'x',
    };
    play.say(1, { findings: [edited, entry('F2'), entry('F3')], dropped: [] });
    expect(play.data.findings[0]).toMatchObject({
      id: 'F1',
      severity: 'P0',
      title: 'Total crashes',
      detail: 'For every cart.',
      fix: 'Stop earlier.',
      file: 'src/cart.ts',
      line: 12,
    });
  });

  it('has what the composer lost, or left out without a reason', () => {
    const play = composing();
    const said = play.say(1, { findings: [entry('F2')], dropped: [{ id: 'F3', reason: ' ' }] });
    expect(said).toMatchObject({ ok: true, warnings: [/no reason/, /has not F1, F3; put back/] });
    expect(ids(play.data)).toEqual(['F1', 'F2', 'F3']);
  });

  it('marks what the composer invented as unverified', () => {
    const play = composing();
    const invented = { ids: ['F77'], title: 'SQL injection', detail: 'Somewhere.', fix: 'Bind it.' };
    play.say(1, { findings: [entry('F1'), entry('F2'), entry('F3'), invented], dropped: [] });
    expect(play.data.findings.at(-1)).toMatchObject({
      id: 'F4',
      severity: 'P2',
      title: 'SQL injection',
      verified: 'unverified',
      foundBy: [],
      status: 'unchecked',
    });
    play.vote(2, ['F1 approve', 'F2 approve', 'F3 approve', 'F4 reject']);
    expect(brief(play.data).at(-1)).toBe('F4 disputed 1:1');
    expect(play.due).toEqual(['close stable-disagreement']);
  });

  it('puts findings together in one file only, and names what went in', () => {
    const play = new ReviewPlay({ ...two, rounds: 0 });
    const name = written('P2', { title: 'Name is misleading', file: 'src/cart.ts', line: 10, detail: 'It does more.' });
    play.review(1, OVERRUN[0], UNAWAITED, name);
    play.review(2);
    play.judge(2, ['F1 valid', 'F2 valid', 'F3 valid']);
    play.say(1, { findings: [entry('F1', 'F2', 'F3')], dropped: [] });
    expect(ids(play.data)).toEqual(['F1', 'F2']);
    expect(play.data.findings[0]?.detail).toContain('Here with F3: Name is misleading');
  });

  it('leaves out what is voted down, and says by whom and why', () => {
    const play = new ReviewPlay({ rounds: 0 });
    play.review(1, OVERRUN[0], INVENTED);
    play.review(2);
    play.review(3);
    const invented = play.state.findings.find(({ claims }) => claims[0]?.words?.title === INVENTED.title)?.id ?? '';
    const right = invented === 'F1' ? 'F2' : 'F1';
    play.judge(2, [`${right} valid`, `${invented} invalid`]);
    play.judge(3, [`${right} valid`, `${invented} invalid`]);
    play.say(1, { findings: [entry(right)], dropped: [{ id: invented, reason: 'No such file.' }] });
    play.vote(2, [`${right} approve`, `${invented} reject`]);
    play.vote(3, [`${right} approve`, `${invented} reject`]);
    expect(ids(play.data)).toEqual([right]);
    expect(play.data.eliminated).toMatchObject([
      {
        id: invented,
        by: 'reviewer-1',
        reason: 'No such file. (3 of 3 reviewers hold it invalid.)',
        verified: 'unverified',
        votes: { valid: 0, invalid: 3 },
      },
    ]);
    expect(play.due).toEqual(['close agreed']);
    expect(play.data.scores[0]).toMatchObject({ falsePositives: -10 });
  });

  it('keeps what the composer drops against the others', () => {
    const play = composing({ reviewers: 3 });
    play.review(3);
    play.judge(1, ['F3 valid']);
    play.judge(2, ['F1 valid', 'F2 valid']);
    play.judge(3, ['F1 valid', 'F2 valid', 'F3 valid']);
    play.say(1, { findings: [entry('F1'), entry('F2')], dropped: [{ id: 'F3', reason: 'I did not see it.' }] });
    play.vote(2, ['F1 approve', 'F2 approve', 'F3 approve']);
    play.vote(3, ['F1 approve', 'F2 approve', 'F3 approve']);
    expect(brief(play.data)).toEqual(['F1 confirmed 3:0', 'F2 confirmed 3:0', 'F3 confirmed 2:1']);
  });

  it('escapes what seats wrote', () => {
    const play = new ReviewPlay({ reviewers: 1 });
    play.review(1, written('P1', { title: 'A | B\n# Head <b>', detail: '<script>', file: 'src/cart.ts' }));
    play.close();
    const { markdown } = play.result;
    expect(markdown).not.toMatch(/^# Head|<b>|<script>/m);
    expect(markdown).toContain('It is binary \\| not text.');
  });
});

describe('reviewers that fail', () => {
  it('leave a degraded review as long as another one can review', () => {
    const play = new ReviewPlay();
    expect(play.fail(1)).toBe(true);
    play.review(2);
    play.review(3);
    play.close();
    expect(play.data).toMatchObject({
      reviewed: true,
      degraded: true,
      reviewers: [{ seat: 'reviewer-1', state: 'left', reason: 'It is not logged in.' }, {}, {}],
    });
    expect(play.result.headline).toBe(
      'No findings by 2 of 3 reviewers; confidence 100 %; degraded: without reviewer-1.',
    );
    expect(play.result.markdown).toContain('**Degraded**');
  });

  it('never all leave: the last one pauses the run, and nothing was reviewed', () => {
    const play = new ReviewPlay();
    expect([play.fail(1), play.fail(2), play.fail(3)]).toEqual([true, true, false]);
    expect(play.due).toEqual(['3 review']);
    expect(play.data).toMatchObject({ reviewed: false, confidence: null, crossChecked: false, findings: [] });
    expect(play.result.headline).toMatch(/^Not reviewed: .*reviewer-3 failed: It is not logged in\./);
    expect(play.result.headline + play.result.markdown).not.toMatch(/no findings/i);
    // Resumed, it goes on where it was.
    play.review(3, OVERRUN[0]);
    expect(play.due).toEqual(['close decided']);
    expect(play.result.headline).toMatch(/1 of 3 reviewers.*checked by nobody else.*degraded/);
  });

  it('leave one review that nobody checked, without a confidence', () => {
    const play = new ReviewPlay(two);
    play.review(1, OVERRUN[0]);
    play.fail(2);
    expect(play.due).toEqual(['close decided']);
    play.close();
    expect(play.data).toMatchObject({ crossChecked: false, confidence: null, findings: [{ status: 'unchecked' }] });
    expect(play.result.markdown).toContain('nobody checked');
  });

  it('are no reason to lose what was found, whenever they fail', () => {
    const play = new ReviewPlay({ rounds: 0 });
    play.review(1, OVERRUN[0]);
    play.review(2, UNAWAITED);
    play.review(3);
    play.fail(3);
    play.judge(1, ['F2 valid']);
    play.judge(2, ['F1 valid']);
    expect(play.due).toEqual(['1 compose']);
    expect(play.fail(1)).toBe(true);
    expect(play.due).toEqual(['2 compose']);
    expect(play.fail(2)).toBe(false);
    play.finish();
    expect(ids(play.data)).toEqual(['F1', 'F2']);
    expect(play.data.degraded).toBe(true);
  });

  it('show a review that was stopped as such', () => {
    const play = new ReviewPlay(two);
    play.review(1, OVERRUN[0]);
    play.review(2);
    play.add({ type: 'debate-force-closed', data: { reason: { sha256: 'a'.repeat(64) }, by: 'ann' } });
    expect(play.result.headline).toMatch(/^Stopped before the end: .*degraded/);
    expect(play.data).toMatchObject({ degraded: true, findings: [{ status: 'unchecked' }] });
  });
});

describe('the number of calls', () => {
  const counted = (play: ReviewPlay) => play.log.filter(({ type }) => type === 'turn-recorded').length;

  it('is at least that of clean reviews and at most that of reviews that disagree to the end', () => {
    for (const [name, { options }] of [['defaults', { options: {} }] as const, ...Object.entries(format.recipes)]) {
      const rules = format.options.parse(options);
      const quiet = new ReviewPlay(options);
      for (const { seat } of quiet.steps) quiet.say(Number(seat.slice(-1)), clean);
      expect([name, quiet.due, counted(quiet)]).toEqual([name, ['close agreed'], format.calls(rules).atLeast]);

      const loud = new ReviewPlay({ ...options, confidenceThreshold: 100 });
      const places = [
        ...OVERRUN.slice(0, 1),
        UNAWAITED,
        INVENTED,
        written('P2', { title: 'Alone', file: 'docs/café.md' }),
      ];
      for (const [index, { seat }] of loud.steps.entries()) {
        loud.say(Number(seat.slice(-1)), { findings: [places[index]], residual_risks: [], open_questions: [] });
      }
      for (let flip = 0; loud.due.every((due) => !/compose/.test(due)); flip += 1) {
        for (const { seat, values } of loud.steps) {
          const asked = [...(values['findings'] ?? '').matchAll(/^- (F\d+)/gm)].map((match) => match[1]);
          const reviewer = Number(seat.slice(-1));
          loud.judge(
            reviewer,
            asked.map((id) => `${id} ${reviewer === (flip % rules.reviewers) + 1 && flip > 0 ? 'valid' : 'invalid'}`),
          );
        }
      }
      loud.finish();
      expect([name, counted(loud)]).toEqual([name, format.calls(rules).atMost]);
    }
  });

  it('is one for one reviewer', () => {
    expect(format.calls(format.options.parse({ reviewers: 1 }))).toEqual({ atLeast: 1, atMost: 1 });
    const play = new ReviewPlay({ reviewers: 1 });
    play.review(1, OVERRUN[0]);
    expect(play.due).toEqual(['close decided']);
  });
});

describe('whatever is answered', () => {
  const files = ['src/cart.ts', 'src/pay.ts', 'gone.ts', null];
  const topics = ['loop reads past the end', 'charge is never awaited', 'price is not checked', 'card may be missing'];
  const anyFinding = fc
    .record({
      severity: fc.constantFrom('P0', 'P1', 'P2'),
      file: fc.constantFrom(...files),
      line: fc.option(fc.integer({ min: 1, max: 20 })),
      topic: fc.constantFrom(...topics),
    })
    .map(({ topic, ...rest }) =>
      written(rest.severity, { ...rest, title: topic, detail: `${topic} when it is empty` }),
    );
  const anyReviews = fc.array(fc.array(anyFinding, { maxLength: 4 }), { minLength: 2, maxLength: 4 });
  const anyVotes = fc.array(fc.boolean(), { minLength: 1, maxLength: 30 });

  /** Up to the composition; votes are taken one after the other. */
  function played(reviews: readonly (readonly Written[])[], votes: readonly boolean[], order?: readonly number[]) {
    const play = new ReviewPlay({ reviewers: reviews.length, rounds: 1 });
    for (const index of order ?? reviews.keys()) play.review(index + 1, ...(reviews[index] ?? []));
    let vote = 0;
    while (play.steps.length > 0 && play.steps[0]?.act !== 'compose') {
      const step = play.steps[0];
      const asked = [...(step?.values['findings'] ?? '').matchAll(/^- (F\d+)/gm)].map((match) => match[1]);
      const word = () => (votes[vote++ % votes.length] ? 'valid' : 'invalid');
      play.judge(
        Number(step?.seat.slice(-1)),
        asked.map((id) => `${id} ${word()}`),
      );
    }
    return play;
  }

  it('the composer can neither lose a finding nor invent one', () => {
    const anyId = fc.oneof(
      fc.integer({ min: 1, max: 12 }).map((number) => `F${number}`),
      fc.constantFrom('f1', '1.1', '2.1', 'X', ''),
    );
    const anyComposition = fc.record({
      findings: fc.array(
        fc.record({
          ids: fc.array(anyId, { maxLength: 3 }),
          title: fc.constantFrom(null, 'New words'),
          detail: fc.constant(null),
          fix: fc.constant(null),
        }),
        { maxLength: 6 },
      ),
      dropped: fc.array(fc.record({ id: anyId, reason: fc.constantFrom('refuted', '', null) }), { maxLength: 4 }),
    });
    fc.assert(
      fc.property(anyReviews, anyVotes, anyComposition, fc.boolean(), (reviews, votes, composition, keep) => {
        const play = played(reviews, votes);
        if (play.steps.length === 0) return;
        const known = play.state.findings.map(({ id }) => id);
        const composer = Number(play.steps[0]?.seat.slice(-1));
        expect(play.say(composer, composition)).toMatchObject({ ok: true });
        for (const { seat, values } of play.steps) {
          const asked = [...(values['entries'] ?? '').matchAll(/^- (F\d+)/gm)].map((match) => match[1]);
          play.vote(
            Number(seat.slice(-1)),
            asked.map((id) => `${id} ${keep ? 'approve' : 'reject'}`),
          );
        }
        play.close();
        const { findings, eliminated } = play.data;
        const reported = [...findings, ...eliminated];
        const merged = reported.flatMap(({ detail }) =>
          [...detail.matchAll(/(?:Here with|;) (F\d+):/g)].map((m) => m[1]),
        );
        const all = [...reported.map(({ id }) => id), ...merged];
        expect(new Set(all).size).toBe(all.length);
        for (const id of known) expect(all).toContain(id);
        for (const { id, verified, foundBy } of reported.filter((each) => !known.includes(each.id))) {
          expect([id, verified, foundBy]).toEqual([id, 'unverified', []]);
        }
        for (const { reason, by, votes: counted } of eliminated) {
          expect([reason !== '', by !== '', counted.invalid > counted.valid]).toEqual([true, true, true]);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('who answered first changes nothing', () => {
    fc.assert(
      fc.property(anyReviews, anyVotes, fc.infiniteStream(fc.nat(1_000)), (reviews, votes, random) => {
        const order = [...reviews.keys()].toSorted(() => (random.next().value ?? 0) - 500);
        const { scores: _, ...straight } = played(reviews, votes).data;
        const { scores: __, ...mixed } = played(reviews, votes, order).data;
        expect(mixed).toEqual(straight);
      }),
      { numRuns: 60 },
    );
  });

  it('which seat a reviewer has does not change the confidence', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.nat(3), { maxLength: 4 }), { minLength: 2, maxLength: 4 }), (which) => {
        const reviews = which.map((of) =>
          of.map((index) =>
            written('P1', { title: topics[index] ?? '', file: files[index % 2] ?? null, line: 2 + index }),
          ),
        );
        const confidence = (each: typeof reviews) => {
          const play = new ReviewPlay({ reviewers: each.length });
          for (const [index, findings] of each.entries()) play.review(index + 1, ...findings);
          return play.data.confidence;
        };
        expect(confidence(reviews.toReversed())).toBe(confidence(reviews));
      }),
      { numRuns: 100 },
    );
  });

  it('nobody is told what another seat says at the same time, and everybody all that was said before', () => {
    const texts = {
      digests: [],
      render: (name: string, values: Readonly<Record<string, string>>) => `${name} ${JSON.stringify(values)}`,
    };
    fc.assert(
      fc.property(anyReviews, anyVotes, (reviews, votes) => {
        const play = new ReviewPlay({ reviewers: reviews.length, rounds: 2, confidenceThreshold: 100 });
        let marks = 0;
        let vote = 0;
        const mark = () => `mark-${marks++}.`;
        const past: string[] = [];
        while (play.steps.length > 0) {
          const { act, data } = play.steps[0] as Step;
          const now = new Map<string, string>();
          for (;;) {
            const step = play.steps.find((each) => each.act === act && each.data['round'] === data['round']);
            if (step === undefined || now.has(step.seat)) break;
            const prompt = buildPrompt(play.snapshot, step, texts);
            for (const hidden of now.values()) expect(`${prompt.system}${prompt.user}`).not.toContain(hidden);
            for (const seen of past) expect(prompt.user).toContain(seen);
            const own = mark();
            now.set(step.seat, own);
            const asked = [...(step.values['findings'] ?? step.values['entries'] ?? '').matchAll(/^- (F\d+)/gm)].map(
              (m) => m[1],
            );
            const word = (yes: string, no: string) => (votes[vote++ % votes.length] ? yes : no);
            const answers: Readonly<Record<string, () => unknown>> = {
              review: () => ({
                findings: (reviews[Number(step.seat.slice(-1)) - 1] ?? []).map((each) => ({ ...each, fix: own })),
                residual_risks: [own],
              }),
              cross: () => ({ judgments: asked.map((id) => ({ id, verdict: word('valid', 'invalid'), reason: own })) }),
              compose: () => ({ findings: asked.map((id) => ({ ids: [id], title: own })) }),
              validate: () => ({ votes: asked.map((id) => ({ id, vote: word('approve', 'reject'), reason: own })) }),
            };
            const answer = answers[act === 'dispute' ? 'cross' : act]?.();
            expect(play.say(Number(step.seat.slice(-1)), answer)).toMatchObject({ ok: true });
          }
          past.push(...now.values());
        }
      }),
      { numRuns: 60 },
    );
  });

  it('a vote means the same in any case and dress', () => {
    const dress = fc.constantFrom(
      (word: string) => word.toUpperCase(),
      (word: string) => ` ${word}.`,
      (word: string) => `**${word}**`,
      (word: string) => `${word[0]?.toUpperCase()}${word.slice(1)}!`,
    );
    fc.assert(
      fc.property(anyVotes, fc.array(dress, { minLength: 1, maxLength: 8 }), (votes, dresses) => {
        const outcome = (dressed: boolean) => {
          const play = new ReviewPlay({ reviewers: 3, rounds: 0 });
          play.review(1, OVERRUN[0], UNAWAITED);
          play.review(2);
          play.review(3);
          let count = 0;
          for (const reviewer of [2, 3]) {
            const judgments = ['F1', 'F2'].map((id) => {
              const word = votes[count % votes.length] ? 'valid' : 'invalid';
              const dressing = dressed ? dresses[count % dresses.length] : undefined;
              count += 1;
              return { id, verdict: dressing?.(word) ?? word, reason: 'r', severity: null };
            });
            play.say(reviewer, { judgments, missed: [] });
          }
          play.finish();
          return [brief(play.data), play.data.confidence];
        };
        expect(outcome(true)).toEqual(outcome(false));
      }),
      { numRuns: 60 },
    );
  });

  it('comes to the same when texts of turns are redacted', () => {
    const bare = (data: ReviewData) => ({
      findings: data.findings.map(({ id, severity, status, votes, verified, foundBy, line }) => ({
        ...{ id, severity, status, votes, verified, foundBy, line },
      })),
      eliminated: data.eliminated.map(({ id, by, votes }) => ({ id, by, votes })),
      rest: [data.confidence, data.rounds, data.scores, data.crossChecked, data.reviewers],
    });
    fc.assert(
      fc.property(
        anyReviews,
        anyVotes,
        fc.array(fc.boolean(), { minLength: 5, maxLength: 20 }),
        (reviews, votes, gone) => {
          const play = played(reviews, votes);
          play.finish();
          const log: LedgerEvent[] = play.log.map((event, index) =>
            event.type === 'turn-recorded' && gone[index % gone.length]
              ? { ...event, data: { ...event.data, content: { sha256: event.data.content.sha256 } } }
              : event,
          );
          let snapshot = beginSnapshot(log[0] as LedgerEvent, format, log);
          for (const event of log.slice(1)) {
            const admission = admissionOf(snapshot, event);
            expect(admission.ok).toBe(true);
            if (event.type === 'turn-recorded' && admission.ok && !('text' in event.data.content)) {
              expect(admission.data).toEqual(event.data.data);
            }
            snapshot = advance(snapshot, event);
          }
          const data = format.result?.(log, snapshot.state as never)?.data as unknown as ReviewData;
          expect(bare(data)).toEqual(bare(play.data));
        },
      ),
      { numRuns: 60 },
    );
  });
});
