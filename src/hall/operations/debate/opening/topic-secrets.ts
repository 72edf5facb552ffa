// Keeps secrets out of topics and of the IDs that are made from them.
import { createRedactor } from '../../../../agents/failures/redact.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { findSecret } from '../../../../support/secrets/find-secret.ts';

/** Of a topic and its options, or of a question. Throws `secret-found`. */
export function refuseSecretWords(words: readonly string[], what: 'topic' | 'question' = 'topic'): void {
  const secret = findSecret(words.join('\n'));
  if (secret === undefined) return;
  const message = `The ${what} looks like it contains ${secret.kind}. It is sent to the agents' services.`;
  throw new HallError('secret-found', message, {
    hint: 'Leave it out, or pass --allow-secrets if it is not a secret.',
  });
}

/** What an ID is made from: IDs are file names and parts of addresses, and cannot be redacted. */
export const removeSecrets = (topic: string): string => createRedactor()(topic);
