// Fills the placeholders of an argument template.

/** What each placeholder stands for. */
export const PLACEHOLDERS = {
  prompt: 'the whole request as one argument',
  promptFile: 'path of a file with the request',
  systemFile: 'path of a file with the text that makes the agent its seat; without it that text leads the request',
  model: 'the model of the settings',
  effort: 'the effort of the settings',
  picture: 'path of a picture; a list of arguments with it is repeated for each one',
  toolUrl: 'address of the MCP server with the tools of the hall, for a seat that may look things up',
} as const;

type PlaceholderName = keyof typeof PLACEHOLDERS;
export type PlaceholderValues = Readonly<Partial<Record<PlaceholderName, string>>>;
export type ArgumentTemplate = readonly (string | readonly string[])[];

/** Names in braces; other braces, such as those of JSON, are plain text. */
const PLACEHOLDER = /\{([A-Za-z][A-Za-z0-9]*)\}/g;

export function findPlaceholders(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** Placeholders outside a group that have no value: the call cannot be made. */
export function findMissingValues(template: ArgumentTemplate, values: PlaceholderValues): string[] {
  const required = template.filter((part) => typeof part === 'string').flatMap(findPlaceholders);
  return required.filter((name) => values[name as PlaceholderName] === undefined);
}

/**
 * The arguments, with groups left out that lack a value, and those with a picture repeated for each. Every part stays one argument,
 * whatever is filled in.
 */
export function fillArguments(
  template: ArgumentTemplate,
  values: PlaceholderValues,
  pictures: readonly string[],
): string[] {
  const fill = (text: string, filled: PlaceholderValues) =>
    text.replace(PLACEHOLDER, (whole, name: string) => filled[name as PlaceholderName] ?? whole);
  const fillGroup = (group: readonly string[], filled: PlaceholderValues) => {
    const complete = group.flatMap(findPlaceholders).every((name) => filled[name as PlaceholderName] !== undefined);
    return complete ? group.map((part) => fill(part, filled)) : [];
  };
  return template.flatMap((part) => {
    if (typeof part === 'string') return [fill(part, values)];
    if (!part.flatMap(findPlaceholders).includes('picture')) return fillGroup(part, values);
    return pictures.flatMap((picture) => fillGroup(part, { ...values, picture }));
  });
}
