// What a rehearsal says at each step: it fits the step, names the subject, and says that no model is called.
import type { Role, Side } from './seats.ts';

const SUBJECT = 'the subject';

const FROM: Readonly<Record<Role, string>> = {
  experienced: 'the documents, if there are any',
  fresh: 'the question alone',
  'semi-fresh': 'the question and the summary it got',
};

export function samplePosition(label: string, role: Role | undefined, subject = SUBJECT): string {
  return [
    `Rehearsal: no model is called. ${label} answers from ${FROM[role ?? 'fresh']}.`,
    `1. **Start with one part of ${subject}**, one that you can undo within a day.`,
    '2. **Measure before and after.** Without a number from today there is nothing to compare.',
    `3. **Unsure:** who pays for ${subject} while both ways are kept running.`,
  ].join('\n\n');
}

export function sampleSummary(selective: boolean, subject = SUBJECT): string {
  return selective
    ? `Unsure: who pays for ${subject} while both ways are kept running.`
    : `In short: start with one part of ${subject}, measure it, and settle who pays in the meantime.`;
}

export function sampleChallenge(label: string, target: string, side: Side | undefined): string {
  const point = (text: string, move: string, reason: string, resolution: string | null) => ({
    point: text,
    target,
    reason,
    resolution,
    move,
  });
  return JSON.stringify({
    points: [
      point('Starting with one part', 'concede', `${label} would start there, too.`, null),
      side === 'experienced'
        ? point('Measuring before and after', 'rebut', 'Nobody can trust the earlier numbers.', null)
        : point('Measuring before and after', 'rebut', 'Numbers say little of use.', 'Ask the people who use it.'),
      point(
        'Who pays for both ways',
        'refine',
        'Both positions leave it open.',
        'Set a date on which the old way ends.',
      ),
    ],
  });
}

export function sampleSynthesis(points: number, subject = SUBJECT): string {
  const causes = ['missing_constraint', 'true_trade_off', 'anchoring', 'chance'];
  return JSON.stringify({
    synthesis: `Rehearsal: both sides would start with one part of ${subject}. They differ on what to measure, and who measures it.`,
    points: Array.from({ length: points }, (_, index) => ({
      index: index + 1,
      root_cause: causes[index % causes.length],
      why: 'The two sides had different numbers in front of them.',
    })),
  });
}
