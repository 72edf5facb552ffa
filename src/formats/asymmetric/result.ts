// What an asymmetric debate has come to: figures by fixed rules, and beside them the synthesis, if one was written.
import type { LedgerEvent } from '../../domain/events.ts';
import type { FormatResult } from '../../domain/record.ts';
import { type AsymmetricResult, CATEGORIES, type Category } from '../../domain/results/asymmetric-result.ts';
import { REDACTED_TEXT } from '../../domain/sealed/sealed.ts';
import { addDetails } from '../../domain/words/conclusions.ts';
import { shorten } from '../../domain/words/cut-line.ts';
import { countNoun, joinWords } from '../../domain/words/format-figures.ts';
import { escapePlain, quoteBlock } from '../../domain/words/markdown-safe.ts';
import { isVoid } from '../common/base-state.ts';
import { hasPassedGate } from '../common/opinions/course.ts';
import { next } from './next.ts';
import { buildOverview, type Overview, type StandingPoint } from './overview.ts';
import { describeTarget, spellOut } from './points.ts';
import { labelSeat, type Side } from './setup.ts';
import { nameSpeaker } from './speakers.ts';
import { findPhase, findRejection, hasAllPositions, isComplete, type State } from './state.ts';

type Status = AsymmetricResult['status'];

/** Characters of a point that stand in a list. */
const SUMMARY_LENGTH = 300;
const NOTHING_CHALLENGED = 'No answer of one side to the other counts, so all positions are untested.';
const summarize = (text: string) => shorten(text, SUMMARY_LENGTH);

function buildPointData({ synthesis }: Overview, point: StandingPoint) {
  const { index, category, action, side, seat, target, said } = point;
  const cause = synthesis?.causes.get(index);
  return {
    index,
    category,
    action,
    side,
    seat: seat ?? null,
    target,
    summary: said === undefined ? null : summarize(said.point),
    reason: said?.reason ?? null,
    resolution: said === undefined ? null : (said.resolution ?? (action === 'synthesize' ? said.point : null)),
    root_cause: cause?.cause ?? null,
    why: cause?.why ?? null,
  };
}

function countCategories({ points, positions }: Overview): Record<Category, number> {
  const count = (category: Category) => points.filter((point) => point.category === category).length;
  const counts = Object.fromEntries(CATEGORIES.map((category) => [category, count(category)]));
  return { ...(counts as Record<Category, number>), no_challenges: isUntested({ points, positions }) ? 1 : 0 };
}

const countAcross = (points: Overview['points']) => points.filter(({ category }) => category !== 'own_side').length;

function isUntested({ points, positions }: Pick<Overview, 'points' | 'positions'>): boolean {
  return countAcross(points) === 0 && positions.length > 1;
}

const percent = (confidence: number) => `${Math.round(confidence * 100)}%`;

/** The result in one sentence. */
function buildHeadline(account: Overview, status: Status, isCutShort: boolean): string {
  const { points, figures } = account;
  if (status === 'rejected') return 'Rejected by the reviewer';
  const across = countAcross(points);
  if (across === 0)
    return isCutShort
      ? 'Incomplete: the debate ended before the sides answered each other'
      : 'No challenges: the positions are untested';
  const { own_side: within, ...counts } = countCategories(account);
  const degraded =
    account.left.length === 0
      ? ''
      : `; without ${joinWords(account.left.map(({ seat }) => labelSeat(account.options, seat)))}`;
  const incomplete = isCutShort ? 'Incomplete: ' : '';
  return `${incomplete}${counts.agreement} of ${countNoun(across, 'point')} agreed (${percent(figures.confidence)}), ${counts.productive_disagreement} open, ${counts.irreducible} irreducible${within === 0 ? '' : `, ${within} within a side`}${degraded}`;
}

/** "Fresh", or the side for what a review has put there. */
function describeSpeaker({ options }: Overview, { seat, side }: Pick<StandingPoint, 'seat' | 'side'>): string {
  return seat === undefined ? `The ${side} side, in the reviewer's words` : labelSeat(options, seat);
}

/** "Fresh (Speaker 1)": who is who, for people who read texts in which seats name each other. */
function describeAuthor(account: Overview, position: Pick<StandingPoint, 'seat' | 'side'>): string {
  const name = describeSpeaker(account, position);
  return position.seat === undefined ? name : `${name} (${nameSpeaker(account, position.seat)})`;
}

function renderPoint(account: Overview, point: StandingPoint): string {
  const { index, action, said, seat } = point;
  const { reason, resolution, root_cause: cause, why } = buildPointData(account, point);
  const who = seat === undefined ? describeSpeaker(account, point) : labelSeat(account.options, seat);
  const head = `- **${index}. ${escapePlain(who)}**, ${spellOut(action)}, to ${escapePlain(describeTarget(account, point))}: `;
  return [
    head + (said === undefined ? REDACTED_TEXT : escapePlain(summarize(said.point))),
    ...(reason === null ? [] : [`  - Reason: ${escapePlain(reason)}`]),
    ...(resolution === null || resolution === said?.point ? [] : [`  - Resolution: ${escapePlain(resolution)}`]),
    ...(cause === null ? [] : [`  - Root cause: ${spellOut(cause)}${why === null ? '' : `. ${escapePlain(why)}`}`]),
  ].join('\n');
}

