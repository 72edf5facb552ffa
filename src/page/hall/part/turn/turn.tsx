// A turn that waits for a person: what an agent in this seat would be asked, what was said, and the form.
import { useSignal, useSignalEffect } from '@preact/signals';
import { defined } from '../../../../domain/defined.ts';
import { groupBy } from '../../../../domain/group-by.ts';
import type { SeatSheet, WaitingTurn } from '../../../../domain/hall-page/debate.ts';
import type { SayRequest } from '../../../../domain/hall-page/writes.ts';
import { findLabel, findMissing, PERCENT, pickAsked, type TurnField } from '../../../../domain/turn-form/fields.ts';
import { Guarded } from '../../../app/guarded.tsx';
import { Markdown } from '../../../report/markdown.tsx';
import { safe } from '../../../report/words.ts';
import { readAgain, view } from '../../debate/reading.ts';
import { Problem, useAnswer } from '../../problem.tsx';
import { debatePath, getJson } from '../../talk/api.ts';
import { draftId, readDraft } from '../drafts.ts';
import { Choice, Line, Select, Text } from '../fields.tsx';
import { Fold } from '../fold.tsx';
import { LookUp } from './look-up.tsx';
import { type Writing, WritingForm } from './writing.tsx';

function Field({ field, writing }: { readonly field: TurnField; readonly writing: Writing }) {
  const { name, type, hint, rows, group } = field;
  const label = findLabel(field, writing.fields);
  if (label === undefined) return null;
  const shown = { writing, name, label, hint };
  const options = (field.options ?? []).map(({ value, title }) => ({ value, title: safe(title) }));
  switch (type) {
    case 'words':
      return <Text {...shown} {...(rows === undefined ? {} : { rows })} />;
    case 'line':
      return <Line {...shown} />;
    case 'percent':
      return <Line {...shown} inputMode="numeric" pattern={PERCENT} />;
    case 'choice':
      return group === undefined ? (
        <Choice {...shown} options={options} />
      ) : (
        <Select {...shown} first="None" choices={options} />
      );
  }
}

function TurnFields({ fields, writing }: { readonly fields: readonly TurnField[]; readonly writing: Writing }) {
  const groups = [...groupBy(fields, ({ name, group = name }) => group)];
  return (
    <>
      {groups.map(([name, together]) => {
        const shown = together.map((field) => <Field key={field.name} field={field} writing={writing} />);
        const [{ about }] = together;
        return about === undefined ? (
          shown
        ) : (
          <fieldset key={name} class="field claim">
            <legend dir="auto">{safe(about)}</legend>
            {shown}
          </fieldset>
        );
      })}
    </>
  );
}

function Words({ said: { seq, title, text } }: { readonly said: SeatSheet['said'][number] }) {
  return (
    <li>
      <p class="who" dir="auto">
        <a href={`#t${seq}`}>{safe(title)}</a>
      </p>
      {text === null ? <p class="redacted">The text was redacted.</p> : <Markdown text={text} heading={5} />}
    </li>
  );
}

/** What the seat may read by now and its person has not; none while nobody has begun to read. */
const listNews = ({ said }: SeatSheet, since: number | undefined) =>
  said.filter(({ seq }) => since !== undefined && seq >= since);

interface SheetProps {
  /** Of the turn. */
  readonly id: string;
  readonly sheet: SeatSheet;
  readonly since: number | undefined;
}

function Sheet({ id, sheet, since }: SheetProps) {
  const fresh = listNews(sheet, since);
  return (
    <Guarded>
      {fresh.length > 0 && (
        <section class="since" aria-label="Said since you began to write">
          <h4>Said since you began to write</h4>
          <ol class="said">
            {fresh.map((said) => (
              <Words key={said.seq} said={said} />
            ))}
          </ol>
        </section>
      )}
      {sheet.corrections.length > 0 && (
        <div class="problem">
          <p>The last answer could not be used:</p>
          <ul>
            {sheet.corrections.map((correction) => (
              <li key={correction} dir="auto">
                {safe(correction)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <Fold name={`${id} asked`} title="What is asked" opens={sheet.turn.kind === 'text'}>
        <Markdown text={sheet.request} heading={4} />
      </Fold>
      {sheet.said.length > 0 && (
        <Fold name={`${id} said`} title="What was said">
          <ol class="said">
            {sheet.said.map((said) => (
              <Words key={said.seq} said={said} />
            ))}
          </ol>
        </Fold>
      )}
      <Fold name={`${id} seat`} title="What makes an agent this seat">
        <Markdown text={sheet.system} heading={4} />
      </Fold>
    </Guarded>
  );
}

export function Turn({ debate, turn }: { readonly debate: string; readonly turn: WaitingTurn }) {
  const { seat, step, label, held, kind, fields } = turn;
  const id = draftId(debate, 'turn', step);
  const { answer: sheet, problem, ask } = useAnswer<SeatSheet>();
  /** Events that were there when the person began to read, also before a reload. */
  const began = useSignal<number | undefined>(readDraft(id)?.seen);
  useSignalEffect(() => {
    // Whatever the ledger grows by may be new to the seat.
    void view.value?.record.ledger.events;
    void ask(
      getJson<SeatSheet>(debatePath(debate, 'seats', seat)).then((answer) => {
        began.value ??= answer.seen;
        return answer;
      }),
    );
  });
  const title = safe(label);
  // The form waits for the sheet above it, which would push it away under the pointer.
  const isRead = sheet.value !== undefined || problem.value !== '';
  return (
    <section class="due-turn" aria-label={title}>
      <h3 dir="auto">{title}</h3>
      {turn.blind === true && (
        <p class="blind">
          Blind: you answer without seeing this round's other answers, and nobody sees yours before all have answered.
        </p>
      )}
      {!isRead && <p role="status">Loading…</p>}
      <Problem text={problem.value} />
      {sheet.value !== undefined && <Sheet id={id} sheet={sheet.value} since={began.value} />}
      {sheet.value?.looks !== undefined && <LookUp debate={debate} seat={seat} id={id} looks={sheet.value.looks} />}
      {held === true && <p class="problem">This seat was claimed with a key, so you cannot fill it here.</p>}
      {held !== true && isRead && (
        <WritingForm<SayRequest>
          id={id}
          title={title}
          path={debatePath(debate, 'say')}
          submit="Record this turn"
          initial={Object.fromEntries(
            fields.flatMap(({ name, blank }) => (blank === undefined ? [] : [[name, blank]])),
          )}
          {...defined({ seen: began.value })}
          {...(sheet.value === undefined
            ? {}
            : {
                news: {
                  since: listNews(sheet.value, began.value),
                  onRead: () => {
                    began.value = sheet.value?.seen;
                  },
                },
              })}
          body={(written, isAnyway) => {
            const seen = isAnyway ? sheet.value?.seen : began.value;
            if (seen === undefined || findMissing(fields, written) !== undefined) return undefined;
            return { seat, step, seen, kind, filled: pickAsked(fields, written) };
          }}
          onDone={() => void readAgain()}
        >
          {(writing) => <TurnFields fields={fields} writing={writing} />}
        </WritingForm>
      )}
    </section>
  );
}
