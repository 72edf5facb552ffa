// The course of a review by its rules: who is asked what, what votes can do, and what a result may say.
import { describe, expect, it } from 'vitest';
import type { RuleData } from '../../src/domain/event-parts.ts';
import type { EventData } from '../../src/domain/events.ts';
import type { OutcomeKind } from '../../src/domain/outcomes.ts';
import type { ReviewResult } from '../../src/domain/results/review-result.ts';
import { format } from '../../src/formats/review/index.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { INVENTED, OVERRUN, ReviewPlay, UNAWAITED, written } from './review-play.ts';

const two = { reviewers: 2 };
const clean = '{"findings": []}';

const ids = (data: ReviewResult) => data.findings.map(({ id }) => id);

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
    expect(format.blindSince?.(play.state)).toBe(4);
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
    // Nobody was asked about a finding, so nobody agreed on one.
    expect(play.due).toEqual(['close decided']);
    play.close();
    expect(play.data).toMatchObject({ reviewed: true, findings: [], crossChecked: true, overlap: null });
    expect(play.result.headline).toBe('No findings by 2 of 2 reviewers; parts of the change were left out.');
    expect(format.explainOutcome?.(play.state, 'decided', String)).toContain('No reviewer found anything');
  });

  it.each([
    [5, ['valid', '', '', ''], 'Each finding of the report is held valid by most of those who judged it; '],
    [5, ['valid', 'valid', '', ''], 'Most reviewers hold each finding of the report valid; '],
    [3, ['valid', 'valid'], 'Every reviewer holds each finding of the report valid, and'],
    [3, ['invalid', 'invalid'], 'No finding is left in the report, and'],
    [3, ['invalid', ''], 'No finding is left in the report; reviewer-3 did not judge F1.'],
  ])('of %i, where others judge a finding %j, say in the end how many hold it', (reviewers, words, sentence) => {
    const play = new ReviewPlay({ reviewers, rounds: 0 });
    play.review(1, OVERRUN[0]);
    for (let reviewer = 2; reviewer <= reviewers; reviewer += 1) play.review(reviewer);
    const isOut = words.includes('invalid');
    const answer = (act: 'judge' | 'vote') => {
      for (const [index, word] of words.entries()) {
        const said = act === 'judge' ? word : word.replace('invalid', 'reject').replace('valid', 'approve');
        const votes = said === '' ? [] : [`F1 ${said}`];
        // What is missing is asked for once more.
        if (!play[act](index + 2, votes).ok) play[act](index + 2, votes);
      }
    };
    answer('judge');
    const kept = [{ ids: ['F1'], title: null, detail: null, fix: null }];
    play.say(1, { findings: isOut ? [] : kept, dropped: isOut ? [{ id: 'F1', reason: 'no' }] : [] });
    answer('vote');
    const [, outcome = ''] = play.due[0]?.split(' ') ?? [];
    expect(format.explainOutcome?.(play.state, outcome as OutcomeKind, String)).toContain(sentence);
  });

  it('come to what the last word of each says, of a finding that was withdrawn or voted out, too', () => {
    const WORDS = ['+', '-', '.'];
    const answers = WORDS.flatMap((two) => WORDS.map((three) => [two, three]));
    const cases = ['+', '-'].flatMap((one) =>
      ['judge', 'vote'].flatMap((act) => answers.map((rest) => [one, act, rest])),
    );
    const found = cases.map(([one, act, rest]) => {
      const play = new ReviewPlay({ reviewers: 3, rounds: 0 });
      play.review(1, OVERRUN[0]);
      for (const reviewer of [2, 3]) play.review(reviewer);
      const answer = (now: 'judge' | 'vote', [yes, no]: readonly [string, string]) => {
        for (const [index, sign] of [...(rest as string[])].entries()) {
          const votes = now !== act || sign === '.' ? [] : [`F1 ${sign === '+' ? yes : no}`];
          if (!play[now](index + 2, votes).ok) play[now](index + 2, votes);
        }
      };
      answer('judge', ['valid', 'invalid']);
      const kept = [{ ids: ['F1'], title: null, detail: null, fix: null }];
      play.say(
        1,
        one === '+' ? { findings: kept, dropped: [] } : { findings: [], dropped: [{ id: 'F1', reason: 'no' }] },
      );
      answer('vote', ['approve', 'reject']);
      return [one, act, rest, play.due[0]];
    });
    const expected = cases.map(([one, act, rest]) => {
      const last = [one, ...(rest as string[])];
      const [valid, invalid] = ['+', '-'].map((sign) => last.filter((each) => each === sign).length) as [
        number,
        number,
      ];
      const outcome = () => {
        if (valid + invalid < 2) return 'decided';
        if (valid === invalid) return 'stable-disagreement';
        return Math.max(valid, invalid) === 3 ? 'agreed' : 'majority';
      };
      return [one, act, rest, `close ${outcome()}`];
    });
    expect(found).toEqual(expected);
  });

  it.each([
    [3, ['valid', 'invalid'], 'Most reviewers hold each finding of the report valid; reviewer-3 holds F1 invalid.'],
    [
      5,
      ['valid', 'valid', 'invalid', 'invalid'],
      'Most reviewers hold each finding of the report valid; reviewer-4 and reviewer-5 hold F1 invalid.',
    ],
  ])(
    'of %i, of whom others judge a finding %j, are explained with who holds it otherwise',
    (reviewers, words, sentence) => {
      const play = new ReviewPlay({ reviewers, rounds: 0 });
      play.review(1, OVERRUN[0]);
      for (let reviewer = 2; reviewer <= reviewers; reviewer += 1) play.review(reviewer);
      for (const [index, word] of words.entries()) play.judge(index + 2, [`F1 ${word}`]);
      play.say(1, { findings: [{ ids: ['F1'], title: null, detail: null, fix: null }], dropped: [] });
      for (const [index, word] of words.entries())
        play.vote(index + 2, [`F1 ${word === 'valid' ? 'approve' : 'reject'}`]);
      expect(play.due).toEqual(['close majority']);
      expect(format.explainOutcome?.(play.state, 'majority', String)).toBe(sentence);
    },
  );

  it('of one reviewer alone are decided, whoever else was there', () => {
    const play = new ReviewPlay({ reviewers: 2, rounds: 0 });
    expect(play.fail(2)).toBe(true);
    play.review(1, OVERRUN[0]);
    while (play.steps.length > 0) play.say(1, play.steps[0]?.sample?.(REHEARSAL) ?? '');
    expect(play.due).toEqual(['close decided']);
    expect(format.explainOutcome?.(play.state, 'decided', String)).toBe(
      'The review, or a finding in it, rests on one reviewer alone.',
    );
  });

  it('are held by all only if nobody left before judging them', () => {
    const play = new ReviewPlay({ reviewers: 3, rounds: 0 });
    play.review(1, OVERRUN[0]);
    play.review(2);
    play.review(3);
    expect(play.fail(3)).toBe(true);
    play.judge(2, ['F1 valid']);
    play.say(1, { findings: [{ ids: ['F1'], title: null, detail: null, fix: null }], dropped: [] });
    play.vote(2, ['F1 approve']);
    expect(play.due).toEqual(['close majority']);
    expect(format.explainOutcome?.(play.state, 'majority', String)).toBe(
      'Most reviewers hold each finding of the report valid; reviewer-3 did not judge F1.',
    );
  });

  it('are not clean when that stands only in the middle of other words', () => {
    const play = new ReviewPlay(two);
    for (const _ of ['first', 'second']) {
      const said = play.say(1, 'The form is {"findings": []}, but the diff cannot be read here.');
      expect(said).toMatchObject({
        ok: false,
        problem: { issues: [expect.stringMatching(/^findings: is empty, but there is other text/)] },
      });
    }
    expect(play.data).toMatchObject({ reviewed: false });
    expect(play.say(1, clean)).toMatchObject({ ok: true });
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
    expect(play.steps[0]?.values['findings']).toBe('- F2: P1, see 1.2');
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
    expect(play.data.overlap).toBe(100);
  });

  it('end at the threshold, and after as many as were allowed', () => {
    // One of two found by both: A = 50, B = 100: 70 percent.
    const short = new ReviewPlay({ ...two, confidenceThreshold: 70 });
    short.review(1, OVERRUN[0], UNAWAITED);
    short.review(2, OVERRUN[1]);
    short.say(2, { judgments: [{ id: 'F2', verdict: 'invalid', reason: '', severity: null }], missed: [] });
    expect(short.due).toEqual(['1 compose']);
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
      'No findings by 2 of 3 reviewers; parts of the change were left out; degraded: without Reviewer 1.',
    );
    expect(play.result.markdown).toContain('**Degraded**');
  });

  it('never all leave: the last one pauses the run, and nothing was reviewed', () => {
    const play = new ReviewPlay();
    expect([play.fail(1), play.fail(2), play.fail(3)]).toEqual([true, true, false]);
    expect(play.due).toEqual(['3 review']);
    expect(play.data).toMatchObject({ reviewed: false, overlap: null, crossChecked: false, findings: [] });
    expect(play.result.headline).toMatch(/^Not reviewed: .*Reviewer 3 failed: It is not logged in\./);
    expect(play.result.headline + play.result.markdown).not.toMatch(/no findings/i);
    // Resumed, it goes on where it was.
    play.review(3, OVERRUN[0]);
    expect(play.due).toEqual(['close decided']);
    expect(play.result.headline).toMatch(/1 of 3 reviewers.*not cross-checked.*degraded/);
  });

  it('leave one review that nobody checked, without an overlap', () => {
    const play = new ReviewPlay(two);
    play.review(1, OVERRUN[0]);
    play.fail(2);
    expect(play.due).toEqual(['close decided']);
    play.close();
    expect(play.data).toMatchObject({ crossChecked: false, overlap: null, findings: [{ status: 'unchecked' }] });
    expect(play.result.markdown).toContain('nobody cross-checked');
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
    expect(play.result.headline).toBe(
      '1 finding (1 P0) by 2 of 2 reviewers; 1 not cross-checked; parts of the change were left out; overlap 0%; not finished.',
    );
    expect(play.result.markdown).toContain('**Not finished**');
    expect(play.result.markdown).not.toContain('Degraded');
    expect(play.data).toMatchObject({ degraded: false, stopped: true, findings: [{ status: 'unchecked' }] });
  });

  it('show a review that was stopped before all were heard as degraded, too', () => {
    const play = new ReviewPlay(two);
    play.review(1, OVERRUN[0]);
    expect(play.data).toMatchObject({ degraded: false, stopped: false });
    expect(play.result.headline).toMatch(/^So far: /);
    play.add({ type: 'debate-force-closed', data: { reason: { sha256: 'a'.repeat(64) }, by: 'ann' } });
    expect(play.result.headline).toMatch(/; degraded: without Reviewer 2; not finished\.$/);
    expect(play.data).toMatchObject({ degraded: true, stopped: true });
  });
});

describe('the number of calls', () => {
  const counted = (play: ReviewPlay) => play.log.filter(({ type }) => type === 'turn-recorded').length;

  it('is at least that of clean reviews and at most that of reviews that disagree to the end', () => {
    for (const [name, { options }] of [['defaults', { options: {} }] as const, ...Object.entries(format.recipes)]) {
      const rules = format.options.parse(options);
      const quiet = new ReviewPlay(options);
      for (const { seat } of quiet.steps) quiet.say(Number(seat.slice(-1)), clean);
      expect([name, quiet.due, counted(quiet)]).toEqual([name, ['close decided'], format.calls(rules).atLeast]);

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
