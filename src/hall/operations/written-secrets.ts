// Keeps secrets out of what people write for a debate, and out of the IDs that are made from topics.
import { posix } from 'node:path';
import { createRedactor } from '../../agents/failures/redact.ts';
import type { LeftOut, RuleData } from '../../domain/event-parts.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { ALLOW_SECRETS } from '../../domain/failures/hints.ts';
import { listStrings } from '../../domain/values/tree.ts';
import { findSecret } from '../../support/secrets/find-secret.ts';
import type { Hall } from './hall.ts';

type Written = 'topic' | 'choice' | 'question' | 'turn' | 'interjection' | 'decision' | 'note';

/** Of a topic with its options, or of anything else that the ledger keeps or agents get. Throws `secret-found`, unless the configuration allows secrets. */
export function refuseSecrets({ loaded }: Hall, words: readonly string[], what: Written = 'topic'): void {
  const secret = loaded.config.context.allowSecrets ? undefined : findSecret(words.join('\n'));
  if (secret === undefined) return;
  const goes = what === 'note' ? 'It is kept in the ledger.' : "It is sent to the agents' services.";
  throw new HallError('secret-found', `The ${what} looks like it contains ${secret.kind}. ${goes}`, {
    hint: `Leave it out, or ${ALLOW_SECRETS} if it is not a secret.`,
  });
}

/**
 * What the ledger keeps as it is, so that it can never be redacted, by what callers call it: "author", "ID". Throws `secret-found`,
 * unless the configuration allows secrets.
 */
export function refuseSecretNames({ loaded }: Hall, named: Readonly<Record<string, unknown>>): void {
  if (loaded.config.context.allowSecrets) return;
  for (const [name, value] of Object.entries(named)) {
    const secret = findSecret(listStrings(value).join('\n'));
    if (secret === undefined) continue;
    throw new HallError(
      'secret-found',
      `The ${name} looks like it contains ${secret.kind}, and cannot be redacted later.`,
      { hint: `Leave it out, or ${ALLOW_SECRETS} if it is not a secret.` },
    );
  }
}

/** Names of what a debate is given to read, said by position and folder. Throws `secret-found`, unless the configuration allows secrets. */
export function refuseSecretSources(hall: Hall, given: readonly { readonly source: string }[]): void {
  for (const [at, { source }] of given.entries()) {
    const folder = posix.dirname(source);
    const where = folder === '.' || findSecret(folder) !== undefined ? '' : ` (in "${folder}")`;
    refuseSecretNames(hall, { [`name of item ${at + 1} of the context${where}`]: source });
  }
}

/** What nobody gets to read needs no name. */
export function hideSecretNames({ loaded }: Hall, leftOut: readonly LeftOut[]): LeftOut[] {
  return leftOut.map((row) => {
    const secret = loaded.config.context.allowSecrets ? undefined : findSecret(row.source);
    return secret === undefined ? row : { ...row, source: `a file whose name looks like ${secret.kind}` };
  });
}

/** Options of a format: seats get some of them, and the ledger keeps all as they are. Throws `secret-found`, unless the configuration allows secrets. */
export const refuseSecretOptions = (hall: Hall, options: RuleData): void =>
  refuseSecretNames(
    hall,
    Object.fromEntries(Object.entries(options).map(([name, value]) => [`option "${name}"`, value])),
  );

/** For words that are not worth a refusal: what an ID is made from, and the reason and author of what must be done at once. */
export const removeSecrets = (words: string): string => createRedactor()(words);
