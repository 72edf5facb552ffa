// Values by name, as flags give them: name=value.
import type { RuleData } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';

/** `true`, `3`, `null` and `["a"]` are what they say in JSON; everything else is text. */
function ruleValue(text: string): RuleData[string] {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Values by name, as `name=value` of a flag that is repeated. */
export function namedValues(flag: string, texts: readonly string[]): RuleData {
  return Object.fromEntries(
    texts.map((text) => {
      const equals = text.indexOf('=');
      if (equals > 0) return [text.slice(0, equals), ruleValue(text.slice(equals + 1))];
      throw new HallError('bad-input', `"${flag} ${text}" is missing a value.`, { hint: `Write ${flag} name=value.` });
    }),
  );
}
