// What a person filled in, as an agent would write it.
import { defined } from '../../../../domain/defined.ts';
import type { RuleData } from '../../../../domain/event-parts.ts';
import { collapseSpace } from '../../../../domain/evidence/quote-in-text.ts';
import type { TurnForm } from '../../../../domain/hall-page/writes.ts';
import { textOrNull } from '../../../../support/text.ts';

interface WrittenTurn {
  readonly content: string;
  readonly data?: RuleData;
}

/** Each claim has a line. */
function writeClaims({ replies = [], newClaims = [] }: Extract<TurnForm, { kind: 'claims' | 'text' }>): string {
  return [
    ...replies.map(({ claim, move, words }) => `${claim} ${move}: ${collapseSpace(words)}`.trim()),
    ...newClaims.flatMap((words) => (words.trim() === '' ? [] : [`Claim: ${collapseSpace(words)}`])),
  ].join('\n');
}

/** Openings, ballots and points are written as an agent would write them. */
export function writeTurn(form: TurnForm): WrittenTurn {
  switch (form.kind) {
    case 'text':
      return { content: `${form.text}\n\n${writeClaims(form)}`.trimEnd() };
    case 'claims':
      return { content: writeClaims(form) };
    case 'points': {
      const points = form.points.map(({ claim = null, target, move, words, resolution }) => ({
        ...{ target, claim, point: words, reason: '', resolution: textOrNull(resolution), move },
      }));
      return { content: JSON.stringify({ points }) };
    }
    case 'vote':
      return { content: `VOTE: ${form.vote.toUpperCase()}\n\n${form.reason ?? ''}`.trim() };
    case 'review': {
      const { action, side, text = '' } = form;
      const content = action === 'override' ? text : (textOrNull(text) ?? action.toUpperCase());
      return { content, data: { action, ...defined({ side }) } };
    }
    case 'opening': {
      const { answer, confidence = null, claims = [], changeMind } = form;
      const kept = claims.filter((claim) => claim.trim() !== '');
      return { content: JSON.stringify({ answer, confidence, claims: kept, change_mind: textOrNull(changeMind) }) };
    }
    case 'ballot': {
      const { answer, confidence = null, movedBy, reason, vote, objection } = form;
      const words = { moved_by: textOrNull(movedBy), reason: textOrNull(reason), objection: textOrNull(objection) };
      return { content: JSON.stringify({ answer, confidence, ...words, ...defined({ vote }) }) };
    }
  }
}
