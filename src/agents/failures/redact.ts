// Takes secrets out of argument vectors and messages before they reach a record, an error or a screen.
import type { Environment } from '../../support/environment.ts';
import { isSecretName } from '../../support/secrets/find-secret.ts';
import { secretPatterns } from '../../support/secrets/secret-patterns.ts';

const REDACTED = '[redacted]';
/** Wider than `isSecretName`: to take out too much costs less here than to refuse too much. */
const SECRET_VARIABLE = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|HEADERS/i;
/** Shorter values are switches and numbers; taking them out would tear holes into ordinary text. */
const SHORTEST_SECRET = 8;

export type Redact = (text: string) => string;

/**
 * A function that takes out what looks like a secret: the values of variables whose names say so in any of the given
 * environments, and well-known shapes of tokens. Cut a text only afterwards: half a secret is not recognised.
 */
export function createRedactor(...environments: readonly Environment[]): Redact {
  const values = new Set<string>();
  for (const [name, value] of environments.flatMap((environment) => Object.entries(environment))) {
    if (value !== undefined && value.length >= SHORTEST_SECRET && SECRET_VARIABLE.test(name)) values.add(value);
  }
  const longestFirst = [...values].sort((a, b) => b.length - a.length);
  return (text) => {
    const withoutValues = longestFirst.reduce((rest, value) => rest.replaceAll(value, REDACTED), text);
    return secretPatterns().reduce((rest, { pattern }) => rest.replace(pattern, REDACTED), withoutValues);
  };
}

/** An argument vector without secrets, those that stand alone behind a flag such as `--api-key` included. */
export function redactArguments(args: readonly string[], redact: Redact): string[] {
  return args.map((argument, index) => {
    const flag = /^--?([^=\s]+)$/.exec(args[index - 1] ?? '')?.[1];
    return flag !== undefined && isSecretName(flag) ? REDACTED : redact(argument);
  });
}
