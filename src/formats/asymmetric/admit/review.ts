// Reads a review at a pause: approve, reject, or a text that takes the place of what one side said.
import type { RuleData } from '../../../domain/events.ts';
import type { ReviewAction, Stage } from '../data.ts';
import { findSideSeat, SIDES, type Side, sideOf } from '../seats.ts';
import type { State } from '../state.ts';
import { readPoints } from './points.ts';

const REVIEW_ACTIONS = ['approve', 'override', 'reject'] as const;

type ReadReview =
  | { readonly ok: true; readonly data: RuleData; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly issues: readonly string[] };

interface Verdict {
  readonly action: ReviewAction;
  readonly side: Side | undefined;
}

function findSide(state: State, name: unknown): Side | undefined {
  if (typeof name !== 'string') return undefined;
  const wanted = name.trim().toLowerCase();
  const seat = findSideSeat(state.options, wanted);
  return SIDES.find((side) => side === wanted) ?? (seat === undefined ? undefined : sideOf(seat));
}

/** "APPROVE", "REJECT: why", "Review: approve". */
const JUDGMENT_LINE = /^[^\p{L}\p{N}]*(?:review[^\p{L}\p{N}]+)?(approve|reject)\b/iu;

/** "OVERRIDE fresh", and nothing more on the line. */
const OVERRIDE_LINE =
  /^[^\p{L}\p{N}]*(?:review[^\p{L}\p{N}]+)?override\b[^\p{L}\p{N}]*([\p{L}\p{N}_-]*)[^\p{L}\p{N}]*$/iu;

/** The text that an override puts in a side's place: what comes below the line that says so, if there is one. */
export function overrideText(content: string): string {
  const [first = '', ...rest] = content.trim().split('\n');
  return OVERRIDE_LINE.test(first) ? rest.join('\n').trim() : content.trim();
}

function readWrittenVerdict(state: State, content: string): Verdict | undefined {
  const [first = ''] = content.trim().split('\n');
  const overrides = OVERRIDE_LINE.exec(first);
  if (overrides !== null) return { action: 'override', side: findSide(state, overrides[1]) };
  const judges = JUDGMENT_LINE.exec(first)?.[1];
  return judges === undefined ? undefined : { action: judges.toLowerCase() as ReviewAction, side: undefined };
}

function readExplicitVerdict(state: State, { action, side }: RuleData): Verdict | undefined {
  const known = REVIEW_ACTIONS.find((each) => each === action);
  return known === undefined ? undefined : { action: known, side: findSide(state, side) };
}

const refuseReview = (issue: string): ReadReview => ({ ok: false, issues: [issue] });

export function readReview(
  state: State,
  { text, data, byHand, stage }: { text: string; data: RuleData; byHand: boolean; stage: Stage },
): ReadReview {
  const verdict = (byHand ? readExplicitVerdict(state, data) : undefined) ?? readWrittenVerdict(state, text);
  if (verdict === undefined)
    return refuseReview('The first line must be APPROVE, REJECT, OVERRIDE experienced or OVERRIDE fresh.');
  const { action, side } = verdict;
  if (action !== 'override') return { ok: true, data: { stage, action }, warnings: [] };
  if (side === undefined) return refuseReview(`An override must name its side: ${SIDES.join(' or ')}.`);
  const words = overrideText(text);
  if (words === '') return refuseReview('An override needs the replacement text below its first line.');
  const seats = Object.keys(state.participants).filter((seat) => sideOf(seat) === side);
  if (stage === 'challenge') return { ok: true, data: { stage, action, side }, warnings: [] };
  const allowed = Object.keys(state.participants).filter((seat) => !seats.includes(seat));
  const move = Array.isArray(data['points']) ? data : { action: data['move'] ?? 'challenge' };
  const points = readPoints(state, { text: words, data: move, byHand, allowed });
  if (!points.ok) return points;
  return { ok: true, data: { stage, action, side, points: [...points.moves] }, warnings: points.warnings };
}
