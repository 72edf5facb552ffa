// What a rehearsal says at each step: it fits the step and says outright that it knows nothing.
import type { Role, Side } from './seats.ts';

const FROM: Readonly<Record<Role, string>> = {
  experienced: 'the documents, where there are any',
  fresh: 'the question alone',
  'semi-fresh': 'the question and what I was told',
};

export function samplePosition(label: string, role: Role | undefined): string {
  return [
    `${label}, in a rehearsal, answers from ${FROM[role ?? 'fresh']}.`,
    '1. **Do it in one part first**, the part that can be undone in a day.',
    '2. **Measure before and after.** Without a figure from today there is nothing to compare with.',
    '3. **Unsure:** who pays for the time in which both ways have to be kept up.',
  ].join('\n\n');
}

export function sampleSummary(selective: boolean): string {
  return selective
    ? 'Unsure: who pays for the time in which both ways have to be kept up.'
    : 'In short: begin with one part, measure it, and see who pays for the time in between.';
}

export function sampleChallenge(label: string, target: string, side: Side | undefined): string {
  const point = (text: string, action: string, reason: string, resolution: string | null) => ({
    point: text,
    target,
    action,
    reason,
    resolution,
  });
  return JSON.stringify({
    points: [
      point('Beginning with one part', 'agree', `${label} would begin there as well.`, null),
      side === 'experienced'
        ? point('Measuring before and after', 'challenge', 'The figures from before are not to be trusted.', null)
        : point('Measuring before and after', 'propose_alternative', 'Ask the people who use it instead.', null),
      point(
        'Who pays for both ways',
        'synthesize',
        'Both positions leave it open.',
        'Set a date on which the old way ends.',
      ),
    ],
  });
}

export function sampleSynthesis(points: number): string {
  const causes = ['missing_constraint', 'true_trade_off', 'anchoring', 'chance'];
  return JSON.stringify({
    synthesis: 'In a rehearsal both sides would begin with one part; they differ on what is measured, and by whom.',
    points: Array.from({ length: points }, (_, index) => ({
      index: index + 1,
      root_cause: causes[index % causes.length],
      why: 'The two sides did not have the same figures before them.',
    })),
  });
}
