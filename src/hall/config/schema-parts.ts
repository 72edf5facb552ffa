// Parts of what may stand in a configuration file: forms of single values, a webhook, a server, what each person may use, and what turns
// texts into vectors.
import * as z from 'zod';
import { argument, baseUrlBefore, environmentName, inheritEnv } from '../../agents/setting-values.ts';
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

const address = z
  .string()
  .max(2_048)
  .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
    error: 'must be an address such as "https://hall.example.com"',
  });

/** "127.0.0.1:3900", "0.0.0.0:80", "[::1]:3900" */
const LISTEN = /^(?:\[[0-9a-f:.]+\]|[a-z0-9.-]+):\d{1,5}$/i;
const listenSchema = z
  .string()
  .max(300)
  .regex(LISTEN, { error: 'must be an address and a port, such as "127.0.0.1:3900"' });

export const serverSchema = z.strictObject({
  listen: listenSchema.optional().describe('Address and port. Default: 127.0.0.1:3900'),
  publicUrl: address.optional().describe('Where people reach the server. Default: http:// and listen'),
  hosts: z
    .array(z.string().min(1).max(300))
    .max(100)
    .optional()
    .describe('Host headers that are answered. Default: that of publicUrl'),
  origins: z
    .array(z.string().min(1).max(300))
    .max(100)
    .optional()
    .describe('Origins whose pages may call it. Default: that of publicUrl'),
  stateKeyEnv: variableName
    .optional()
    .describe(
      'Variable with the key, of 32 characters or more, that servers of one hall share. Default: DEBATE_HALL_STATE_KEY',
    ),
  auth: z
    .strictObject({
      issuer: address.describe('The OpenID Connect service whose tokens are accepted.'),
      audience: z
        .string()
        .min(1)
        .max(2_048)
        .optional()
        .describe('What tokens call this server. Default: publicUrl and /mcp'),
      rolesClaim: z.string().min(1).max(200).optional().describe('Claim that names roles. Default: scope'),
      hallsClaim: z.string().min(1).max(200).optional().describe('Claim that names halls. Default: the hall of store'),
    })
    .optional()
    .describe('Sign-in with an OpenID Connect service, besides API keys.'),
});

export const quotaSchema = z.strictObject({
  runs: z.int().min(1).max(10_000).optional().describe('Runs that wait or run at once.'),
  callsPerDay: z.int().min(1).max(10_000_000).optional().describe('Calls of agents a day (UTC).'),
  usdPerMonth: z.number().min(0.01).max(10_000_000).optional().describe('US dollars a month (UTC), as agents report.'),
});

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
