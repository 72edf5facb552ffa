// What an asymmetric debate has come to: figures by fixed rules, and beside them the synthesis, if one was written.
import type { LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { plain, quoteBlock } from '../../domain/words/markdown-safe.ts';
import { type Account, accountOf, type StandingPoint } from './account.ts';
import { CATEGORIES, type Category } from './convergence.ts';
import { next } from './next.ts';
import { labelOf, SIDES } from './seats.ts';
import { isThrough, phaseOf, positionsIn, type State } from './state.ts';
import { inWords, speakerOf, targetOf } from './transcript.ts';

/** Characters of a point that stand in a list. */
const SUMMARY_LENGTH = 300;
const NOTHING_CHALLENGED = 'Nobody answered the other positions, so all of them are untested.';
const REDACTED = '(This text was redacted.)';

type Status = 'open' | 'complete' | 'rejected' | 'incomplete';

function statusOf(state: State, { rejectedBy }: Account): Status {
  if (rejectedBy !== undefined) return 'rejected';
  if (isThrough(state)) return state.ended === 'limited' || next(state).kind === 'ask' ? 'open' : 'complete';
  return state.ended === undefined && next(state).kind === 'ask' ? 'open' : 'incomplete';
}

const shorten = (text: string) => [...text].slice(0, SUMMARY_LENGTH).join('');

function pointData({ synthesis }: Account, point: StandingPoint) {
  const { index, category, action, side, seat, target, said } = point;
  const cause = synthesis?.causes.get(index);
  return {
    index,
    category,
    action,
    side,
    seat: seat ?? null,
    target,
    summary: said === undefined ? null : shorten(said.point),
    reason: said?.reason ?? null,
    resolution: said === undefined ? null : (said.resolution ?? (action === 'synthesize' ? said.point : null)),
    root_cause: cause?.cause ?? null,
    why: cause?.why ?? null,
  };
}

function countsOf({ points, positions }: Account): Record<Category, number> {
  const count = (category: Category) => points.filter((point) => point.category === category).length;
  const counts = Object.fromEntries(CATEGORIES.map((category) => [category, count(category)]));
  return { ...(counts as Record<Category, number>), no_challenges: isUntested({ points, positions }) ? 1 : 0 };
}

function isUntested({ points, positions }: Pick<Account, 'points' | 'positions'>): boolean {
  return points.length === 0 && positions.length > 1;
}

const percent = (confidence: number) => `${Math.round(confidence * 100)}%`;

function headlineOf(account: Account, status: Status): string {
  const { points, figures } = account;
  if (status === 'rejected') return 'Rejected by the reviewer';
  if (status === 'incomplete' && points.length === 0)
    return 'Incomplete: the debate ended before the sides answered each other';
  if (points.length === 0) return 'No challenges: the positions are untested; confidence 0%';
  const counts = countsOf(account);
  const degraded = account.left.length === 0 ? '' : `; without ${account.left.map(({ seat }) => seat).join(', ')}`;
  const incomplete = status === 'incomplete' ? 'Incomplete: ' : '';
  return `${incomplete}Confidence ${percent(figures.confidence)}: ${counts.agreement} of ${points.length} points agreed, ${counts.productive_disagreement} open, ${counts.irreducible} irreducible${degraded}`;
}

function pointLine(account: Account, point: StandingPoint): string {
  const { index, action, said, seat } = point;
  const { reason, resolution, root_cause: cause, why } = pointData(account, point);
  const who = seat === undefined ? speakerOf(account, point) : labelOf(account.options, seat);
  const head = `- **${index}. ${plain(who)}**, ${inWords(action)}, to ${plain(targetOf(account, point))}: `;
  return [
    head + (said === undefined ? REDACTED : plain(shorten(said.point))),
    ...(reason === null || reason === '' ? [] : [`  - Reason: ${plain(reason)}`]),
    ...(resolution === null || resolution === said?.point ? [] : [`  - Resolution: ${plain(resolution)}`]),
    ...(cause === null ? [] : [`  - Root cause: ${inWords(cause)}${why === null ? '' : `. ${plain(why)}`}`]),
  ].join('\n');
}

const CATEGORY_TITLES: Readonly<Record<Category, string>> = {
  agreement: 'Agreement',
  productive_disagreement: 'Productive disagreement',
  irreducible: 'Irreducible disagreement',
  no_challenges: 'No challenges',
};

/** The figures and the points by category: made by rules, with no word that nobody said. */
function figuresText(account: Account, status: Status): string {
  const parts = [`**${plain(headlineOf(account, status))}**`];
  for (const category of CATEGORIES) {
    const points = account.points.filter((point) => point.category === category);
    if (points.length === 0) continue;
    parts.push(`**${CATEGORY_TITLES[category]}** (${points.length})`);
    parts.push(points.map((point) => pointLine(account, point)).join('\n'));
  }
  if (isUntested(account)) parts.push(`**${CATEGORY_TITLES.no_challenges}**: ${NOTHING_CHALLENGED}`);
  for (const { side, what } of account.overrides) {
    parts.push(`The ${what} of the ${side} side ${what === 'position' ? 'is' : 'are'} in the reviewer's words.`);
  }
  for (const { seat, reason } of account.left) {
    parts.push(`The debate continued without **${plain(labelOf(account.options, seat))}**: ${plain(reason)}`);
  }
  if (account.documents === 0) parts.push('Neither side had documents from the hall.');
  return parts.join('\n\n');
}

function synthesisText({ synthesis }: Account): string {
  if (synthesis === undefined) return '';
  return `\n\n**Synthesis**\n\n${quoteBlock(synthesis.text ?? REDACTED)}`;
}

function positionsText(account: Account): string {
  const texts = account.positions.map(
    (position) => `**${plain(speakerOf(account, position))}**\n\n${quoteBlock(position.text ?? REDACTED)}`,
  );
  return texts.length === 0 ? '' : `\n\n**Positions**\n\n${texts.join('\n\n')}`;
}

/** Once the challenges may be seen; before that there is nothing to tell. */
export function result(log: readonly LedgerEvent[], state: State): FormatResult | undefined {
  const account = accountOf(log);
  const status = statusOf(state, account);
  if (status === 'open' && !(positionsIn(state) && state.revealed)) return undefined;
  const { points, figures, synthesis, documents } = account;
  const untested = {
    ...{ index: 1, category: 'no_challenges', action: null, side: null, seat: null, target: null },
    ...{ summary: NOTHING_CHALLENGED, reason: null, resolution: null, root_cause: null, why: null },
  };
  return {
    data: {
      status,
      phase: phaseOf(state),
      confidence: figures.confidence,
      counts: countsOf(account),
      points: isUntested(account) ? [untested] : points.map((point) => pointData(account, point)),
      synthesis: synthesis === undefined ? null : (synthesis.text ?? null),
      sides: Object.fromEntries(
        SIDES.map((side) => [
          side,
          Object.keys(state.participants).filter((seat) => state.participants[seat]?.side === side),
        ]),
      ),
      left: account.left.map(({ seat, reason }) => ({ seat, reason })),
      overrides: account.overrides.map(({ side, what }) => ({ side, what })),
      documents,
    },
    headline: headlineOf(account, status),
    markdown: `${figuresText(account, status)}${synthesisText(account)}${positionsText(account)}`,
  };
}
