// The plan in few lines: its steps by their titles, how the plans scored, and what is open.
import type { PlanResult, PlanStep } from '../../../domain/results/plan-result.ts';
import { joinWords } from '../../../domain/words/format-figures.ts';
import { type Brief, type BriefLine, noteFew, writeBriefly } from '../../common/brief.ts';
import { labelSeat } from '../seats.ts';

function renderStep({ id, title, dependsOn, status, votes }: PlanStep): BriefLine {
  const after = dependsOn.length === 0 ? '' : ` (after ${joinWords(dependsOn)})`;
  const disputed = status === 'disputed' ? `, disputed: ${votes.agree} for it, ${votes.disagree} against` : '';
  return { label: id, words: `${writeBriefly(title)}${after}${disputed}` };
}

export function buildBrief({ planned, summary, steps, eliminated, risks, openQuestions, scores }: PlanResult): Brief {
  const intro = [
    ...(planned || steps.length === 0 ? [] : ['So far, not voted on:']),
    ...(summary.trim() === '' ? [] : [writeBriefly(summary)]),
  ].join(' ');
  return {
    intro,
    items: steps.map(renderStep),
    notes: [
      ...noteFew(
        'Left out',
        eliminated.map(({ id, title }) => `${id} ${title}`),
      ),
      ...noteFew('Risks', risks),
      ...noteFew('Open', openQuestions),
      ...(scores.length < 2
        ? []
        : [{ label: 'Scores:', words: scores.map(({ seat, total }) => `${labelSeat(seat)} ${total}`).join(', ') }]),
    ],
  };
}
