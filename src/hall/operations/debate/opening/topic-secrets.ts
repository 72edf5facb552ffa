// Keeps secrets out of what people write for a debate, and out of the IDs that are made from topics.
import { createRedactor } from '../../../../agents/failures/redact.ts';
import type { RuleData } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { findSecret } from '../../../../support/secrets/find-secret.ts';

type Written = 'topic' | 'question' | 'turn' | 'interjection' | 'decision';

/** Of a topic with its options, or of anything else that is sent to the agents. Throws `secret-found`. */
export function refuseSecretWords(words: readonly string[], what: Written = 'topic'): void {
  const secret = findSecret(words.join('\n'));
  if (secret === undefined) return;
  const message = `The ${what} looks like it contains ${secret.kind}. It is sent to the agents' services.`;
  throw new HallError('secret-found', message, {
    hint: 'Leave it out, or pass --allow-secrets if it is not a secret.',
  });
}

const listStrings = (value: unknown): readonly string[] =>
  typeof value === 'string' ? [value] : Object.values(value ?? {}).flatMap(listStrings);

/** Those of a format: seats get some of them, and the ledger keeps all as they are. Throws `secret-found`. */
export function refuseSecretOptions(options: RuleData): void {
  for (const [name, value] of Object.entries(options)) {
    const secret = findSecret(listStrings(value).join('\n'));
    if (secret === undefined) continue;
    throw new HallError('secret-found', `The option "${name}" looks like it contains ${secret.kind}.`, {
      hint: 'Options cannot be redacted: leave it out, or pass --allow-secrets if it is not a secret.',
    });
  }
}

/** What an ID is made from: IDs are file names and parts of addresses, and cannot be redacted. */
export const removeSecrets = (topic: string): string => createRedactor()(topic);
