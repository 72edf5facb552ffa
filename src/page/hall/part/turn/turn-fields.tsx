// What a person fills in for a turn: each field as it is asked now, and those of one claim or position together.
import { groupBy } from '../../../../domain/group-by.ts';
import { findLabel, PERCENT, type TurnField } from '../../../../domain/turn-form/fields.ts';
import { safe } from '../../../report/words.ts';
import { Choice, Line, Select, Text } from '../fields.tsx';
import type { Writing } from './writing.tsx';

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

export function TurnFields({ fields, writing }: { readonly fields: readonly TurnField[]; readonly writing: Writing }) {
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
