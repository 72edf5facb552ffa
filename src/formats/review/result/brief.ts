// A review in few lines: its findings, the worst that anybody holds first, and what is open.
import {
  describeSeverities,
  type Finding,
  findingsFrom,
  type ReviewResult,
  SEVERITIES,
} from '../../../domain/results/review-result.ts';
import { type Brief, noteFew, writeBriefly } from '../../common/brief.ts';

function renderFinding(finding: Finding): string {
  const { id, severity, title, file, line, status } = finding;
  const place = file === null ? '' : `, ${writeBriefly(`${file}${line === null ? '' : `:${line}`}`)}`;
  const remarks = [
    describeSeverities(finding),
    status === 'confirmed' ? undefined : status === 'unchecked' ? 'not cross-checked' : 'disputed',
  ].filter((remark) => remark !== undefined);
  return `**${severity}** ${id} ${writeBriefly(title)}${place}${remarks.length === 0 ? '' : ` (${remarks.join('; ')})`}`;
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