const CATEGORY_TITLES: Readonly<Record<Category, string>> = {
  agreement: 'Agreement',
  productive_disagreement: 'Productive disagreement',
  irreducible: 'Irreducible disagreement',
  own_side: 'Within a side',
  no_challenges: 'No challenges',
};

/** By category: made by rules, with no word that nobody said. Texts of seats are escaped. */
function renderPoints(account: Overview): string[] {
  const lists = CATEGORIES.flatMap((category) => {
    const points = account.points.filter((point) => point.category === category);
    if (points.length === 0) return [];
    const lines = points.map((point) => renderPoint(account, point));
    return [`**${CATEGORY_TITLES[category]}** (${points.length})`, lines.join('\n')];
  });
  return isUntested(account) ? [`**${CATEGORY_TITLES.no_challenges}**: ${NOTHING_CHALLENGED}`, ...lists] : lists;
}

/** What to know of the debate before trusting the points. */
function renderCaveats(account: Overview): string[] {
  const parts: string[] = [];
  for (const { side, what } of account.overrides) {
    parts.push(`The ${what} of the ${side} side ${what === 'position' ? 'is' : 'are'} in the reviewer's words.`);
  }
  for (const { seat, reason } of account.left) {
    parts.push(
      `The debate continued without **${escapePlain(labelSeat(account.options, seat))}**: ${escapePlain(reason)}`,
    );
  }
  if (account.documents === 0) parts.push('Neither side had documents from the hall.');
  return parts;
}

function renderSynthesis({ synthesis }: Overview): string[] {
  return synthesis === undefined ? [] : ['**Synthesis**', quoteBlock(synthesis.text ?? REDACTED_TEXT)];
}

function renderPositions(account: Overview): string[] {
  const texts = account.positions.flatMap((position) => [
    `**${escapePlain(describeAuthor(account, position))}**`,
    quoteBlock(position.text ?? REDACTED_TEXT),
  ]);
  return texts.length === 0 ? [] : ['**Positions**', ...texts];
}

function getStatus(state: State, { rejectedBy }: Overview): Status {
  if (rejectedBy !== undefined) return 'rejected';
  if (isVoid(state)) return 'incomplete';
  if (isComplete(state)) return state.ended === 'limit' || next(state).kind === 'ask' ? 'open' : 'complete';
  return state.ended === undefined && next(state).kind === 'ask' ? 'open' : 'incomplete';
}

/** Once the challenges may be seen; before that there is nothing to tell. */
export function result(log: readonly LedgerEvent[], state: State): FormatResult | undefined {
  // Their own result says what the openings alone decided.
  const isDecidedByOpenings = state.opinions !== undefined && !hasPassedGate(state.opinions);
  if (state.ended === 'closed' && isDecidedByOpenings && findRejection(state) === undefined) return undefined;
  const account = buildOverview(log);
  const status = getStatus(state, account);
  if (status === 'open' && !(hasAllPositions(state) && state.revealed)) return undefined;
  const { points, figures, synthesis, documents } = account;
  const untested: AsymmetricResult['points'][number] = {
    ...{ index: points.length + 1, category: 'no_challenges', action: null, side: null, seat: null, target: null },
    ...{ summary: NOTHING_CHALLENGED, reason: null, resolution: null, root_cause: null, why: null },
  };
  const listSeats = (side: Side) =>
    Object.keys(state.participants).filter((seat) => state.participants[seat]?.side === side);
  // The synthesis, where one was written; else the points speak for themselves.
  const [main, ...behind] = [renderSynthesis(account), renderPoints(account)].filter(({ length }) => length > 0);
  const markdown = main?.join('\n\n') ?? '';
  const details = [...behind.flat(), ...renderCaveats(account), ...renderPositions(account)];
  const own = {
    data: {
      status,
      phase: findPhase(state),
      confidence: figures.confidence,
      counts: countCategories(account),
      points: [...points.map((point) => buildPointData(account, point)), ...(isUntested(account) ? [untested] : [])],
      synthesis: synthesis === undefined ? null : (synthesis.text ?? null),
      sides: { experienced: listSeats('experienced'), fresh: listSeats('fresh') },
      left: account.left.map(({ seat, reason }) => ({ seat, reason })),
      overrides: account.overrides.map(({ side, what }) => ({ side, what })),
      documents,
    } satisfies AsymmetricResult,
    headline: buildHeadline(account, status, status === 'incomplete' && !isComplete(state)),
    markdown,
  };
  return addDetails(own, details);
}
