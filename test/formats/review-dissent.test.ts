// What a review makes of a reason against a finding: it gets its answer, stays as dissent, and is never called agreement.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { RuleData } from '../../src/domain/event-parts.ts';
import { format } from '../../src/formats/review/index.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { inCi, times } from '../support/campaign.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { INVENTED, OVERRUN, ReviewPlay, UNAWAITED } from './review-play.ts';

/** Two of three found the same; the third says why it is invalid. */
function opposed(options: RuleData = {}): ReviewPlay {
  const play = new ReviewPlay({ reviewers: 3, rounds: 1, ...options });
  play.review(1, OVERRUN[0]);
  play.review(2, OVERRUN[1]);
  play.review(3);
  play.judge(3, ['F1 invalid']);
  return play;
}

const dissentOf = ({ log, state }: ReviewPlay) => format.dissent?.(log, state);
const report = { findings: [{ ids: ['F1'], title: null, detail: null, fix: null }], dropped: [] };

describe('a reason against what a majority holds', () => {
  it('gets its answer before the report, however high the overlap is', () => {
    const play = opposed({ confidenceThreshold: 50 });
    expect(play.data.overlap).toBeGreaterThan(50);
    expect(play.due).toEqual(['1 dispute', '2 dispute', '3 dispute']);
    expect(play.steps[0]?.values['findings']).toBe('- F1: P0, see 1.1');
  });

  it('stays as dissent, in headline, report and data, when it is not withdrawn', () => {
    const play = opposed();
    for (const [reviewer, vote] of [
      [1, 'valid'],
      [2, 'valid'],
      [3, 'invalid'],
    ] as const) {
      play.judge(reviewer, [`F1 ${vote}`]);
    }
    play.say(1, report);
    play.vote(2, ['F1 approve']);
    play.vote(3, ['F1 reject']);
    expect(play.due).toEqual(['close majority']);
    play.close();
    expect(dissentOf(play)).toEqual([{ seat: 'reviewer-3', text: 'F1 is invalid: because' }]);
    expect(play.data.findings).toMatchObject([{ dissent: [{ seat: 'reviewer-3', reason: 'because' }] }]);
    expect(play.result.headline).toContain('; 1 with dissent;');
    expect(play.result.markdown).toContain('Dissent: Reviewer 3 holds it invalid:\n\n> because');
  });

  it('has the last reason that its seat gave for that very finding', () => {
    const play = new ReviewPlay({ reviewers: 3, rounds: 1 });
    play.review(1, OVERRUN[0], UNAWAITED);
    play.review(2);
    play.review(3);
    const judge = (reviewer: number, verdict: string, reasons: readonly (string | null)[]) =>
      play.say(reviewer, {
        judgments: reasons.map((reason, index) => ({ id: `F${index + 1}`, verdict, reason, severity: null })),
        missed: [],
      });
    judge(2, 'valid', ['it runs past', 'nobody waits']);
    judge(3, 'invalid', ['the caller checks it', 'it is awaited elsewhere']);
    judge(1, 'valid', ['no caller does', 'it is not']);
    judge(2, 'valid', ['no caller does', 'it is not']);
    judge(3, 'invalid', ['every caller does', ' ']);
    play.say(1, {
      findings: ['F1', 'F2'].map((id) => ({ ids: [id], title: null, detail: null, fix: null })),
      dropped: [],
    });
    play.vote(2, ['F1 approve', 'F2 approve']);
    play.say(3, {
      votes: [
        { id: 'F1', vote: 'reject', reason: 'see main.ts' },
        { id: 'F2', vote: 'reject', reason: null },
      ],
    });
    expect(play.due).toEqual(['close majority']);
    expect(dissentOf(play)).toEqual([
      { seat: 'reviewer-3', text: 'F1 is invalid: see main.ts' },
      { seat: 'reviewer-3', text: 'F2 is invalid: it is awaited elsewhere' },
    ]);
  });

  it('is gone once its seat takes it back', () => {
    const play = opposed();
    for (const [reviewer, vote] of [
      [1, 'valid'],
      [2, 'valid'],
      [3, 'valid'],
    ] as const) {
      play.judge(reviewer, [`F1 ${vote}`]);
    }
    play.say(1, report);
    play.vote(2, ['F1 approve']);
    play.vote(3, ['F1 approve']);
    expect(play.due).toEqual(['close agreed']);
    expect(dissentOf(play)).toEqual([]);
  });

  it('is not needed for a majority: a vote without a reason is no agreement either, but costs no round', () => {
    const play = new ReviewPlay({ reviewers: 3, rounds: 1 });
    play.review(1, OVERRUN[0]);
    play.review(2, OVERRUN[1]);
    play.review(3);
    play.say(3, { judgments: [{ id: 'F1', verdict: 'invalid', reason: ' ', severity: null }], missed: [] });
    expect(play.due).toEqual(['1 compose']);
    play.say(1, report);
    play.vote(2, ['F1 approve']);
    play.say(3, { votes: [{ id: 'F1', vote: 'reject', reason: null }] });
    expect(play.due).toEqual(['close majority']);
    expect(dissentOf(play)).toEqual([{ seat: 'reviewer-3', text: 'F1 is invalid, without a reason' }]);
  });
});

