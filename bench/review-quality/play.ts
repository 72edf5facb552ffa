// Plays whole reviews of scripted reviewers through the rules of the format, and tells what a finding is about in truth.
import type { ClaimGroup } from '../../src/formats/review/findings/finding.ts';
import { ReviewPlay } from '../../test/formats/review-play.ts';
import { REVIEWERS, type Report } from './reviewers.ts';
import { diffOf, type Sample } from './sample.ts';

/** The bug that words are about; `undefined` for a false alarm or an invention. */
export function truthOf(sample: Sample, title: string | undefined): number | undefined {
  const index = sample.bugs.findIndex(({ says }) => says.some(([known]) => known === title));
  return index === -1 ? undefined : index;
}

/** What most claims of a finding are about. */
export function bugsIn(sample: Sample, { claims }: Pick<ClaimGroup, 'claims'>): readonly (number | undefined)[] {
  return claims.map(({ words }) => truthOf(sample, words?.title));
}

function judgments(play: ReviewPlay, sample: Sample, seat: string, random: () => number): string[] {
  const step = play.steps.find((each) => each.seat === seat);
  const reviewer = REVIEWERS[Number(seat.slice(-1)) - 1];
  if (step === undefined || reviewer === undefined) return [];
  const asked = [...(step.values['findings'] ?? step.values['entries'] ?? '').matchAll(/^- (F\d+)/gm)].map(
    ([, id]) => id,
  );
  return asked.map((id) => {
    const finding = play.state.findings.find((each) => each.id === id);
    const isTrue = finding !== undefined && bugsIn(sample, finding).some((bug) => bug !== undefined);
    const valid = isTrue ? random() < reviewer.approvesTrue : random() >= reviewer.rejectsFalse;
    return `${id} ${valid ? 'valid' : 'invalid'}`;
  });
}

/** A whole review by scripted reviewers; `earlier`: findings of reviews before it that theirs may repeat. */
export function playOut(
  sample: Sample,
  reviews: readonly (readonly Report[])[],
  random: () => number,
  earlier: readonly string[] = [],
): ReviewPlay {
  const play = new ReviewPlay({ reviewers: REVIEWERS.length, rounds: 1, earlier: [...earlier] }, [
    { source: 'git:HEAD', text: diffOf(sample) },
  ]);
  for (const [index, findings] of reviews.entries()) play.review(index + 1, ...findings);
  while (play.steps.length > 0) {
    const [{ seat, act } = { seat: '', act: '' }] = play.steps;
    const reviewer = Number(seat.slice(-1));
    const votes = judgments(play, sample, seat, random);
    if (act === 'compose') {
      const entries = play.state.findings.map(({ id }) => ({ ids: [id], title: null, detail: null, fix: null }));
      play.say(reviewer, { findings: entries, dropped: [] });
    } else if (act === 'validate') {
      play.vote(
        reviewer,
        votes.map((vote) => vote.replace(/ valid$/, ' approve').replace(/ invalid$/, ' reject')),
      );
    } else play.judge(reviewer, votes);
  }
  play.close();
  return play;
}
