// What a person filled in, as the hall takes it.
import type { WaitingTurn } from '../../../../domain/hall-page/debate.ts';
import type { TurnForm } from '../../../../domain/hall-page/writes.ts';
import type { Fields } from '../drafts.ts';
import { listReplies } from './claim-fields.tsx';
import { listPoints } from './point-fields.tsx';

const text = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]?.trim() ?? '';
  return value === '' ? undefined : value;
};

/** Only what was filled in. */
const given = <Shape extends object>(fields: Shape) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as {
    [Name in keyof Shape]?: Exclude<Shape[Name], undefined>;
  };

function percent(fields: Fields): number | undefined {
  const value = /^(100|\d{1,2})\s*%?$/.exec(text(fields, 'confidence') ?? '')?.[1];
  return value === undefined ? undefined : Number(value);
}

/** One claim in each line. */
function claims(fields: Fields, name = 'claims'): string[] | undefined {
  const lines = (text(fields, name) ?? '')
    .split('\n')
    .map((line) => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim());
  const found = lines.filter((line) => line !== '');
  return found.length === 0 ? undefined : found;
}

type Vote = 'own' | 'accept' | 'reject';
const isOneOf = <Value extends string>(values: readonly Value[], value: string | undefined): value is Value =>
  values.includes(value as Value);

/** `undefined` while something is missing. */
export function toTurnForm(turn: WaitingTurn, fields: Fields): TurnForm | undefined {
  const { kind, votes } = turn;
  const reason = text(fields, 'reason');
  switch (kind) {
    case 'text': {
      const words = text(fields, 'text');
      if (words === undefined) return undefined;
      if (turn.claims === undefined) return { kind, text: words };
      const replies = listReplies(turn, fields);
      return replies && { kind, text: words, replies, ...given({ newClaims: claims(fields, 'newClaims') }) };
    }
    case 'claims': {
      const replies = listReplies(turn, fields);
      const newClaims = claims(fields, 'newClaims');
      return replies === undefined || replies.length === 0 ? undefined : { kind, replies, ...given({ newClaims }) };
    }
    case 'points': {
      const points = listPoints(turn, fields);
      return points === undefined || points.length === 0 ? undefined : { kind, points };
    }
    case 'opening': {
      const answer = text(fields, 'answer');
      const rest = { confidence: percent(fields), claims: claims(fields), changeMind: text(fields, 'changeMind') };
      return answer === undefined ? undefined : { kind, answer, ...given(rest) };
    }
    case 'ballot': {
      const answer = text(fields, 'answer');
      const vote = text(fields, 'vote');
      const isVote = isOneOf<Vote>(['own', 'accept', 'reject'], vote);
      if (answer === undefined || (votes === true && !isVote)) return undefined;
      const rest = { confidence: percent(fields), movedBy: text(fields, 'movedBy'), reason };
      const ballot = { kind, answer, ...given(rest) };
      return isVote ? { ...ballot, vote, ...given({ objection: text(fields, 'objection') }) } : ballot;
    }
    case 'vote': {
      const vote = text(fields, 'vote');
      return isOneOf(['approve', 'reject'] as const, vote) ? { kind, vote, ...given({ reason }) } : undefined;
    }
    case 'review': {
      const action = text(fields, 'action');
      const side = text(fields, 'side');
      if (!isOneOf(['approve', 'override', 'reject'] as const, action)) return undefined;
      const words = text(fields, 'text');
      if (action !== 'override') return { kind, action, ...given({ text: words }) };
      const isSide = isOneOf(['experienced', 'fresh'] as const, side);
      return isSide && words !== undefined ? { kind, action, side, text: words } : undefined;
    }
  }
}