it('a finding that was voted out and is still held is dissent, so the rest is no agreement', () => {
  const play = new ReviewPlay({ reviewers: 3, rounds: 0 });
  play.review(1, UNAWAITED);
  play.review(2);
  play.review(3);
  play.judge(2, ['F1 invalid']);
  play.judge(3, ['F1 invalid']);
  play.say(1, report);
  play.vote(2, ['F1 reject']);
  play.vote(3, ['F1 reject']);
  expect(play.data).toMatchObject({ findings: [], eliminated: [{ dissent: [{ seat: 'reviewer-1', reason: null }] }] });
  expect(play.due).toEqual(['close majority']);
  expect(play.result.headline).toContain('; 1 voted out, 1 of them with dissent;');
});

it('nobody who judges a finding is told how many found it or hold it', () => {
  const play = opposed();
  const values = (list: typeof play.steps) => list.map((step) => JSON.stringify(step.values)).join();
  const cross = new ReviewPlay({ reviewers: 3 });
  cross.review(1, OVERRUN[0]);
  cross.review(2, OVERRUN[1]);
  cross.review(3);
  for (const said of [values(play.steps), values(cross.steps)])
    expect(said).not.toMatch(/valid \d|invalid \d| and \d\.\d/);
});

it('its outcome follows from the recorded votes alone', () => {
  const words = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });
  fc.assert(
    fc.property(words, fc.array(fc.integer({ min: 0, max: 2 }), { minLength: 3, maxLength: 3 }), (given, found) => {
      const play = new ReviewPlay({ reviewers: 3, rounds: 1 });
      let at = 0;
      const next = () => given[at++ % given.length] as boolean;
      const reviews = [[], [OVERRUN[0]], [OVERRUN[0], UNAWAITED]];
      for (const [reviewer, index] of found.entries()) play.review(reviewer + 1, ...(reviews[index] ?? []));
      while (play.steps.length > 0) {
        const [step] = play.steps;
        if (step === undefined) break;
        const reviewer = Number(step.seat.slice(-1));
        const ids = play.state.findings.map(({ id }) => id);
        if (step.act === 'compose') play.say(reviewer, step.sample?.(REHEARSAL) ?? '');
        else if (step.act === 'validate')
          play.vote(
            reviewer,
            ids.map((id) => `${id} ${next() ? 'approve' : 'reject'}`),
          );
        else
          play.judge(
            reviewer,
            ids.map((id) => `${id} ${next() ? 'valid' : 'invalid'}`),
          );
      }
      const outcome = play.due[0]?.replace('close ', '');
      const stances = play.state.findings.map(({ id }) =>
        Object.values(play.state.stances[id] ?? {}).map(({ valid }) => valid),
      );
      const all = (valid: boolean) => (each: readonly boolean[]) => each.every((one) => one === valid);
      const isAsked = stances.length > 0;
      const isAgreed =
        isAsked &&
        stances.every((each) => (all(true)(each) && each.length === 3) || (each.length > 0 && all(false)(each)));
      expect(outcome === 'agreed').toBe(isAgreed);
      expect((dissentOf(play) ?? []).length === 0).toBe(stances.every((each) => all(true)(each) || all(false)(each)));
    }),
    { numRuns: times(200, 40) },
  );
});

