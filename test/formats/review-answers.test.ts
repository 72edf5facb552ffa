// Reviews in forms that agents give them in unasked, as those of neighbouring systems do: read once, told of, and never guessed at.
import { describe, expect, it } from 'vitest';
import { DIFF, OVERRUN, ReviewPlay, UNAWAITED, written } from './review-play.ts';

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

  it.each([
    [' lead.txt', ' lead.txt', 'lead.txt', '` lead.txt`', 'lead.txt:1'],
    ['"\\"quoted\\".txt"', '"quoted".txt', '"quoted".txt', 'quoted.txt', '"\\"quoted\\".txt":1', '`"quoted".txt`'],
  ])('finds the file that git calls %j', (written, name, ...places) => {
    const [before, after] = ['a/', 'b/'].map((side) => written.replace(/^"?/, (quote) => `${quote}${side}`));
    const text = `diff --git ${before} ${after}\n--- ${before}\n+++ ${after}\n@@ -1 +1 @@\n-old words here\n+new words here\n`;
    for (const place of places) {
      const play = new ReviewPlay(one, [{ source: 'git:HEAD', text }]);
      play.say(1, { findings: [{ ...asWritten, file: place, line: 1, evidence: 'new words here' }] });
      expect(play.data.findings[0]).toMatchObject({ file: name, line: 1, verified: 'quote' });
    }
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

/** As a person would take it who knows the form. */
const placed = (more: object) => reviewed({ findings: [{ ...asWritten, evidence: null, ...more }] });

describe('a finding', () => {
  it.each([
    'P0',
    '[p0]',
    'P-0',
    'P0 (critical)',
    'P0 – blocker',
    'P0: must fix',
    'Severity: P0',
    'critical (P0)',
    'Ｐ０',
  ])('has the severity %j', (said) => expect(placed({ severity: said }).finding).toMatchObject({ severity: 'P0' }));

  it.each(['P0/P1', 'P1 or P2', 'P0-P1', 'P1 (was P0)', 'P0?', 'not P0', 'P3', 'P10', 'blocker'])(
    'whose severity is %j is sent back',
    (said) => expect(placed({ severity: said }).admission).toMatchObject({ ok: false }),
  );

  it.each([
    ...['12', 'L12', 'line 12', '12-14', '12..14', '12:3', '12, 14', '１２', '~12', '+12', '12 (approx.)', 'l. 12'],
    ...['src/cart.ts:12', 'src/L10n.ts:12', 'after 3 calls, line 12', [12, 14], ['12', '14'], { start: 12, end: 14 }],
  ])('is on line 12 for %j', (line) => expect(placed({ line }).finding).toMatchObject({ line: 12, verified: 'line' }));

  it.each([
    ...[
      0,
      -5,
      12.5,
      true,
      {},
      [],
      '0',
      '-12',
      '−12',
      'unknown',
      'in 2 places',
      'unknown; 3 call sites',
      'the 2nd hunk',
    ],
    ...['H2', '99999999999999999999'],
  ])('is on no line for %j', (line) =>
    expect(placed({ line }).finding).toMatchObject({ line: null, verified: 'file' }),
  );

  it.each([
    ...[
      'src/cart.ts (new)',
      'src/cart.ts#total',
      'src/cart.ts:total',
      '[src/cart.ts](src/cart.ts#L12)',
      "'src/cart.ts'",
    ],
    ...['src/cart.ts, src/pay.ts', 'src/cart.ts and src/pay.ts', 'total() in src/cart.ts', 'file:///repo/src/cart.ts'],
    ...[
      '../src/cart.ts',
      'C:\\repo\\src\\cart.ts:12',
      '+++ b/src/cart.ts',
      '\u202asrc/cart.ts\u202c',
      'src/cart.ts:-3',
    ],
    ...[['src/cart.ts', 'src/pay.ts']],
  ])('is in the file for %j', (name) =>
    expect(placed({ file: name }).finding).toMatchObject({ file, verified: 'line' }),
  );

  it.each(['N/A', 'none', '-', 'Unknown', 'multiple files', 'the entire diff'])(
    'in %j names no file, so it misses none',
    (name) => expect(placed({ file: name, line: null }).play.data.scores[0]).toMatchObject({ falsePositives: 0 }),
  );

  it.each([
    'src/users.ts',
    '../../etc/passwd',
    '/etc/passwd',
    'legacy/cart.ts',
    'src/users.ts (called by src/cart.ts)',
  ])('in %j is not in the change', (name) =>
    expect(placed({ file: name }).play.data.scores[0]).toMatchObject({ falsePositives: -10 }),
  );

  it.each([
    '12: %s',
    '12 | %s',
    'L12: %s',
    'Line 12: `%s`',
    '`%s` (line 12)',
    '"%s"',
    '“%s”',
    '> %s',
    '%s [...] return sum;',
  ])('holds a quote in the form %j', (form) => {
    const quoted = { evidence: form.replace('%s', () => evidence ?? '') };
    expect(placed(quoted).finding).toMatchObject({ verified: 'quote' });
  });

  it.each(['N/A', 'none.', '-', '…', 'null'])('has no quote in %j', (said) =>
    expect(placed({ evidence: said }).play.data.scores[0]).toMatchObject({ falsePositives: 0 }),
  );

  it.each(['', ' ', '-', '\u200b', '…'])('has no title in %j', (said) =>
    expect(placed({ title: said }).admission).toMatchObject({ ok: false, problem: { issues: [/title: is empty/] } }),
  );

  it('leaves no risks and questions that are none', () => {
    const { play } = reviewed({ findings: [], residual_risks: ['None.'], open_questions: 'N/A' });
    expect(play.data).toMatchObject({ residualRisks: [], openQuestions: [] });
  });
});

describe('a judgment', () => {
  function judged(judgment: object) {
    const play = new ReviewPlay({ reviewers: 2, rounds: 0 });
    play.review(1, OVERRUN[0]);
    play.review(2);
    const said = { id: 'F1', verdict: 'valid', reason: 'It throws.', severity: null, ...judgment };
    const admission = play.say(2, { judgments: [said], missed: [] });
    const [vote] = (admission.ok ? admission.data['votes'] : []) as { valid: boolean; severity: string | null }[];
    return { admission, vote };
  }

  it.each(['Finding F1', '#1', 'F-1', 'F1: loop', 'F1 (1.1)', 'claim 1.1', 'Ｆ１'])('is on what %j names', (id) =>
    expect(judged({ id, verdict: 'invalid' }).vote).toMatchObject({ valid: false }),
  );

  it.each(['F9', 'C1', 'P1', 'Reviewer 1', 'F1-F3', 'F1, F9', '', 'the first one'])('on %j is sent back', (id) =>
    expect(judged({ id }).admission).toMatchObject({ ok: false, problem: { issues: [/has no clear vote on F1/] } }),
  );

  it.each(['invalid', 'Rejected.', '❌ invalid', 'invalid: the loop ends before', 'invalid (handled above)'])(
    'is against it in %j',
    (verdict) => expect(judged({ verdict }).vote).toMatchObject({ valid: false }),
  );

  it.each([
    ...[
      'valid?',
      'invalid?',
      'not valid',
      'valid, but minor',
      'valid if shared',
      "I'd lean to valid, but…",
      'valid/invalid',
    ],
    ...['“valid”, says reviewer 2', 'invalid, or valid if shared', 'gültig', ''],
  ])('is neither in %j, so it is sent back', (verdict) =>
    expect(judged({ verdict }).admission).toMatchObject({
      ok: false,
      problem: { issues: [/must be valid or invalid/, /F1/] },
    }),
  );

  it.each([
    [null, null],
    ['P2 (minor)', 'P2'],
    ['none', null],
    ['unchanged', null],
    ['-', null],
  ])('gives for %j the severity %j', (severity, expected) =>
    expect(judged({ severity }).vote).toMatchObject({ severity: expected }),
  );

  it('reads as what it was taken for, and says so where it is not counted', () => {
    const play = new ReviewPlay({ reviewers: 2, rounds: 0 });
    play.review(1, OVERRUN[0], UNAWAITED);
    play.review(2);
    const judgments = [
      { id: 'F1', verdict: 'Rejected: no', reason: 'It stops.', severity: 'P2 (minor)' },
      { id: 'F2', verdict: 'valid?', reason: null, severity: 'n/a' },
    ];
    play.say(2, { judgments });
    play.say(2, { judgments });
    expect(play.snapshot.format.transcript(play.log).at(-1)?.text).toBe(
      'Judgments:\n- F1: invalid, rather P2. It stops.\n- F2: valid? (not counted)',
    );
  });

  it.each(['minor', 'P1/P2', 'P3', 1])('whose severity is %j is sent back', (severity) =>
    expect(judged({ severity }).admission).toMatchObject({
      ok: false,
      problem: { issues: [/severity: must be P0, P1, P2 or null/] },
    }),
  );
});

describe('a composition', () => {
  function composed(ids: unknown, words: string | null = 'New words') {
    const play = new ReviewPlay({ reviewers: 2, rounds: 0 });
    play.review(1, OVERRUN[0], UNAWAITED);
    play.review(2);
    play.judge(2, ['F1 valid', 'F2 valid']);
    const entry = (of: unknown) => ({ ids: of, title: words, detail: words, fix: words });
    return { play, admission: play.say(1, { findings: [entry(ids), entry(['F2'])], dropped: [] }) };
  }

  it.each([[['F1']], ['F1'], [['Finding 1']], [['F1: loop']], [[1]], [['1.1']], [['#F1']]])(
    'takes %j for the finding that it names',
    (ids) => {
      const { play, admission } = composed(ids);
      expect(admission).toMatchObject({ ok: true });
      expect(play.data.findings.map(({ id, title, foundBy }) => [id, title, foundBy])).toEqual([
        ['F1', 'New words', ['reviewer-1']],
        ['F2', 'New words', ['reviewer-1']],
      ]);
    },
  );

  it('reads as what it was taken for', () => {
    const { play } = composed(['the finding #1: loop'], 'N/A');
    const shown = play.snapshot.format.transcript(play.log).at(-1)?.text;
    expect(shown).toBe('Report:\n- Entry 1, from F1\n- Entry 2, from F2');
    play.say(2, { votes: [1, 2].map((id) => ({ id, vote: 'Approved.', reason: 'So.' })) });
    expect(play.snapshot.format.transcript(play.log).at(-1)?.text).toBe('Votes:\n- 1: approve. So.\n- 2: approve. So.');
  });

  it.each([null, '', 'null', 'N/A'])('keeps what the reviewer wrote for %j', (said) => {
    const { play } = composed(['F1'], said);
    expect(play.data.findings[0]).toMatchObject({ title, detail, fix });
  });

  it.each([[['F9']], [['the first one']], [['F1-F2']], [['Reviewer 1']]])(
    'that names %j is sent back, as nothing but that would be a finding of its own',
    (ids) =>
      expect(composed(ids).admission).toMatchObject({
        ok: false,
        problem: { issues: [/^findings\[0\]\.ids: must be IDs/] },
      }),
  );
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
