// The claims and positions of others that a turn answers point by point: a move for each, why, and what would be better.
import type { WaitingTurn } from '../../../../domain/hall-page/debate.ts';
import type { TurnForm } from '../../../../domain/hall-page/writes.ts';
import { createLabels } from '../../../report/words.ts';
import { view } from '../../debate/reading.ts';
import type { DraftFields } from '../drafts.ts';
import { Select, Text } from '../fields.tsx';
import { FOREIGN, listOpenClaims, moveField, nameClaim, wordsField } from './claim-fields.tsx';
import type { Writing } from './writing.tsx';

type Point = Extract<TurnForm, { kind: 'points' }>['points'][number];

const WORDS: Readonly<Record<Point['move'], string>> = {
  concede: 'What makes it hold?',
  rebut: 'Why does it not hold?',
  refine: 'What of it holds, and what does not?',
};
const BETTER: Readonly<Partial<Record<Point['move'], string>>> = {
  rebut: 'What would be better, if you know?',
  refine: 'What could both of you hold?',
};

/** Besides the claims: a point about a position as a whole. */
const WHOLE = 'position';
const TARGET = 'target';
const betterField = (name: string) => `better ${name}`;

/** Those whose positions can be answered. */
function listAuthors({ seat }: WaitingTurn): readonly string[] {
  const entries = view.value?.record.entries ?? [];
  return entries.flatMap((entry) =>
    entry.kind === 'turn' && entry.act === 'position' && entry.seat !== seat ? entry.seat : [],
  );
}

const findMove = (fields: DraftFields, name: string) =>
  FOREIGN.map(({ value }) => value as Point['move']).find((value) => value === fields[moveField(name)]);

function readPoint(fields: DraftFields, name: string, target: string | undefined): Point | 'incomplete' | undefined {
  const move = findMove(fields, name);
  if (move === undefined) return undefined;
  const words = fields[wordsField(name)]?.trim() ?? '';
  const resolution = BETTER[move] === undefined ? '' : (fields[betterField(name)]?.trim() ?? '');
  if (words === '' || target === undefined) return 'incomplete';
  return {
    target,
    move,
    words,
    ...(name === WHOLE ? {} : { claim: name }),
    ...(resolution === '' ? {} : { resolution }),
  };
}

/** What was chosen; `undefined` while words or a position are missing. */
export function listPoints(turn: WaitingTurn, fields: DraftFields): Point[] | undefined {
  const authors = listAuthors(turn);
  const chosen = authors.find((seat) => seat === fields[TARGET]) ?? (authors.length === 1 ? authors[0] : undefined);
  const points = [
    ...(turn.claims ?? []).map((id) => readPoint(fields, id, listOpenClaims().find((claim) => claim.id === id)?.seat)),
    readPoint(fields, WHOLE, chosen),
  ].filter((point) => point !== undefined);
  return points.includes('incomplete') ? undefined : points.filter((point) => point !== 'incomplete');
}

function PointField({
  name,
  title,
  writing,
}: {
  readonly name: string;
  readonly title: string;
  readonly writing: Writing;
}) {
  const move = findMove(writing.fields, name);
  const better = move && BETTER[move];
  return (
    <fieldset class="field claim">
      <legend dir="auto">{title}</legend>
      <Select writing={writing} name={moveField(name)} label="Your answer" first="None" choices={FOREIGN} />
      {move !== undefined && <Text writing={writing} name={wordsField(name)} label={WORDS[move]} rows={2} />}
      {better !== undefined && <Text writing={writing} name={betterField(name)} label={better} rows={2} />}
    </fieldset>
  );
}

export function PointFields({ turn, writing }: { readonly turn: WaitingTurn; readonly writing: Writing }) {
  const authors = listAuthors(turn);
  const label = view.value === undefined ? (seat: string) => seat : createLabels(view.value.record);
  const isOpen = findMove(writing.fields, WHOLE) !== undefined;
  return (
    <>
      {(turn.claims ?? []).map((id) => (
        <PointField key={id} name={id} title={nameClaim(id)} writing={writing} />
      ))}
      <PointField name={WHOLE} title="A point that is none of these claims" writing={writing} />
      {isOpen && authors.length > 1 && (
        <Select
          writing={writing}
          name={TARGET}
          label="Whose position?"
          first="Choose"
          choices={authors.map((seat) => ({ value: seat, title: label(seat) }))}
        />
      )}
    </>
  );
}
