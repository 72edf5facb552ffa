// Reviews in forms that agents give them in unasked, as those of neighbouring systems do: read once, told of, and never guessed at.
import { describe, expect, it } from 'vitest';
import { DIFF, OVERRUN, ReviewPlay, written } from './review-play.ts';

const one = { reviewers: 1, rounds: 0 };
const { severity, title, file, line, detail, fix, evidence } = OVERRUN[0];
const asWritten = { severity, title, file, line, detail, fix, evidence };

function reviewed(answer: unknown) {
  const play = new ReviewPlay(one, [{ source: 'git:HEAD', text: DIFF }]);
  const admission = play.say(1, answer);
  return { play, admission, finding: play.data.findings[0] };
}

describe('a review', () => {
  it('without optional keys is read at once', () => {
    const { admission, finding } = reviewed({
      findings: [{ severity: 'P2', title: 't', file: 'src/cart.ts:12', detail: 'd' }],
    });
    expect(admission).toMatchObject({ ok: true, warnings: [] });
    expect(finding).toMatchObject({ file: 'src/cart.ts', line: 12, fix: '', evidence: null, verified: 'line' });
  });

  it('with other names for the keys says and scores the same as one with the right ones', () => {
    const renamed = {
      issues: [
        {
          priority: severity,
          summary: title,
          path: file,
          lines: '12-14',
          description: detail,
          suggestion: fix,
          quote: evidence,
        },
      ],
      residualRisks: ['It may be slow.'],
    };
    const right = reviewed({ findings: [asWritten], residual_risks: ['It may be slow.'], open_questions: [] });
    const { play, admission, finding } = reviewed(renamed);
    expect(admission).toMatchObject({
      ok: true,
      warnings: expect.arrayContaining(['findings[].suggestion was read as "fix"']),
    });
    expect(finding).toEqual(right.finding);
    expect(play.data.scores).toEqual(right.play.data.scores);
    expect(play.data.residualRisks).toEqual(['It may be slow.']);
    const shown = play.snapshot.format.transcript(play.log)[0]?.text;
    expect(shown).toContain(fix);
  });

  it.each([
    ...[
      'src/cart.ts (line 12)',
      'src/cart.ts, line 12',
      'src/cart.ts line 12',
      'src/cart.ts, lines 12-14',
      'src/cart.ts L12',
    ],
    ...[
      'src/cart.ts:12:5',
      'src/cart.ts#L12-L14',
      '`src/cart.ts:12`',
      '**src/cart.ts** (lines 12 to 14)',
      '"src/cart.ts":12',
    ],
  ])('finds the line in the place %j', (place) => {
    const placed = { ...asWritten, evidence: null, line: undefined, file: place };
    expect(reviewed({ findings: [placed] }).finding).toMatchObject({ file: 'src/cart.ts', line: 12, verified: 'line' });
  });

  it.each(['src/cart.ts::total', '**src/cart.ts**', '`src/cart.ts`'])('finds the file in the place %j', (place) => {
    expect(reviewed({ findings: [{ ...asWritten, evidence: null, file: place }] }).finding).toMatchObject({ file });
  });

  it.each(['src/L10n.ts', 'docs/line 3.md', '__init__.py', 'C:/cart.ts'])('leaves the name %j as it is', (name) => {
    const placed = { ...asWritten, evidence: null, line: undefined, file: name };
    expect(reviewed({ findings: [placed] }).finding).toMatchObject({ file: name, line: null });
  });

  it.each(['`%s`', '```\n%s\n```', '```ts\n%s\n```', '- `%s`'])(
    'holds a quote that is marked as code in %j',
    (form) => {
      const quoted = { ...asWritten, evidence: form.replace('%s', () => evidence ?? '') };
      expect(reviewed({ findings: [quoted] }).finding).toMatchObject({ verified: 'quote' });
    },
  );

  it('with a range of lines as a list stands at the first of them', () => {
    const inLines = { ...asWritten, evidence: null, line: undefined, lines: [12, 14] };
    expect(reviewed({ findings: [inLines] }).finding).toMatchObject({ file, line: 12 });
  });

  it('with objects for risks and questions is read, and their words are kept', () => {
    const { play, admission } = reviewed({
      findings: [],
      residual_risks: [{ risk: 'Slow', mitigation: 'Measure it' }, { text: 'Untested' }],
      open_questions: 'Who calls it?',
    });
    expect(admission).toMatchObject({ ok: true });
    expect(play.data).toMatchObject({
      residualRisks: ['risk: Slow; mitigation: Measure it', 'Untested'],
      openQuestions: ['Who calls it?'],
    });
  });

  it.each([
    ['missing', {}],
    ['null', { severity: null }],
    ['a number', { severity: 1 }],
    ['another word', { severity: 'blocker' }],
  ])('whose severity is %s is sent back once, and then counts as P1', (_, given) => {
    const answer = { findings: [{ ...written('P0'), severity: undefined, ...given }] };
    const play = new ReviewPlay(one);
    expect(play.say(1, answer)).toMatchObject({
      ok: false,
      problem: { issues: ['findings[0].severity: must be one of P0, P1, P2'] },
    });
    expect(play.say(1, answer)).toMatchObject({ ok: true });
    expect(play.data.findings[0]?.severity).toBe('P1');
  });

  it('is refused when nothing says what a finding is', () => {
    expect(reviewed({ findings: [{ severity: 'P1', file: 'src/cart.ts' }] }).admission).toMatchObject({ ok: false });
    expect(reviewed({ findings: 'none' }).admission).toMatchObject({ ok: false });
  });
});

describe('a cross-check', () => {
  it('that repeats what it judged does not make the judge a finder', () => {
    const play = new ReviewPlay({ reviewers: 2, rounds: 0 });
    play.say(1, { findings: [asWritten] });
    play.say(2, { findings: [] });
    const repeated = { id: '1.1', ...asWritten };
    const judged = { judgments: [{ id: '1.1', verdict: 'invalid', reason: 'It cannot.' }], findings: [repeated] };
    expect(play.say(2, judged)).toMatchObject({ ok: true });
    expect(play.log.at(-1)?.data).toMatchObject({ data: { claims: [] } });
  });
});
