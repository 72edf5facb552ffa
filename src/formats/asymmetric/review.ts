// Reads a review at a pause: approve, reject, or a text that takes the place of what one side said.
import type { RuleData } from '../../domain/events.ts';
import type { ReviewAction, Stage } from './data.ts';
import { readPoints } from './points.ts';
import { SIDES, type Side, sideOf, sideSeatCalled } from './seats.ts';
import type { State } from './state.ts';

const REVIEW_ACTIONS = ['approve', 'override', 'reject'] as const;

export type ReadReview =
  | { readonly ok: true; readonly data: RuleData; readonly warnings: readonly string[] }
  | { readonly ok: false; readonly issues: readonly string[] };

interface Verdict {
  readonly action: ReviewAction;
  readonly side: Side | undefined;
}

function sideCalled(state: State, name: unknown): Side | undefined {
  if (typeof name !== 'string') return undefined;
  const wanted = name.trim().toLowerCase();
  const seat = sideSeatCalled(state.options, wanted);
  return SIDES.find((side) => side === wanted) ?? (seat === undefined ? undefined : sideOf(seat));
}

/** "APPROVE", "REJECT: why", "Review: approve". */
const JUDGES = /^[^\p{L}\p{N}]*(?:review[^\p{L}\p{N}]+)?(approve|reject)\b/iu;
/** "OVERRIDE fresh", and nothing more on the line. */
const OVERRIDES = /^[^\p{L}\p{N}]*(?:review[^\p{L}\p{N}]+)?override\b[^\p{L}\p{N}]*([\p{L}\p{N}_-]*)[^\p{L}\p{N}]*$/iu;

/** The text that an override puts in a side's place: what comes below the line that says so, if there is one. */
export function overrideText(content: string): string {
  const [first = '', ...rest] = content.trim().split('\n');
  return OVERRIDES.test(first) ? rest.join('\n').trim() : content.trim();
}

function said(state: State, content: string): Verdict | undefined {
  const [first = ''] = content.trim().split('\n');
  const overrides = OVERRIDES.exec(first);
  if (overrides !== null) return { action: 'override', side: sideCalled(state, overrides[1]) };
  const judges = JUDGES.exec(first)?.[1];
  return judges === undefined ? undefined : { action: judges.toLowerCase() as ReviewAction, side: undefined };
}

function given(state: State, { action, side }: RuleData): Verdict | undefined {
  const known = REVIEW_ACTIONS.find((each) => each === action);
  return known === undefined ? undefined : { action: known, side: sideCalled(state, side) };
}

const refuse = (issue: string): ReadReview => ({ ok: false, issues: [issue] });

export function readReview(
  state: State,
  { text, data, byHand, stage }: { text: string; data: RuleData; byHand: boolean; stage: Stage },
): ReadReview {
  const verdict = (byHand ? given(state, data) : undefined) ?? said(state, text);
  if (verdict === undefined)
    return refuse('The first line must be APPROVE, REJECT, OVERRIDE experienced or OVERRIDE fresh.');
  const { action, side } = verdict;
  if (action !== 'override') return { ok: true, data: { stage, action }, warnings: [] };
  if (side === undefined) return refuse(`An override must name its side: ${SIDES.join(' or ')}.`);
  const words = overrideText(text);
  if (words === '') return refuse('An override needs the replacement text below its first line.');
  const seats = Object.keys(state.participants).filter((seat) => sideOf(seat) === side);
  if (stage === 'challenge') return { ok: true, data: { stage, action, side }, warnings: [] };
  const allowed = Object.keys(state.participants).filter((seat) => !seats.includes(seat));
  const move = Array.isArray(data['points']) ? data : { action: data['move'] ?? 'challenge' };
  const points = readPoints(state, { text: words, data: move, byHand, allowed });
  if (!points.ok) return points;
  return { ok: true, data: { stage, action, side, points: [...points.moves] }, warnings: points.warnings };
}