describe('how bad a finding is', () => {
  const SEVERITIES = ['P0', 'P1', 'P2'] as const;
  const VOTES = ['valid', ...SEVERITIES.map((severity) => `valid ${severity}`), 'invalid'];
  const cases = SEVERITIES.flatMap((made) =>
    VOTES.flatMap((second) => VOTES.flatMap((third) => VOTES.map((fourth) => [made, second, third, fourth] as const))),
  );

  /** What most of those hold it to be who hold it valid; whoever names no other severity keeps the one that it was made with. */
  function judgeByHand([made, ...votes]: (typeof cases)[number]): string {
    const held = [made, ...votes.filter((vote) => vote !== 'invalid').map((vote) => vote.split(' ')[1] ?? made)];
    const count = (severity: string) => held.filter((each) => each === severity).length;
    return SEVERITIES.toSorted((one, other) => count(other) - count(one))[0] as string;
  }

  it.runIf(inCi)('is what most hold who hold it valid, those included who keep it as it is', () => {
    for (const each of cases) {
      const [made, ...votes] = each;
      if (votes.filter((vote) => vote === 'invalid').length > 1) continue;
      const play = new ReviewPlay({ reviewers: 4, rounds: 1 });
      play.review(1, { ...OVERRUN[0], severity: made });
      for (const reviewer of [2, 3, 4]) play.review(reviewer);
      for (const [index, vote] of votes.entries()) play.judge(index + 2, [`F1 ${vote}`]);
      const [finding] = play.data.findings;
      expect([each, finding?.severity]).toEqual([each, judgeByHand(each)]);
    }
  });
});

it('of whom every one holds a finding is said where one left before its review', () => {
  const play = new ReviewPlay({ reviewers: 3, rounds: 0 });
  play.fail(3);
  play.review(1, UNAWAITED);
  play.review(2);
  play.judge(2, ['F1 valid']);
  play.say(1, { findings: [{ ids: ['F1'] }], dropped: [] });
  play.vote(2, ['F1 approve']);
  expect(play.due).toEqual(['close agreed']);
  expect(format.explainOutcome?.(play.state, 'agreed', String)).toContain(
    'Every reviewer who gave a review holds each finding of the report valid',
  );
});

it('a finding that nobody but its reviewer judged counts only while it is in the report', () => {
  const play = new ReviewPlay({ reviewers: 2, rounds: 0 });
  play.review(1, UNAWAITED);
  play.review(2);
  play.judge(2, ['F1 valid'], [OVERRUN[0]]);
  play.say(1, { findings: [{ ids: ['F1'] }, { ids: ['F2'] }], dropped: [] });
  expect(play.vote(2, ['F1 approve', 'F2 reject'])).toMatchObject({ ok: true });
  expect(play.data).toMatchObject({ crossChecked: true, findings: [{ id: 'F1' }], eliminated: [{ id: 'F2' }] });
  expect(play.due).toEqual(['close majority']);
  expect(format.explainOutcome?.(play.state, 'majority', String)).toBe(
    'Most reviewers hold each finding of the report valid; reviewer-1 did not judge F2.',
  );
});

it('a split is explained by what is split alone', () => {
  const play = new ReviewPlay({ reviewers: 3, rounds: 0 });
  play.review(1, OVERRUN[0], UNAWAITED);
  play.review(2);
  play.fail(3);
  play.judge(2, ['F1 invalid', 'F2 valid'], [INVENTED]);
  play.say(1, { findings: [{ ids: ['F1'] }, { ids: ['F2'] }, { ids: ['F3'] }], dropped: [] });
  play.vote(2, ['F1 reject', 'F2 approve', 'F3 approve']);
  expect(play.due).toEqual(['close stable-disagreement']);
  expect(format.explainOutcome?.(play.state, 'stable-disagreement', String)).toBe(
    'At least as many reviewers hold a finding of the report invalid as hold it valid: reviewer-2 holds F1 invalid.',
  );
});

it('while reviews are blind it says of nobody whether theirs is in', () => {
  const play = new ReviewPlay({ reviewers: 3, rounds: 0 });
  play.review(1);
  const read = () => toRecord(play.snapshot).result;
  const { headline, details } = read() ?? {};
  expect(headline).toBe('Not reviewed yet: nobody sees a review before all are in.');
  expect(details).not.toMatch(/Reviewer 1|pending/);
  play.fail(2);
  expect(read()?.headline).toMatch(/^Not reviewed yet: Reviewer 2 failed: /);
});
