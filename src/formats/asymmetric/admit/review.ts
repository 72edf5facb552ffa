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

/** "APPROVE", "Review: approve", and nothing more on the line. */
const JUDGMENT_LINE = /^[^\p{L}\p{N}]*(?:review[^\p{L}\p{N}]+)?(approve|reject)[^\p{L}\p{N}]*$/gimu;

/** "REJECT: why", where the text begins with it. */
const JUDGMENT_FIRST = /^[^\p{L}\p{N}]*(?:review[^\p{L}\p{N}]+)?(approve|reject)\b/iu;

/** "OVERRIDE fresh", and nothing more on the line. */
const OVERRIDE_LINE =
  /^[^\p{L}\p{N}\n]*(?:review[^\p{L}\p{N}\n]+)?override\b[^\p{L}\p{N}\n]*([\p{L}\p{N}_-]*)[^\p{L}\p{N}\n]*$/imu;

/** The text that an override puts in a side's place: what comes below the line that says so, if there is one. */
export function overrideText(content: string): string {
  const line = OVERRIDE_LINE.exec(content);
  return content.slice(line === null ? 0 : line.index + line[0].length).trim();
}

/** The judgment may come after its reasons; below an override there is only the text that replaces another. */
function readWrittenVerdict(state: State, content: string): Verdict | undefined {
  const overrides = OVERRIDE_LINE.exec(content);
  const above = overrides === null ? content.trim() : content.slice(0, overrides.index);
  const judged = new Set([...above.matchAll(JUDGMENT_LINE)].map(([, word]) => word?.toLowerCase()));
  if (judged.size > 1 || (judged.size > 0 && overrides !== null)) return undefined;
  if (overrides !== null) return { action: 'override', side: findSide(state, overrides[1]) };
  const [word = JUDGMENT_FIRST.exec(above)?.[1]?.toLowerCase()] = judged;
  return word === undefined ? undefined : { action: word as ReviewAction, side: undefined };
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
    return refuseReview('One line must be exactly APPROVE, REJECT, OVERRIDE experienced or OVERRIDE fresh.');
  const { action, side } = verdict;
  if (action !== 'override') return { ok: true, data: { stage, action }, warnings: [] };
  if (side === undefined) return refuseReview(`An override must name its side: ${SIDES.join(' or ')}.`);
  const words = overrideText(text);
  if (words === '') return refuseReview('An override needs the replacement text below its line.');
  const seats = Object.keys(state.participants).filter((seat) => sideOf(seat) === side);
  if (stage === 'challenge') return { ok: true, data: { stage, action, side }, warnings: [] };
  const allowed = Object.keys(state.participants).filter((seat) => !seats.includes(seat));
  const move = Array.isArray(data['points']) ? data : { action: data['move'] ?? 'challenge' };
  const points = readPoints(state, { text: words, data: move, byHand, allowed });
  if (!points.ok) return points;
  return { ok: true, data: { stage, action, side, points: [...points.moves] }, warnings: points.warnings };
}
