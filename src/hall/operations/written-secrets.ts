// Keeps secrets out of what people write for a debate, and out of the IDs that are made from topics.
import { createRedactor } from '../../agents/failures/redact.ts';
import type { RuleData } from '../../domain/event-parts.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { findSecret } from '../../support/secrets/find-secret.ts';
import type { Hall } from './hall.ts';

/** What is written, and where it goes. */
const GOES = {
  topic: "It is sent to the agents' services.",
  question: "It is sent to the agents' services.",
  turn: "It is sent to the agents' services.",
  interjection: "It is sent to the agents' services.",
  decision: "It is sent to the agents' services.",
  note: 'It is kept in the ledger.',
} as const;

/** Of a topic with its options, or of anything else that the ledger keeps or agents get. Throws `secret-found`, unless the configuration allows secrets. */
export function refuseSecrets({ loaded }: Hall, words: readonly string[], what: keyof typeof GOES = 'topic'): void {
  const secret = loaded.config.context.allowSecrets ? undefined : findSecret(words.join('\n'));
  if (secret === undefined) return;
  throw new HallError('secret-found', `The ${what} looks like it contains ${secret.kind}. ${GOES[what]}`, {
    hint: 'Leave it out, or pass --allow-secrets if it is not a secret.',
  });
}

const listStrings = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(listStrings);

/** Those of a format: seats get some of them, and the ledger keeps all as they are. Throws `secret-found`, unless the configuration allows secrets. */
export function refuseSecretOptions({ loaded }: Hall, options: RuleData): void {
  if (loaded.config.context.allowSecrets) return;
  for (const [name, value] of Object.entries(options)) {
    const secret = findSecret(listStrings(value).join('\n'));
    if (secret === undefined) continue;
    throw new HallError('secret-found', `The option "${name}" looks like it contains ${secret.kind}.`, {
      hint: 'Options cannot be redacted: leave it out, or pass --allow-secrets if it is not a secret.',
    });
  }
}

/** For words that are not worth a refusal: what an ID is made from, and the reason of what must be done at once. */
export const removeSecrets = (words: string): string => createRedactor()(words);
