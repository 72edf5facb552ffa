// A review in few lines: its findings, the worst that anybody holds first, and what is open.
import {
  describeSeverities,
  type Finding,
  findingsFrom,
  type ReviewResult,
  SEVERITIES,
} from '../../../domain/results/review-result.ts';
import { formatPlace } from '../../../domain/words/describe-reviewed.ts';
import { type Brief, type BriefLine, noteFew, writeBriefly } from '../../common/brief.ts';
import { labelSeat } from '../setup.ts';

function renderFinding(finding: Finding): BriefLine {
  const { id, severity, title, status } = finding;
  const named = formatPlace(finding);
  const place = named === undefined ? '' : `, ${writeBriefly(named)}`;
  const remarks = [
    describeSeverities(finding, labelSeat),
    status === 'confirmed' ? undefined : status === 'unchecked' ? 'not cross-checked' : 'disputed',
  ].filter((remark) => remark !== undefined);
  const remarked = remarks.length === 0 ? '' : ` (${remarks.join('; ')})`;
  return { label: severity, words: `${id} ${writeBriefly(title)}${place}${remarked}` };
}

export function buildBrief(data: ReviewResult): Brief {
  const worstFirst = SEVERITIES.flatMap((severity) => findingsFrom(data, severity));
  return {
    items: [...new Set(worstFirst)].map(renderFinding),
    notes: [
      ...noteFew(
        'Voted out',
        data.eliminated.map(({ id, title }) => `${id} ${title}`),
      ),
      ...noteFew('Open', data.openQuestions),
    ],
  };
}
