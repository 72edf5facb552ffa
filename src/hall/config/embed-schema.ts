// What turns texts into vectors, so that past decisions can be compared by meaning: a program or a service of the person's own.
import * as z from 'zod';
import { argument, baseUrlBefore, environmentName, inheritEnv } from '../../agents/setting-values.ts';

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
        .refine(([program]) => program !== '', { error: 'must begin with a program' })
        .describe('The program and its arguments; no shell.'),
      inheritEnv,
      model: z.string().min(1).max(200).optional().describe('Sent as "model"; another name makes new vectors.'),
      timeoutSeconds,
    }),
    z.strictObject({
      kind: z.literal('openai-http'),
      baseUrl: baseUrlBefore('/embeddings').describe('Address up to where /embeddings follows.'),
      keyEnv: environmentName.optional().describe('Variable with the key. Default: no key is sent'),
      model: z.string().min(1).max(200).describe('Model that makes the vectors.'),
      timeoutSeconds,
    }),
  ])
  .describe('What makes vectors for comparing by meaning (docs/recall.md). Default: nothing; words are compared');

export type EmbedSettings = z.infer<typeof embedSchema>;
