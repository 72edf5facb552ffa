// What a person filled in, as the text and data of a turn.
import { defined } from '../../../domain/defined.ts';
import type { RuleData } from '../../../domain/events.ts';
import type { TurnForm } from '../../../domain/hall-page/writes.ts';

export interface WrittenTurn {
  readonly content: string;
  readonly data?: RuleData;
}

/** Each claim has a line. */
const oneLine = (words: string) => words.trim().replace(/\s+/g, ' ');

function writeClaims({ replies = [], newClaims = [] }: Extract<TurnForm, { kind: 'claims' | 'text' }>): string {
  return [
    ...replies.map(({ claim, move, words }) => `${claim} ${move}: ${oneLine(words)}`.trim()),
    ...newClaims.flatMap((words) => (words.trim() === '' ? [] : [`Claim: ${oneLine(words)}`])),
  ].join('\n');
}

const orNull = (text = '') => (text.trim() === '' ? null : text);

/** Openings, ballots and points are written as an agent would write them. */
export function writeTurn(form: TurnForm): WrittenTurn {
  switch (form.kind) {
    case 'text':
      return { content: `${form.text}\n\n${writeClaims(form)}`.trimEnd() };
    case 'claims':
      return { content: writeClaims(form) };
    case 'points': {
      const points = form.points.map(({ claim = null, target, move, words, resolution }) => ({
        ...{ target, claim, point: words, reason: '', resolution: orNull(resolution), move },
      }));
      return { content: JSON.stringify({ points }) };
    }
    case 'vote':
      return { content: `VOTE: ${form.vote.toUpperCase()}\n\n${form.reason ?? ''}`.trim() };
    case 'review': {
      const { action, side, text = '' } = form;
      return { content: orNull(text) ?? action.toUpperCase(), data: { action, ...defined({ side }) } };
    }
    case 'opening': {
      const { answer, confidence = null, claims = [], changeMind } = form;
      const kept = claims.filter((claim) => claim.trim() !== '');
      return { content: JSON.stringify({ answer, confidence, claims: kept, change_mind: orNull(changeMind) }) };
    }
    case 'ballot': {
      const { answer, confidence = null, movedBy, reason, vote, objection } = form;
      const words = { moved_by: orNull(movedBy), reason: orNull(reason), objection: orNull(objection) };
      return { content: JSON.stringify({ answer, confidence, ...words, ...defined({ vote }) }) };
    }
  }
}
