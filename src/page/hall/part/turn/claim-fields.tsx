// The claims that a turn can answer, each with its words, a move and the reason; and claims of its own.
import type { ClaimMove, ClaimResult } from '../../../../domain/claims.ts';
import type { WaitingTurn } from '../../../../domain/hall-page/debate.ts';
import type { TurnForm } from '../../../../domain/hall-page/writes.ts';
import { claimsIn } from '../../../report/result/result-data.ts';
import { createLabels, plain, safe } from '../../../report/words.ts';
import { view } from '../../debate/reading.ts';
import type { DraftFields } from '../drafts.ts';
import { Select, Text } from '../fields.tsx';
import type { Writing } from './writing.tsx';

export const moveField = (claim: string) => `move ${claim}`;
export const wordsField = (claim: string) => `words ${claim}`;

const WORDS: Readonly<Record<ClaimMove, string>> = {
  concede: 'What makes it hold?',
  rebut: 'Why does it not hold?',
  refine: 'The claim as you would make it',
  withdraw: 'Why do you drop it?',
};

interface Move {
  readonly value: ClaimMove;
  readonly title: string;
}

export const FOREIGN: readonly Move[] = [
  { value: 'concede', title: 'Concede: it holds' },
  { value: 'rebut', title: 'Rebut: it does not hold' },
  { value: 'refine', title: 'Refine: it holds in other words' },
];
const REFINE: Move = { value: 'refine', title: 'Refine: say it in other words' };
const DROP: Move = { value: 'withdraw', title: 'Drop it' };
const STAND: Move = { value: 'concede', title: 'Stand by it' };

export const listOpenClaims = (): readonly ClaimResult[] =>
  view.value === undefined ? [] : claimsIn(view.value.record);

/** "C2, Wind: It holds for any size." */
export function nameClaim(id: string): string {
  const claim = listOpenClaims().find((each) => each.id === id);
  if (claim === undefined || view.value === undefined) return safe(id);
  const words = claim.text === null ? 'the text was redacted' : plain(claim.text);
  return `${safe(id)}, ${createLabels(view.value.record)(claim.seat)}: ${words}`;
}

/** Those that wait for an answer, then those of the seat itself that it has not given up. */
function listAnswerable({ seat, claims = [] }: WaitingTurn): readonly string[] {
  const own = listOpenClaims().filter((claim) => claim.seat === seat && claim.fate !== 'withdrawn');
  return [...new Set([...claims, ...own.map(({ id }) => id)])];
}

function listMoves(id: string, { seat, kind }: WaitingTurn): readonly Move[] {
  if (listOpenClaims().find((claim) => claim.id === id)?.seat !== seat) return FOREIGN;
  return kind === 'claims' ? [STAND, REFINE, DROP] : [REFINE, DROP];
}

const findMove = (id: string, turn: WaitingTurn, fields: DraftFields) =>
  listMoves(id, turn).find(({ value }) => value === fields[moveField(id)]);

/** What was chosen; `undefined` while the new words of a claim are missing. */
export function listReplies(turn: WaitingTurn, fields: DraftFields): Extract<TurnForm, { kind: 'claims' }>['replies'] {
  const replies = listAnswerable(turn).flatMap((claim) => {
    const move = findMove(claim, turn, fields)?.value;
    return move === undefined ? [] : [{ claim, move, words: fields[wordsField(claim)]?.trim() ?? '' }];
  });
  return replies.some(({ move, words }) => move === 'refine' && words === '') ? undefined : replies;
}

export function ClaimFields({ turn, writing }: { readonly turn: WaitingTurn; readonly writing: Writing }) {
  return (
    <>
      {listAnswerable(turn).map((id) => {
        const move = findMove(id, turn, writing.fields);
        return (
          <fieldset key={id} class="field claim">
            <legend dir="auto">{nameClaim(id)}</legend>
            <Select
              writing={writing}
              name={moveField(id)}
              label="Your answer"
              first="None"
              choices={listMoves(id, turn)}
            />
            {move !== undefined && <Text writing={writing} name={wordsField(id)} label={WORDS[move.value]} rows={2} />}
          </fieldset>
        );
      })}
      <Text writing={writing} name="newClaims" label="New claims" hint="One in each line." rows={2} />
    </>
  );
}
