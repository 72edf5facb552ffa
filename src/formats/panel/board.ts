// What seats say of the claims in words: which claim a turn answers, in which way, and which claims it makes.
import { type EventOf, isEvent, type LedgerEvent } from '../../domain/events.ts';
import { textOf } from '../../domain/sealed.ts';
import { listNewClaims, readClaimNumber, readReply, type ReplyItem } from './answers.ts';
import { dataOf, type ReplyData } from './data.ts';
import { numberMade } from './rounds.ts';

export interface SaidReply {
  readonly claim: number;
  readonly move: ReplyData['replies'][number]['move'];
  readonly own: boolean;
  /** Of the claim that takes the place of this one. */
  readonly made: number | null;
  /** `undefined` when the text is gone. */
  readonly said: ReplyItem | undefined;
}

export interface SaidTurn {
  readonly seq: number;
  readonly seat: string;
  readonly round: number;
  readonly replies: readonly SaidReply[];
  readonly newClaims: readonly { readonly number: number; readonly text: string | undefined }[];
}

function readTurn({ seq, data: { seat, content, by, data } }: EventOf<'turn-recorded'>, first: number): SaidTurn {
  const { round, replies, newClaims } = dataOf('reply', data);
  const text = textOf(content);
  const read = text === undefined ? undefined : readReply(text, by.author !== undefined);
  const answer = read?.ok === true ? read.value : undefined;
  let next = first;
  return {
    seq,
    seat,
    round,
    replies: replies.map(({ claim, move, own }) => ({
      claim,
      move,
      own,
      made: move === 'refine' ? next++ : null,
      said: answer?.replies.find((each) => readClaimNumber(each.claim) === claim),
    })),
    newClaims: Array.from({ length: newClaims }, (_, index) => ({
      number: next + index,
      text: answer === undefined ? undefined : listNewClaims(answer)[index],
    })),
  };
}

export function isReply(event: LedgerEvent): event is EventOf<'turn-recorded'> {
  return isEvent(event, 'turn-recorded') && event.data.act === 'reply';
}

/** Every turn of the rounds, by its event. */
export function readBoard(log: readonly LedgerEvent[]): ReadonlyMap<number, SaidTurn> {
  const turns = log.filter(isReply);
  const given = turns.map(({ seq, data: { seat, data } }) => ({ seq, seat, data: dataOf('reply', data) }));
  const first = numberMade(given);
  return new Map(turns.map((turn) => [turn.seq, readTurn(turn, first.get(turn.seq) ?? 1)]));
}
