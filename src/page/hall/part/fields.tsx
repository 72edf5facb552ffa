// The kinds of fields that people fill in, each with its label.
import type { ComponentChildren } from 'preact';
import { safe } from '../../report/words.ts';
import type { Writing } from './turn/writing.tsx';

interface FieldProps {
  readonly writing: Writing;
  readonly name: string;
  readonly label: string;
  readonly hint?: string | undefined;
}

const Hint = ({ hint }: Pick<FieldProps, 'hint'>) =>
  hint === undefined ? null : <span class="hint">{safe(hint)}</span>;

export function Text({ writing, name, label, hint, rows = 3 }: FieldProps & { readonly rows?: number }) {
  return (
    <label class="field">
      <span>{label}</span>
      <Hint hint={hint} />
      <textarea
        dir="auto"
        rows={rows}
        style={{ '--rows': rows }}
        value={writing.fields[name] ?? ''}
        onInput={({ currentTarget }) => writing.set(name, currentTarget.value)}
      />
    </label>
  );
}

interface LineProps extends FieldProps {
  readonly inputMode?: 'numeric' | 'decimal';
  /** What the whole value must look like, before it is sent. */
  readonly pattern?: string;
  /** What it says of that where the value looks otherwise. */
  readonly format?: string;
}

export function Line({ writing, name, label, hint, inputMode, pattern, format }: LineProps) {
  return (
    <label class={inputMode === undefined ? 'field' : 'field short'}>
      <span>{label}</span>
      <Hint hint={hint} />
      <input
        dir="auto"
        type="text"
        list={undefined}
        autocomplete="off"
        inputMode={inputMode}
        pattern={pattern}
        title={format}
        value={writing.fields[name] ?? ''}
        onInput={({ currentTarget }) => writing.set(name, currentTarget.value)}
      />
    </label>
  );
}

export interface Option {
  readonly value: string;
  readonly title: ComponentChildren;
}

export function Choice({ writing, name, label, hint, options }: FieldProps & { readonly options: readonly Option[] }) {
  return (
    <fieldset class="field">
      <legend>{label}</legend>
      <Hint hint={hint} />
      {options.map(({ value, title }) => (
        <label key={value} class="option" dir="auto">
          <input
            type="radio"
            name={name}
            value={value}
            checked={writing.fields[name] === value}
            onChange={() => writing.set(name, value)}
          />{' '}
          {title}
        </label>
      ))}
    </fieldset>
  );
}

interface SelectProps extends FieldProps {
  /** What stands for no choice. */
  readonly first: string;
  readonly choices: readonly { readonly value: string; readonly title: string; readonly isDisabled?: boolean }[];
}

export function Select({ writing, name, label, first, choices }: SelectProps) {
  return (
    <label class="field">
      <span>{label}</span>
      <select
        value={writing.fields[name] ?? ''}
        onChange={({ currentTarget }) => writing.set(name, currentTarget.value)}
      >
        <option value="">{first}</option>
        {choices.map(({ value, title, isDisabled }) => (
          <option key={value} value={value} disabled={isDisabled}>
            {title}
          </option>
        ))}
      </select>
    </label>
  );
}

export function Check({ writing, name, label }: FieldProps) {
  return (
    <label class="option">
      <input
        type="checkbox"
        checked={writing.fields[name] === 'yes'}
        onChange={({ currentTarget }) => writing.set(name, currentTarget.checked ? 'yes' : '')}
      />{' '}
      {label}
    </label>
  );
}
