// Fills the placeholders of a prompt's text, strictly: what cannot be filled is an error and never reaches an agent.
import { HallError } from '../../domain/failures/errors.ts';

/** Anything that begins like a placeholder, so that `{{ Round}}` is refused and not sent as it is. */
const PLACEHOLDER = /\{\{([a-z][a-z0-9_]*)\}\}|\{\{/g;

/**
 * The text with each `{{name}}` replaced by its value. Values are inserted as they are and not looked at again; those
 * that the text does not use are ignored.
 * @param file names the text in errors
 * @throws HallError `config-invalid` naming file, line and placeholder
 */
export function render(text: string, values: Readonly<Record<string, string>>, file: string): string {
  return text.replace(PLACEHOLDER, (match: string, name: string | undefined, offset: number) => {
    const value = name !== undefined && Object.hasOwn(values, name) ? values[name] : undefined;
    if (value !== undefined) return value;
    const line = text.slice(0, offset).split('\n').length;
    const problem =
      name === undefined
        ? 'there is a "{{" that does not start a placeholder such as {{round}}'
        : `unknown placeholder ${match}`;
    const known = Object.keys(values).map((key) => `{{${key}}}`);
    throw new HallError('config-invalid', `${file}, line ${line}: ${problem}.`, {
      hint: known.length === 0 ? 'This text has no placeholders.' : `It may use ${known.join(', ')}.`,
    });
  });
}
