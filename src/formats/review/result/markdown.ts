// A review for people: as a Markdown report and in few lines; every text from a seat is escaped.
import {
  describeSeverities,
  type Finding,
  findingsFrom,
  type ReviewResult,
  SEVERITIES,
  type Severity,
} from '../../../domain/results/review-result.ts';
import { formatPlace } from '../../../domain/words/describe-reviewed.ts';
import { escapePlain, quoteBlock, renderTable } from '../../../domain/words/markdown-safe.ts';
import { type Brief, type BriefLine, noteFew, writeBriefly } from '../../common/brief.ts';
import { labelSeat } from '../setup.ts';

const HEADINGS: Readonly<Record<Severity, string>> = {
  P0: 'P0: breaks, leaks or loses something',
  P1: 'P1: likely to go wrong',
  P2: 'P2: minor',
};

const VERIFIED: Readonly<Record<Finding['verified'], string>> = {
  quote: 'quote found in the material',
  line: 'line found in the diff',
  file: 'file found, line not found',
  unverified: '**unverified**: not found in the material',
};

const listRows = (columns: readonly string[], rows: readonly (readonly string[])[]) =>
  rows.length === 0 ? [] : [renderTable(columns, rows)];

const renderBullets = (texts: readonly string[]) => texts.map((text) => `- ${escapePlain(text)}`).join('\n');
const renderSection = (title: string, parts: readonly string[]) =>
  parts.length === 0 ? [] : [`### ${title}`, ...parts];

const namePlace = (finding: Finding) => escapePlain(formatPlace(finding) ?? 'no file given');

function renderFinding(finding: Finding): string[] {
  const { id, title, votes, status, verified, foundBy, detail, fix, evidence } = finding;
  const found = foundBy.length === 0 ? 'found by no reviewer' : `found by ${foundBy.map(labelSeat).join(', ')}`;
  // Only a quote that was given can be missing.
  const severities = describeSeverities(finding, labelSeat);
  const missed = verified === 'line' && evidence !== null ? ', quote not found there' : '';
  return [
    `#### ${id}: ${escapePlain(title)}`,
    `${namePlace(finding)} · ${status} (${votes.valid} valid, ${votes.invalid} invalid) · ${found} · ${VERIFIED[verified]}${missed}`,
    ...(severities === undefined ? [] : [`The reviewers disagree on its severity: ${severities}.`]),
    ...(detail === '' ? [] : [quoteBlock(detail)]),
    ...(evidence === null ? [] : ['Quoted:', quoteBlock(`\`\`\`\`\n${evidence}\n\`\`\`\``)]),
    ...(fix === '' ? [] : ['Fix:', quoteBlock(fix)]),
    ...renderDissent(finding, 'invalid'),
  ];
}

/** `word`: what those who dissent hold the finding to be. */
function renderDissent({ dissent }: Finding, word: 'valid' | 'invalid'): string[] {
  return dissent.flatMap(({ seat, reason }) => [
    `Dissent: ${labelSeat(seat)} holds it ${word}${reason === null ? ', without a reason.' : ':'}`,
    ...(reason === null ? [] : [quoteBlock(reason)]),
  ]);
}

function renderFindings({ findings, reviewed }: ReviewResult): string[] {
  if (!reviewed) return ['**Not reviewed.** An empty list here does not mean that nothing is wrong.'];
  if (findings.length === 0) return ['No findings.'];
  return SEVERITIES.flatMap((severity) => {
    const of = findings.filter((finding) => finding.severity === severity);
    return of.length === 0 ? [] : [`### ${HEADINGS[severity]}`, ...of.flatMap(renderFinding)];
  });
}

function renderTrust(data: ReviewResult): string[] {
  const { reviewed, crossChecked, degraded, stopped, reviewers, overlap, vendors } = data;
  if (!reviewed) return [];
  const done = reviewers.filter(({ state }) => state === 'reviewed').length;
  const of = vendors.length === 0 ? '' : ` (${vendors.map(escapePlain).join(', ')})`;
  return [
    ...(degraded
      ? ['**Degraded**: not every reviewer took part to the end, so this does not speak for the whole panel.']
      : []),
    ...(stopped ? ['**Not finished**: the review was stopped before its end.'] : []),
    ...(done === 1 ? ['Only one reviewer: nobody cross-checked its findings, or looked for others.'] : []),
    ...(done > 1 && !crossChecked ? ['Some findings were not cross-checked.'] : []),
    ...(overlap === null
      ? []
      : [
          `Overlap of the reviews: ${overlap}%${of}. It says how much the reviewers think alike, not how right they are.`,
        ]),
  ];
}

/** What to do about the change. */
export const renderMarkdown = (data: ReviewResult): string =>
  [
    ...renderTrust(data),
    ...renderFindings(data),
    ...renderSection('Residual risks', data.residualRisks.length === 0 ? [] : [renderBullets(data.residualRisks)]),
    ...renderSection('Open questions', data.openQuestions.length === 0 ? [] : [renderBullets(data.openQuestions)]),
    ...renderSection(
      'Left out',
      listRows(
        ['source', 'reason'],
        data.leftOut.map(({ source, reason }) => [escapePlain(source), escapePlain(reason)]),
      ),
    ),
  ].join('\n\n');

/** What the reviewers turned down, who they were, and how their findings scored. */
export function renderDetails(data: ReviewResult): string[] {
  const { platform, reviewers, rounds, eliminated, scores, files, reviewed, stopped } = data;
  // While reviews are blind, nobody learns whose is in.
  const isShown = ({ state }: (typeof reviewers)[number]) => reviewed || stopped || state !== 'pending';
  return [
    ...renderSection(
      'Voted out',
      listRows(
        ['id', 'severity', 'title', 'place', 'found by', 'by', 'reason'],
        eliminated.map((out) => [
          out.id,
          out.severity,
          escapePlain(out.title),
          namePlace(out),
          out.foundBy.map(labelSeat).join(', '),
          out.by === 'votes' ? out.by : labelSeat(out.by),
          escapePlain(out.reason),
        ]),
      ).concat(
        eliminated.flatMap((out) =>
          renderDissent(out, 'valid').map((line, at) => (at === 0 ? `${out.id}. ${line}` : line)),
        ),
      ),
    ),
    ...renderSection('Reviewers', [
      ...listRows(
        ['reviewer', 'state', 'reason'],
        reviewers
          .filter(isShown)
          .map(({ seat, state, reason }) => [labelSeat(seat), state, reason === undefined ? '' : escapePlain(reason)]),
      ),
      `Platform: ${platform}. Dispute rounds: ${rounds}.`,
    ]),
    ...renderSection(
      'Scores',
      listRows(
        ['reviewer', 'P0', 'P1', 'P2', 'false positives', 'fixes', 'files', 'clarity', 'total'],
        scores.map(({ seat, p0, p1, p2, falsePositives, fixes, fileAccuracy, clarity, total }) => [
          labelSeat(seat),
          ...[p0, p1, p2, falsePositives, fixes, fileAccuracy, clarity, total].map(String),
        ]),
      ),
    ),
    ...renderSection('Files in the diff', files.length === 0 ? [] : [renderBullets(files)]),
  ];
}

function briefFinding(finding: Finding): BriefLine {
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
    items: [...new Set(worstFirst)].map(briefFinding),
    notes: [
      ...noteFew(
        'Voted out',
        data.eliminated.map(({ id, title }) => `${id} ${title}`),
      ),
      ...noteFew('Open', data.openQuestions),
    ],
  };
}
