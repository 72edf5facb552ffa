// The result as Markdown; every text from a seat is escaped.
import { escapePlain, quoteBlock } from '../../../domain/words/markdown-safe.ts';
import { CATEGORIES, type Category } from '../convergence.ts';
import type { Overview, StandingPoint } from '../overview.ts';
import { spellOut, targetOf } from '../points.ts';
import { labelOf } from '../seats.ts';
import { nameSpeaker } from '../speakers.ts';
import { buildPointData, isUntested, NOTHING_CHALLENGED, REDACTED, type Status, shorten } from './data.ts';
import { buildHeadline } from './headline.ts';

/** "Fresh", or the side for what a review has put there. */
function speakerOf({ options }: Overview, { seat, side }: Pick<StandingPoint, 'seat' | 'side'>): string {
  return seat === undefined ? `The ${side} side, in the reviewer's words` : labelOf(options, seat);
}

/** "Fresh (Speaker 1)": who is who, for people who read texts in which seats name each other. */
function authorOf(account: Overview, position: Pick<StandingPoint, 'seat' | 'side'>): string {
  const name = speakerOf(account, position);
  return position.seat === undefined ? name : `${name} (${nameSpeaker(account, position.seat)})`;
}

function renderPoint(account: Overview, point: StandingPoint): string {
  const { index, action, said, seat } = point;
  const { reason, resolution, root_cause: cause, why } = buildPointData(account, point);
  const who = seat === undefined ? speakerOf(account, point) : labelOf(account.options, seat);
  const head = `- **${index}. ${escapePlain(who)}**, ${spellOut(action)}, to ${escapePlain(targetOf(account, point))}: `;
  return [
    head + (said === undefined ? REDACTED : escapePlain(shorten(said.point))),
    ...(reason === null || reason === '' ? [] : [`  - Reason: ${escapePlain(reason)}`]),
    ...(resolution === null || resolution === said?.point ? [] : [`  - Resolution: ${escapePlain(resolution)}`]),
    ...(cause === null ? [] : [`  - Root cause: ${spellOut(cause)}${why === null ? '' : `. ${escapePlain(why)}`}`]),
  ].join('\n');
}

const CATEGORY_TITLES: Readonly<Record<Category, string>> = {
  agreement: 'Agreement',
  productive_disagreement: 'Productive disagreement',
  irreducible: 'Irreducible disagreement',
  no_challenges: 'No challenges',
};

/** The figures and the points by category: made by rules, with no word that nobody said. */
export function renderFigures(account: Overview, status: Status): string {
  const parts = [`**${escapePlain(buildHeadline(account, status))}**`];
  for (const category of CATEGORIES) {
    const points = account.points.filter((point) => point.category === category);
    if (points.length === 0) continue;
    parts.push(`**${CATEGORY_TITLES[category]}** (${points.length})`);
    parts.push(points.map((point) => renderPoint(account, point)).join('\n'));
  }
  if (isUntested(account)) parts.push(`**${CATEGORY_TITLES.no_challenges}**: ${NOTHING_CHALLENGED}`);
  for (const { side, what } of account.overrides) {
    parts.push(`The ${what} of the ${side} side ${what === 'position' ? 'is' : 'are'} in the reviewer's words.`);
  }
  for (const { seat, reason } of account.left) {
    parts.push(
      `The debate continued without **${escapePlain(labelOf(account.options, seat))}**: ${escapePlain(reason)}`,
    );
  }
  if (account.documents === 0) parts.push('Neither side had documents from the hall.');
  return parts.join('\n\n');
}

export function renderSynthesis({ synthesis }: Overview): string {
  if (synthesis === undefined) return '';
  return `\n\n**Synthesis**\n\n${quoteBlock(synthesis.text ?? REDACTED)}`;
}

export function renderPositions(account: Overview): string {
  const texts = account.positions.map(
    (position) => `**${escapePlain(authorOf(account, position))}**\n\n${quoteBlock(position.text ?? REDACTED)}`,
  );
  return texts.length === 0 ? '' : `\n\n**Positions**\n\n${texts.join('\n\n')}`;
}
