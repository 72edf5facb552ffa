// The rules of a fix: which answers of an author are taken, and what is read out of them.
import { describe, expect, it } from 'vitest';
import { format } from '../../src/formats/fix/index.ts';

const options = format.options.parse({
  findings: [
    { id: 'R1-F1', severity: 'P0' },
    { id: 'R2-F3', severity: 'P2' },
  ],
});
const admit = (content: string, byHand = false) =>
  format.admit(format.initial(options), { seat: 'author', act: 'answer', content, data: {}, byHand });
const json = (...answers: readonly object[]) => JSON.stringify({ answers });
const FIXED = { id: 'R1-F1', answer: 'fixed', reason: 'It is handled.', lines: ['a.ts:1'] };
const DISPUTED = { id: 'R2-F3', answer: 'disputed', reason: 'The caller checks it.', lines: null };
const DATA = {
  answers: [
    { id: 'R1-F1', answer: 'fixed' },
    { id: 'R2-F3', answer: 'disputed' },
  ],
};

describe('an answer of the author', () => {
  it.each<[string, string]>([
    ['as it is asked for', json(FIXED, DISPUTED)],
    ['in another order', json(DISPUTED, FIXED)],
    ['in a code block', `\`\`\`json\n${json(FIXED, DISPUTED)}\n\`\`\``],
    ['with other words for the same', json({ ...FIXED, answer: 'Fixed.' }, { ...DISPUTED, answer: 'dispute' })],
    [
      'under other names',
      JSON.stringify({ findings: [FIXED, { finding_id: 'r2-f3', status: 'disputed', explanation: 'No.' }] }),
    ],
    ...['R1-F1: the loop', 'r1 f1', 'Finding R01-F01', 'Ｒ１-Ｆ１'].map((id): [string, string] => [
      `for ${id}`,
      json({ ...FIXED, id }, DISPUTED),
    ]),
    ['a fix without a word', json({ id: '[R1-F1]', answer: 'fixed' }, DISPUTED)],
  ])('is taken %s', (_, content) => {
    expect(admit(content)).toMatchObject({ ok: true, data: DATA });
  });

  it.each<[string, string, RegExp]>([
    ['with nothing on a finding', json(FIXED), /has none for R2-F3/],
    ['with another word', json(FIXED, { ...DISPUTED, answer: 'maybe' }), /R2-F3 is neither fixed nor disputed/],
    [
      'with a dispute without a reason',
      json(FIXED, { ...DISPUTED, reason: ' ' }),
      /R2-F3 is disputed without a reason/,
    ],
    ['with two answers on one', json(FIXED, DISPUTED, { ...FIXED, answer: 'disputed' }), /contradict each other/],
    ['with a word that asks', json({ ...FIXED, answer: 'fixed?' }, DISPUTED), /R1-F1 is neither fixed nor disputed/],
    ['with two IDs in one', json({ ...FIXED, id: 'R1-F1, R2-F3' }, DISPUTED), /has none for R1-F1/],
    ['that is no answer', 'All done!', /./],
    ['that is empty', ' ', /empty/],
  ])('is sent back %s', (_, content, why) => {
    const admission = admit(content);
    expect(admission.ok).toBe(false);
    expect(admission.ok ? '' : admission.problem.message).toMatch(why);
  });

  it.each<[string, string, RegExp]>([
    ['to what was not asked', json(FIXED, DISPUTED, { ...FIXED, id: 'R7-F7' }), /is none of the findings/],
    ['given twice', json(FIXED, DISPUTED, FIXED), /was answered before/],
  ])('passes over one %s, with a warning', (_, content, warning) => {
    const admission = admit(content);
    expect(admission).toMatchObject({ ok: true, data: DATA });
    expect(admission.ok ? admission.warnings.join() : '').toMatch(warning);
  });

  it.each([
    'R1-F1 fixed: it is handled (src/a.ts:12-14)\n- r2-f3 disputed: the caller\nchecks it',
    'R1-F1 – fixed\nR2-F3 — disputed — the caller checks it',
    '1. **R1-F1**: fixed.\n2. **R2-F3**: disputed (the caller checks it)',
    '• R1F1 fixed\n\n• R2 F3 disputed because the caller\n  checks it:\n\n  always',
    '| R1-F1 | fixed | it is handled |\n| R2-F3 | disputed | the caller checks it |',
  ])('may be plain lines of a person, and only of a person: %j', (lines) => {
    expect(admit(lines, true)).toMatchObject({ ok: true, data: DATA });
    expect(admit(lines)).toMatchObject({ ok: false });
  });

  it.each<[string, RegExp]>([
    ['R1-F1 fixed, but only in part\nR2-F3 disputed: no', /Line 1: "fixed" must be alone/],
    ['R1-F1 fixed\nbut only in part\nR2-F3 disputed: no', /Line 1: "fixed" must be alone/],
    ['R1-F1 fixed?\nR2-F3 disputed: no', /Line 1: "fixed" must be alone/],
    ['R1-F1 not fixed\nR2-F3 disputed: no', /R1-F1 is neither fixed nor disputed/],
    ['R1-F1 fixed\nR2-F3', /Line 2 does not start with the ID of a finding/],
    ['R1-F1 fixed\nR2 disputed: no', /Line 2 does not start with the ID of a finding/],
    ['Both are fixed.', /Line 1 does not start with the ID of a finding/],
    ['R1-F1 fixed\nR2-F3 disputed', /R2-F3 is disputed without a reason/],
  ])('is not read out of the lines %j of a person', (lines, why) => {
    const admission = admit(lines, true);
    expect(admission.ok ? '' : admission.problem.message).toMatch(why);
  });

  it('is asked for only where there are findings', () => {
    const opened = { options: format.options.parse({}) } as unknown as Parameters<
      NonNullable<typeof format.admitOpening>
    >[0];
    expect(format.admitOpening?.(opened)).toMatchObject({
      code: 'bad-input',
      hint: expect.stringContaining('review --fix'),
    });
  });
});
