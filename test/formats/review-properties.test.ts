// What holds of a review whatever its seats answer.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import type { ReviewResult } from '../../src/domain/results/review-result.ts';
import type { Step } from '../../src/formats/format.ts';
import { format } from '../../src/formats/review/index.ts';
import { applyEvent, checkAdmission, createSnapshot } from '../../src/ledger/engine/snapshot.ts';
import { buildPrompt } from '../../src/runner/build-prompt.ts';
import { inCi, times } from '../support/campaign.ts';
import { OVERRUN, ReviewPlay, UNAWAITED, type Written, written } from './review-play.ts';

const brief = ({ findings }: ReviewResult) =>
  findings.map(({ id, status, votes }) => `${id} ${status} ${votes.valid}:${votes.invalid}`);

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
        // What is doubtful is sent back once, and nothing else is.
        expect([
          play.say(composer, composition).ok,
          play.steps[0]?.act === 'compose' && play.say(composer, composition).ok,
        ]).toContain(true);
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
      { numRuns: times(150, inCi ? 19 : 5) },
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
      { numRuns: times(60, 8) },
    );
  });

  it('which seat a reviewer has does not change the overlap', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.nat(3), { maxLength: 4 }), { minLength: 2, maxLength: 4 }), (which) => {
        const reviews = which.map((of) =>
          of.map((index) =>
            written('P1', { title: topics[index] ?? '', file: files[index % 2] ?? null, line: 2 + index }),
          ),
        );
        const overlap = (each: typeof reviews) => {
          const play = new ReviewPlay({ reviewers: each.length });
          for (const [index, findings] of each.entries()) play.review(index + 1, ...findings);
          return play.data.overlap;
        };
        expect(overlap(reviews.toReversed())).toBe(overlap(reviews));
      }),
      { numRuns: times(100, 13) },
    );
  });

  it.runIf(inCi)(
    'nobody learns what another seat says at the same time, and everybody all that was said before',
    () => {
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
                cross: () => ({
                  judgments: asked.map((id) => ({ id, verdict: word('valid', 'invalid'), reason: own })),
                }),
                compose: () => ({ findings: asked.map((id) => ({ ids: [id], title: own })) }),
                validate: () => ({ votes: asked.map((id) => ({ id, vote: word('approve', 'reject'), reason: own })) }),
              };
              const answer = answers[act === 'dispute' ? 'cross' : act]?.();
              expect(play.say(Number(step.seat.slice(-1)), answer)).toMatchObject({ ok: true });
            }
            past.push(...now.values());
          }
        }),
        { numRuns: times(60, 8) },
      );
    },
  );

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
          return [brief(play.data), play.data.overlap];
        };
        expect(outcome(true)).toEqual(outcome(false));
      }),
      { numRuns: times(60, 8) },
    );
  });

  it('comes to the same when texts of turns are redacted', () => {
    const bare = (data: ReviewResult) => ({
      findings: data.findings.map(({ id, severity, status, votes, verified, foundBy, line }) => ({
        ...{ id, severity, status, votes, verified, foundBy, line },
      })),
      eliminated: data.eliminated.map(({ id, by, votes }) => ({ id, by, votes })),
      rest: [data.overlap, data.rounds, data.scores, data.crossChecked, data.reviewers],
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
          let snapshot = createSnapshot(log[0] as LedgerEvent, format, log);
          for (const event of log.slice(1)) {
            const admission = checkAdmission(snapshot, event);
            expect(admission.ok).toBe(true);
            if (event.type === 'turn-recorded' && admission.ok && !('text' in event.data.content)) {
              expect(admission.data).toEqual(event.data.data);
            }
            snapshot = applyEvent(snapshot, event);
          }
          const data = format.result?.(log, snapshot.state as never)?.data as unknown as ReviewResult;
          expect(bare(data)).toEqual(bare(play.data));
        },
      ),
      { numRuns: times(60, 8) },
    );
  });
});
