// What stands in a debate so far, read from its log: positions and points that count, whatever a review has replaced.
import type * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import { type EventOf, isEvent, type LedgerEvent } from '../../domain/events.ts';
import { onceForEach } from '../../domain/once.ts';
import type { Action, Category, RootCause } from '../../domain/results/asymmetric-result.ts';
import { readSealed, readText } from '../../domain/sealed/sealed.ts';
import { readForPerson } from '../common/labelled/blank-form.ts';
import { findOpening } from '../common/transcript.ts';
import type { ActContext } from '../define-act.ts';
import { challengeSchema, cutSpokenAction, overrideText, synthesisSchema } from './answers.ts';
import { type Convergence, computeConvergence } from './convergence.ts';
import type { convergeData, Points, ReviewData } from './data.ts';
import { CONVERGENCE, getSide, type Options, optionsSchema, REVIEWER, type Side } from './setup.ts';

interface StandingPosition {
  readonly seq: number;
  readonly side: Side;
  /** Absent for a text that a review has put in its side's place. */
  readonly seat?: string;
  readonly text: string | undefined;
}

export interface StandingPoint {
  /** From 1, in the order in which they were made. */
  readonly index: number;
  /** Event that holds it. */
  readonly seq: number;
  readonly side: Side;
  readonly by: readonly string[];
  /** Absent for a point that a review has put in its side's place. */
  readonly seat?: string;
  readonly action: Action;
  readonly target: string | null;
  readonly category: Category;
  /** Its number among the claims of the debate, and the one of the claim that it is about. */
  readonly as?: number;
  readonly claim?: number;
  /** Absent where the text was redacted. */
  readonly said?: { readonly point: string; readonly reason: string | null; readonly resolution: string | null };
}

export interface Overview {
  readonly options: Options;
  readonly seed: string;
  readonly documents: number;
  readonly positions: readonly StandingPosition[];
  readonly points: readonly StandingPoint[];
  readonly figures: Convergence;
  readonly synthesis?: {
    readonly seq: number;
    readonly text: string | undefined;
    /** By the number of the point; only of points that are not agreed. */
    readonly causes: ReadonlyMap<number, { readonly cause: RootCause; readonly why: string | null }>;
  };
  readonly overrides: readonly {
    readonly seq: number;
    readonly side: Side;
    readonly what: 'position' | 'challenges';
  }[];
  readonly rejectedBy?: number;
  readonly left: readonly { readonly seat: string; readonly reason: string }[];
}

type Turn = EventOf<'turn-recorded'>;
/** The form of what is recorded was checked when it was admitted. */
type Synthesis = z.infer<typeof convergeData>;
type RawPoint = Omit<StandingPoint, 'index' | 'category'>;

/** The words of each move of a turn. */
export function readPointWords(moves: Points, text: string | undefined): (StandingPoint['said'] | undefined)[] {
  if (text === undefined) return [];
  const read = readForPerson(text, challengeSchema);
  if (read.ok && read.value.points.length === moves.length) {
    return read.value.points.map(({ point, reason, resolution }) => ({ point, reason, resolution }));
  }
  const [only] = moves;
  const point = cutSpokenAction(text, only?.action);
  return [{ point, reason: null, resolution: only?.action === 'synthesize' ? point : null }];
}

function readRawPoints(
  turn: Turn,
  moves: Points,
  by: readonly string[],
  side: Side,
  text: string | undefined,
): RawPoint[] {
  const words = readPointWords(moves, text);
  return moves.map(({ action, target, claim, as }, index) => {
    const said = words[index];
    return {
      seq: turn.seq,
      side,
      by,
      action,
      target,
      ...(turn.data.seat === REVIEWER ? {} : { seat: turn.data.seat }),
      ...defined({ said, claim, as }),
    };
  });
}

function readTurnSynthesis(turn: Turn): NonNullable<Overview['synthesis']> {
  const text = readSealed(turn.data.content);
  const read = text === undefined ? undefined : readForPerson(text, synthesisSchema);
  const { causes } = turn.data.data as unknown as Synthesis;
  const why = (index: number) =>
    (read?.ok === true ? read.value.points?.find((point) => point.index === index)?.why : undefined) ?? null;
  return {
    seq: turn.seq,
    text: read?.ok === true ? read.value.synthesis : text,
    causes: new Map(causes.map(({ index, cause }) => [index, { cause, why: why(index) }])),
  };
}

const isOpen = (category: Category | undefined) => category !== 'agreement' && category !== 'own_side';

/** Folds the log once; later positions of a seat take the place of earlier ones. */
export function buildOverview(log: readonly LedgerEvent[]): Overview {
  const opened = findOpening(log);
  const options = optionsSchema.parse(opened?.options ?? {});
  const opening = { seed: opened?.seed ?? '', documents: opened?.context.length ?? 0 };
  let positions: StandingPosition[] = [];
  let points: RawPoint[] = [];
  let rest: Pick<Overview, 'synthesis' | 'rejectedBy'> = {};
  const overrides: Overview['overrides'][number][] = [];
  const left: Overview['left'][number][] = [];
  const seats: Record<Side, Set<string>> = { experienced: new Set(), fresh: new Set() };

  function review(turn: Turn): void {
    const read = turn.data.data as unknown as ReviewData;
    if (read.action === 'reject') rest = { ...rest, rejectedBy: turn.seq };
    if (read.action !== 'override') return;
    const { side } = read;
    const content = readSealed(turn.data.content);
    const text = content === undefined ? undefined : overrideText(content);
    overrides.push({ seq: turn.seq, side, what: read.stage === 'challenge' ? 'position' : 'challenges' });
    if (read.stage === 'challenge') {
      positions = [...positions.filter((each) => each.side !== side), { seq: turn.seq, side, text }];
      return;
    }
    const kept = points.filter((each) => each.side !== side);
    points = [...kept, ...readRawPoints(turn, read.points, [...seats[side]], side, text)];
  }

  for (const event of log) {
    if (isEvent(event, 'seat-left')) left.push({ seat: event.data.seat, reason: readText(event.data.reason) });
    if (!isEvent(event, 'turn-recorded')) continue;
    const { seat, act, content, data } = event.data;
    const side = getSide(seat);
    if (seat === REVIEWER) review(event);
    if (seat === CONVERGENCE && data['written'] === true) rest = { ...rest, synthesis: readTurnSynthesis(event) };
    if (side === undefined) continue;
    seats[side].add(seat);
    if (act === 'position') {
      const stays = positions.filter((each) => each.seat !== seat);
      positions = [...stays, { seq: event.seq, side, seat, text: readSealed(content) }];
    }
    if (act === 'challenge')
      points.push(...readRawPoints(event, data['points'] as unknown as Points, [seat], side, readSealed(content)));
  }

  const figures = computeConvergence(points, { experienced: [...seats.experienced], fresh: [...seats.fresh] });
  const numbered = points.map((point, index) => ({
    ...point,
    index: index + 1,
    category: figures.categories[index] ?? 'productive_disagreement',
  }));
  const causes = new Map(
    [...(rest.synthesis?.causes ?? [])].filter(([index]) => isOpen(figures.categories[index - 1])),
  );
  const synthesis = rest.synthesis === undefined ? {} : { synthesis: { ...rest.synthesis, causes } };
  return { options, ...opening, positions, points: numbered, figures, overrides, left, ...rest, ...synthesis };
}

/** Of all that is being written of a log: each of its entries asks for it. */
export const getOverview = onceForEach((history: Pick<ActContext<never>, 'log'>) => buildOverview(history.log));
