// Arguments as claims: what was attacked, what was defended, and what nobody answered although it could have been.
import type { ClaimResult } from '../../../domain/claims.ts';
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import type { OxfordResult } from '../../../domain/results/oxford-result.ts';
import { createEvidence } from '../../common/claims/evidence.ts';
import { type ClaimReply, judgeFate } from '../../common/claims/state.ts';
import { readArgumentData } from '../data.ts';
import { isSide, otherSide, type Side } from '../setup.ts';
import type { WordedArgument } from './arguments.ts';

/** An attack that the side which it hit passed over: it neither defended the argument nor attacked the one that made it. */
export type UnansweredAttack = OxfordResult['unansweredAttacks'][number];

function listSeqs(log: readonly LedgerEvent[]): ReadonlyMap<string, number> {
  const turns = log.filter((event) => isEvent(event, 'turn-recorded')).filter(({ data }) => isSide(data.seat));
  return new Map(
    turns.flatMap(({ seq, data }) => readArgumentData(data.data).arguments.map(({ id }) => [id, seq] as const)),
  );
}

type Reply = ClaimResult['replies'][number];

/** What later arguments do with this one: the other side rebuts it, its own side says anew what it is. */
function listReplies(target: string, shown: readonly WordedArgument[], seqs: ReadonlyMap<string, number>): Reply[] {
  return shown.flatMap(({ id, side: seat, attacks, defends, words }) => {
    const seq = seqs.get(id) ?? 0;
    return [
      ...attacks.flatMap((aim, index): Reply[] =>
        aim.target === target
          ? [{ seat, seq, move: 'rebut', text: words?.attacks?.[index]?.content ?? null, refinedTo: null }]
          : [],
      ),
      ...defends.flatMap((aim, index): Reply[] =>
        aim.target === target
          ? [{ seat, seq, move: 'refine', text: words?.defends?.[index]?.content ?? null, refinedTo: id }]
          : [],
      ),
    ];
  });
}

/** Whether the other side has argued after this exchange, so that it could have answered. */
const hasArguedAfter = (shown: readonly WordedArgument[], side: Side, exchange: number) =>
  shown.some((argument) => argument.side === side && argument.exchange > exchange);

/** `isOver`: nobody will answer what has no answer. */
export function listClaims(
  log: readonly LedgerEvent[],
  shown: readonly WordedArgument[],
  isOver: boolean,
): ClaimResult[] {
  const findEvidence = createEvidence(log);
  const seqs = listSeqs(log);
  return shown.map((argument): ClaimResult => {
    const { id, side, exchange, words } = argument;
    const seq = seqs.get(id) ?? 0;
    const replies = listReplies(id, shown, seqs);
    const kept = replies.map(({ seat, move }): ClaimReply => ({ seat, seq, move, refinedTo: null }));
    const heard = isOver && hasArguedAfter(shown, otherSide(side), exchange);
    const text = words?.claim ?? null;
    const grounds = words?.grounds.map(({ source, content }) => `${source} ${content}`) ?? [];
    return {
      id,
      seat: side,
      seq,
      round: exchange + 1,
      text,
      fate: judgeFate({ number: 1, seat: side, seq, round: null, replies: kept }, heard),
      replies,
      evidence: words === undefined ? [] : findEvidence([words.claim, ...grounds].join('\n'), seq),
    };
  });
}

export function listUnansweredAttacks(shown: readonly WordedArgument[]): UnansweredAttack[] {
  return shown.flatMap(({ id, side, exchange, attacks }) => {
    const later = shown.filter((other) => other.side !== side && other.exchange > exchange);
    if (later.length === 0) return [];
    return attacks.flatMap(({ target }) => {
      const isAnswered = later.some(
        ({ attacks: back, defends }) =>
          back.some((aim) => aim.target === id) || defends.some((aim) => aim.target === target),
      );
      return isAnswered ? [] : [{ argument: id, target }];
    });
  });
}
