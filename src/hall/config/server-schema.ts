// Settings of a server for many people, and what each of them may use.
import * as z from 'zod';
import { variableName } from './schema-parts.ts';

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
