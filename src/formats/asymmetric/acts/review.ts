// The review at a pause: approve, reject, or a text that takes the place of what one side said.
import type { RuleData } from '../../../domain/event-parts.ts';
import { findWordLines } from '../../common/own-lines.ts';
import { type ActReading, defineAct, readWords } from '../../define-act.ts';
import { challengeSchema, OVERRIDE_LINE, overrideText, readOrKeep } from '../answers.ts';
import { type ReviewAction, type ReviewData, reviewData, type Stage } from '../data.ts';
import { formatPoints, readPoints } from '../points.ts';
import { findSideSeat, getSide, SIDES, type Side } from '../setup.ts';
import { countMoves, isReviewedAtGate, type State } from '../state.ts';
import { nameLanguage, readsNames } from '../words.ts';

const REVIEW_ACTIONS = ['approve', 'override', 'reject'] as const;

interface Verdict {
  readonly action: ReviewAction;
  readonly side: Side | undefined;
}

function findSide(state: State, name: unknown): Side | undefined {
  if (typeof name !== 'string') return undefined;
  const wanted = name.trim().toLowerCase();
  const seat = findSideSeat(state.options, wanted);
  return SIDES.find((side) => side === wanted) ?? (seat === undefined ? undefined : getSide(seat));
}

/** "APPROVE", "Decision: reject", "REJECT: why". */
const findJudgments = (text: string) =>
  findWordLines(text, '(?:(?:review|verdict|decision)[^\\p{L}\\p{N}]+)?', { alone: 'approve', explained: 'reject' });

/** The judgment may come after its reasons; below an override there is only the text that replaces another. */
function readWrittenVerdict(state: State, content: string): Verdict | undefined {
  const overrides = OVERRIDE_LINE.exec(content);
  const [word, ...others] = new Set(findJudgments(content.slice(0, overrides?.index)));
  if (others.length > 0 || (word !== undefined && overrides !== null)) return undefined;
  if (overrides !== null) return { action: 'override', side: findSide(state, overrides[1]) };
  return word === undefined ? undefined : { action: word as ReviewAction, side: undefined };
}

function readExplicitVerdict(state: State, { action, side }: RuleData): Verdict | undefined {
  const known = REVIEW_ACTIONS.find((each) => each === action);
  return known === undefined ? undefined : { action: known, side: findSide(state, side) };
}

/** Below an override there is only the text that replaces another, whatever words it has. */
const contradicts = (set: Verdict, written: Verdict) =>
  set.action === 'override'
    ? written.action === 'override' && written.side !== undefined && written.side !== set.side
    : written.action !== set.action;

const nameVerdict = ({ action, side }: Verdict) => (side === undefined ? action : `${action} ${side}`);

const refuse = (issue: string): ActReading<ReviewData> => ({
  data: { stage: 'challenge', action: 'reject' },
  fatal: [issue],
});

function readReview(
  state: State,
  text: string,
  { data, byHand, stage }: { readonly data: RuleData; readonly byHand: boolean; readonly stage: Stage },
): ActReading<ReviewData> {
  const [set, written] = [byHand ? readExplicitVerdict(state, data) : undefined, readWrittenVerdict(state, text)];
  if (set !== undefined && written !== undefined && contradicts(set, written)) {
    return refuse(`The review is set to "${nameVerdict(set)}", but its text says "${nameVerdict(written)}".`);
  }
  const verdict = set ?? written;
  if (verdict === undefined) {
    return refuse('One line must be exactly APPROVE, REJECT, OVERRIDE experienced or OVERRIDE fresh.');
  }
  const { action, side } = verdict;
  if (action !== 'override') return { data: { stage, action } };
  if (isReviewedAtGate(state)) return refuse('No side has said anything that could be replaced: APPROVE or REJECT.');
  if (side === undefined) return refuse(`An override must name its side: ${SIDES.join(' or ')}.`);
  const words = overrideText(text);
  if (words === '') return refuse('An override needs the replacement text below its line.');
  if (stage === 'challenge') return { data: { stage, action, side } };
  const answer = readOrKeep(words, challengeSchema, byHand);
  if (!answer.ok) return { ...refuse(''), fatal: answer.issues };
  const seats = Object.keys(state.participants).filter((seat) => getSide(seat) !== side);
  const move = Array.isArray(data['points']) ? data : { action: data['move'] ?? 'challenge' };
  const { data: points, fatal } = readPoints(state, answer.value, { data: move, byHand, seats });
  return { data: { stage, action, side, points }, fatal, warnings: answer.repairs };
}

/** There is one pause, where the options want one. */
const getStage = ({ options }: State): Stage => options.pauseAt ?? 'challenge';

export const review = defineAct<State, string, ReviewData>({
  parse: readWords,
  wordless: true,
  data: reviewData,
  outright: ['action', 'side', 'move'],
  request(state) {
    const stage = getStage(state);
    const isAtGate = isReviewedAtGate(state);
    const what = isAtGate ? 'openings, which agree' : stage === 'challenge' ? 'positions' : 'challenges';
    const overrides = isAtGate ? [] : SIDES.map((side) => `"OVERRIDE ${side}"`);
    const below = isAtGate ? '' : ', below which stands the whole text that replaces theirs';
    return {
      id: `review-${stage}`,
      task: isAtGate ? 'review-openings' : 'review',
      label: `Reviewer reviews the ${what}`,
      data: { stage },
      values: { language: nameLanguage(state.options), what, next: stage },
      plainForm: `Your reasons; then a line ${['"APPROVE"', '"REJECT"', ...overrides].join(' or ')}${below}.`,
      ...(isAtGate ? {} : { choices: { side: SIDES } }),
      sample: () => 'APPROVE\n\nRehearsal: no model read this.',
    };
  },
  read(state, text, { data, byHand }) {
    return readReview(state, text, { data, byHand, stage: getStage(state) });
  },
  apply(state, { seq, data }) {
    const reviewed = { ...state, reviews: { ...state.reviews, [data.stage]: { ...data, seq } } };
    return 'points' in data ? countMoves(reviewed, data.side, data.points, true) : reviewed;
  },
  title({ data }, history) {
    if (history.count('position') === 0) return `Review of the openings, which agree: ${data.action}`;
    const what = data.stage === 'convergence' ? 'Challenges' : 'Position';
    if (!readsNames(history)) return `${what} in the reviewer's words`;
    return data.action === 'override'
      ? `${what} of the ${data.side} side, in the reviewer's words`
      : `Review before the ${data.stage}: ${data.action}`;
  },
  text: (text, { seq, data: { action } }, history) =>
    action === 'override' ? (formatPoints(seq, history) ?? overrideText(text)) : undefined,
});
