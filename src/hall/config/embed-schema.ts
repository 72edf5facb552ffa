// What turns texts into vectors, so that past decisions can be compared by meaning: a program or a service of the person's own.
import * as z from 'zod';

const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'must be the name of an environment variable' });
const argument = z
  .string()
  .max(4_096)
  .refine((text) => !text.includes('\0'), { error: 'must not contain a NUL character' });

/** Anything else of an address would be part of every error. */
function isPlainAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, search, hash } = new URL(text);
  return [username, password, search, hash].every((part) => part === '');
}

const timeoutSeconds = z
  .number()
  .min(0.1)
  .max(600)
  .default(30)
  .describe('Longest wait for the vectors of up to 32 texts. Default: 30');

export const embedSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('command'),
      argv: z
        .array(argument)
        .min(1)
        .max(100)
        .refine(([program]) => program !== '', { error: 'must begin with a program' })
        .describe('The program and its arguments; no shell.'),
      inheritEnv: z.array(variableName).max(100).default([]).describe('Variables that it gets beside the usual ones.'),
      model: z.string().min(1).max(200).optional().describe('Sent as "model"; another name makes new vectors.'),
      timeoutSeconds,
    }),
    z.strictObject({
      kind: z.literal('openai-http'),
      baseUrl: z
        .url({ protocol: /^https?$/, error: 'must be an http or https address' })
        .max(2_000)
        .refine(isPlainAddress, { error: 'must contain no user name, password, "?" or "#"' })
        .refine((text) => !/\/embeddings\/*$/.test(text), { error: 'must end before "/embeddings"' })
        .describe('Address up to where /embeddings follows.'),
      keyEnv: variableName.optional().describe('Variable with the key. Default: no key is sent'),
      model: z.string().min(1).max(200).describe('Model that makes the vectors.'),
      timeoutSeconds,
    }),
  ])
  .describe('What makes vectors for comparing by meaning (docs/recall.md). Default: nothing; words are compared');

export type EmbedSettings = z.infer<typeof embedSchema>;
