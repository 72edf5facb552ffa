// Findings of a review: how claims become one, what evidence and votes make of them, and what a composer can do.
import { describe, expect, it } from 'vitest';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { DebateRecord } from '../../src/domain/record.ts';
import { trackFindings } from '../../src/domain/results/fixing.ts';
import { type Finding, findPlace, type ReviewResult } from '../../src/domain/results/review-result.ts';
import { formatPlace } from '../../src/domain/words/describe-reviewed.ts';
import { labelSeats } from '../../src/domain/words/label-seats.ts';
import { reviewShown } from '../../src/doors/mcp/tools/reviews/debate-review.ts';
import { describeFindings } from '../../src/hall/operations/fixing/documents.ts';
import faults from '../fixtures/worded-findings.json' with { type: 'json' };
import { DIFF, INVENTED, OVERRUN, ReviewPlay, UNAWAITED, type Written, written } from './review-play.ts';

const two = { reviewers: 2 };

const ids = (data: ReviewResult) => data.findings.map(({ id }) => id);
const brief = ({ findings }: ReviewResult) =>
  findings.map(({ id, status, votes }) => `${id} ${status} ${votes.valid}:${votes.invalid}`);

describe('a line of a finding', () => {
  const CHECKS = `diff --git a/a.ts b/a.ts
--- a/a.ts
+++ b/a.ts
@@ -40,5 +40,3 @@
 keep40();
-check41();
-check42();
 keep43();
 keep44();
`;

  it.each([
    [42, 'check42();', 'a.ts:42 (removed)', undefined],
    [41, 'check41();', 'a.ts:41 (removed)', undefined],
    [41, 'keep43();', 'a.ts:41', 41],
    [41, null, 'a.ts:41', 41],
    [40, 'keep40();', 'a.ts:40', 40],
    [null, 'keep44();', 'a.ts:42', 42],
    [null, 'check42();', 'a.ts', undefined],
    [99, null, 'a.ts:99', undefined],
  ])('%s with the quote %s is said as %s and leads to %s of the changed file', (line, evidence, words, leadsTo) => {
    const play = new ReviewPlay(two, [{ source: 'git:HEAD', text: CHECKS }]);
    play.review(1, written('P1', { file: 'a.ts', line, evidence }));
    play.review(2);
    const [finding] = play.data.findings as [Finding];
    expect(formatPlace(finding)).toBe(words);
    expect(findPlace(finding, play.data)?.line).toBe(leadsTo);
    expect(play.result.markdown).toContain(words);
    expect(describeFindings(trackFindings([{ review: play.data }]), labelSeats([])).text).toContain(`(${words})`);
    const record = { threadId: 'a', format: 'review', seats: [], result: play.result } as Partial<DebateRecord>;
    expect(reviewShown(record as DebateRecord).lines).toEqual([expect.stringContaining(`(${words})`)]);
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

/** Of each language four faults, in two wordings each; what is said without a word of the matter is the same in all of them. */
describe.each(Object.entries(faults))('findings in the language "%s"', (_, said) => {
  const at = (line: number, [title = '', detail = '']: readonly string[]) =>
    written('P1', { title, detail, file: 'src/cart.ts', line, fix: '', evidence: null });
  const found = (one: readonly string[], other: readonly string[]) => {
    const play = new ReviewPlay(two);
    play.review(1, at(10, one));
    play.review(2, at(13, other));
    return play.data.findings.length;
  };

  it('are one if they are the same in other words, and two if they are not, when there are two in all', () => {
    for (const [index, [one = [], other = []]] of said.entries()) {
      expect([one, other, found(one, other)]).toEqual([one, other, 1]);
      for (const more of said.slice(index + 1).flat()) {
        for (const each of [one, other]) expect([each, more, found(each, more)]).toEqual([each, more, 2]);
      }
    }
  });

  it.each([1, 12])('are told apart when there are many, at %d places', (places) => {
    const play = new ReviewPlay({ ...two, maxFindings: 50 });
    const all = (wording: number) =>
      Array.from({ length: places }, (__, place) =>
        said.map((fault) => at(100 * place + 1, fault[wording] ?? [])),
      ).flat();
    play.review(1, ...all(0));
    play.review(2, ...all(1).toReversed());
    expect(play.data.findings.map(({ foundBy }) => foundBy.length)).toEqual(all(0).map(() => 2));
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
    expect(second).toBe('- F2: P1, see 1.2');
    expect(third?.split('\n')).toHaveLength(2);
  });

  it('lets one vote against a finding leave it disputed, with two reviewers', () => {
    const play = reviewed({ ...two, rounds: 0 }, [OVERRUN[0]], []);
    expect(play.due).toEqual(['2 cross']);
    play.judge(2, ['F1 invalid']);
    expect(brief(play.data)).toEqual(['F1 disputed 1:1']);
    expect(play.data.overlap).toBe(0);
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
    expect(play.steps[0]?.values['findings']).toBe('- F2: P1, see 2.1');
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
    const answer = { findings: [entry('F2')], dropped: [{ id: 'F3', reason: ' ' }] };
    expect(play.say(1, answer)).toMatchObject({ ok: false, problem: { issues: [/no reason/] } });
    expect(play.say(1, answer)).toMatchObject({ ok: true, warnings: [/no reason/, /has not F1, F3; put back/] });
    expect(ids(play.data)).toEqual(['F1', 'F2', 'F3']);
  });

  it('marks what the composer invented as unverified', () => {
    const play = composing();
    const invented = { ids: ['F77'], title: 'SQL injection', detail: 'Somewhere.', fix: 'Bind it.' };
    const answer = { findings: [entry('F1'), entry('F2'), entry('F3'), invented], dropped: [] };
    expect(play.say(1, answer)).toMatchObject({ ok: false, problem: { issues: [/^findings\[3\]\.ids: /] } });
    expect(play.say(1, answer)).toMatchObject({ ok: true });
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
    const at = { file: 'src/cart.ts', line: 10 };
    const name = written('P2', { title: 'Name is misleading', ...at, detail: 'It does more.', fix: 'Rename it.' });
    play.review(1, OVERRUN[0], UNAWAITED, name);
    play.review(2);
    play.judge(2, ['F1 valid', 'F2 valid', 'F3 valid']);
    play.say(1, { findings: [entry('F1', 'F2', 'F3')], dropped: [] });
    expect(ids(play.data)).toEqual(['F1', 'F2']);
    expect(play.data.findings[0]?.detail).toMatch(/\n\nHere with F3: Name is misleading\n\nF3: It does more\.$/);
    expect(play.data.findings[0]?.fix).toMatch(/\n\nF3: Rename it\.$/);
  });

  it('is as bad as the worst that was put together and stands, in whatever order', () => {
    const name = written('P2', { title: 'Name is misleading', file: 'src/cart.ts', line: 10, detail: 'It does more.' });
    const together = (verdict: string, ...order: readonly string[]) => {
      const play = new ReviewPlay({ reviewers: 3, rounds: 0 });
      play.review(1, OVERRUN[0]);
      play.review(2, name);
      play.review(3, name);
      play.judge(1, ['F2 valid']);
      play.judge(2, [`F1 ${verdict}`]);
      play.judge(3, [`F1 ${verdict}`]);
      play.say(1, { findings: [entry(...order)], dropped: [] });
      return play.data.findings.map(({ severity }) => severity);
    };
    expect(together('valid', 'F1', 'F2')).toEqual(['P0']);
    expect(together('valid', 'F2', 'F1')).toEqual(['P0']);
    expect(together('invalid', 'F2', 'F1')).toEqual(['P2']);
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
        reason: 'No such file. (Held invalid by 3 of 3 who judged it.)',
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
