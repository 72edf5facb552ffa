// What the moves of both sides come to, by fixed rules: a category for each point, and how much of it is agreement.
import type { Action, Category } from '../../domain/results/asymmetric-result.ts';
import { getSide, otherSide, type Side } from './setup.ts';

/** One point that a seat makes about another's position. */
export interface PointReply {
  /** Who makes it; several seats of one side where one text was put in their place. */
  readonly by: readonly string[];
  readonly action: Action;
  /** Whose position it is about; null: that of the other side as a whole. */
  readonly target: string | null;
}

export interface Convergence {
  /** Of each move, in their order. */
  readonly categories: readonly Exclude<Category, 'no_challenges'>[];
  /** Agreements / points to the other side; 0 without any. */
  readonly confidence: number;
}

export function isAgreement(action: Action): boolean {
  return action === 'agree' || action === 'synthesize';
}

/** Seats know no sides, so some answer their own; that says nothing of the other one. */
export function staysWithin(side: Side, { target }: Pick<PointReply, 'target'>): boolean {
  return target !== null && getSide(target) === side;
}

const findSide = ({ by: [seat = ''] }: PointReply): Side => getSide(seat) ?? 'fresh';

/** The other side's seats that a move is about. */
function findTargets(move: PointReply, sides: Readonly<Record<Side, readonly string[]>>): readonly string[] {
  return move.target === null ? sides[otherSide(findSide(move))] : [move.target];
}

/**
 * A challenge cannot be reduced when a seat of the other side that it is about challenges, for its part, the seat that
 * makes it. Which subject each of them names is not compared.
 */
export function computeConvergence(
  moves: readonly PointReply[],
  sides: Readonly<Record<Side, readonly string[]>>,
): Convergence {
  const challenged = new Set<string>();
  const pairs = (move: PointReply) =>
    move.by.flatMap((from) => findTargets(move, sides).map((to) => [from, to] as const));
  const isAcross = (move: PointReply) => !staysWithin(findSide(move), move);
  for (const move of moves) {
    if (move.action === 'challenge' && isAcross(move))
      for (const [from, to] of pairs(move)) challenged.add(`${from} ${to}`);
  }
  const categories = moves.map((move) => {
    if (!isAcross(move)) return 'own_side';
    if (isAgreement(move.action)) return 'agreement';
    const returned = move.action === 'challenge' && pairs(move).some(([from, to]) => challenged.has(`${to} ${from}`));
    return returned ? 'irreducible' : 'productive_disagreement';
  });
  const agreements = categories.filter((category) => category === 'agreement').length;
  const across = moves.filter(isAcross).length;
  return { categories, confidence: across === 0 ? 0 : agreements / across };
}
