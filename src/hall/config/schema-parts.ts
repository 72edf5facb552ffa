// Forms of single values that settings have, and of a webhook.
import * as z from 'zod';
import { NOTICE_BODIES, NOTICE_KINDS } from '../../domain/webhook-notices.ts';
import { packageFile } from '../../support/package-root.ts';

export const name = z.string().min(1, { error: 'must not be empty' }).max(100);
export const path = z
  .string()
  .min(1, { error: 'must not be empty' })
  .max(4_096)
  .refine((value) => !value.includes('\0'), { error: 'must not have a NUL character' });
/** An address given as a folder would end up, with its password, in the name of one. */
export const folder = path.refine((value) => !/^[a-z][a-z0-9+.-]+:\/\//i.test(value), {
  error: `must be a folder; the address of a database goes into an environment variable: see ${packageFile('docs/team-hall.md')}`,
});

export const host = (form: string, pattern: RegExp) =>
  z
    .string()
    .max(253)
    .regex(pattern, { error: `must be ${form}` });

export const variableName = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'must be the name of an environment variable' });

export const webhookSchema = z.strictObject({
  url: z
    .url({ protocol: /^https?$/, error: 'must be an address such as https://example.com/hook' })
    .max(2_000)
    .optional(),
  urlEnv: variableName.optional().describe('Variable with the address, where the address is itself a secret.'),
  events: z
    .array(z.enum(NOTICE_KINDS))
    .min(1)
    .optional()
    .describe('What to hear of: decided, waiting, degraded, failed. Default: all'),
  body: z.enum(NOTICE_BODIES).optional().describe('json, or slack for a chat. Default: json'),
  secretEnv: variableName.optional().describe('Variable with the secret that requests are signed with.'),
});
export type WebhookSettings = z.infer<typeof webhookSchema>;

export const wholeLimit = (maximum: number) => z.int().min(1).max(maximum).nullable().optional();

export const atMost = (maximum: number) => z.int().min(1).max(maximum).optional();
