// What may stand in a configuration file. Every key is optional; docs/reference/configuration.md explains each for users.
import { isIPv6 } from 'node:net';
import * as z from 'zod';
import { seatIdSchema } from '../../domain/ids.ts';
import { isTag, MAX_TAGS, normalizeTag } from '../../domain/tags.ts';
import {
  atMost,
  embedSchema,
  folder,
  host,
  name,
  path,
  quotaSchema,
  serverSchema,
  variableName,
  webhookSchema,
  wholeLimit,
} from './schema-parts.ts';
import { agentNameSchema, seatSpecSchema } from './seat-spec.ts';
import { TOOLSET_NAMES } from './toolset-names.ts';

/** Kinds of stores; a folder is the only one that needs nothing else. */
export const STORE_KINDS = ['folder', 'postgres'] as const;

/** Where runs that somebody asks for are carried out. */
export const QUEUE_KINDS = ['inline', 'postgres'] as const;

/** Whether programs of different people are kept apart. */
const SANDBOX_MODES = ['auto', 'required', 'off'] as const;

/** One layer of configuration: a file, a preset, or what variables and flags add up to. */
export const configLayerSchema = z.strictObject({
  $schema: z.string().optional().describe('Where editors find the JSON Schema of this file.'),
  description: z.string().max(500).optional().describe('A note for people; the program ignores it.'),
  preset: name.optional().describe('Preset to start from: quick, standard, deep …'),
  hall: folder.optional().describe('Folder where the debates are kept. Default: debates'),
  store: z
    .strictObject({
      kind: z.enum(STORE_KINDS).optional().describe('Where debates are kept: folder, or postgres. Default: folder'),
      urlEnv: variableName
        .optional()
        .describe('Variable with the address of the database. Default: DEBATE_HALL_DATABASE_URL'),
      hall: z
        .string()
        .regex(/^[a-z0-9][a-z0-9-]{0,63}$/, { error: 'must be a lower-case slug such as "platform-team"' })
        .optional()
        .describe('Which hall of the database. Default: default'),
    })
    .optional()
    .describe('A shared hall in a database (docs/team-hall.md).'),
  queue: z
    .strictObject({
      kind: z
        .enum(QUEUE_KINDS)
        .optional()
        .describe(
          'Who runs debates that are asked for: this process (inline), or workers (postgres). Default: inline with a folder, else postgres',
        ),
    })
    .optional()
    .describe('The queue of a shared hall (docs/team-hall.md).'),
  worker: z
    .strictObject({
      homes: path.optional().describe('Folder with a home for each person whose runs the worker takes.'),
      sandbox: z
        .enum(SANDBOX_MODES)
        .optional()
        .describe(
          'Whether all agents of a worker run in a sandbox: auto (wherever bubblewrap works), required, off (as each agent says).',
        ),
      people: z
        .record(
          name,
          z.strictObject({
            env: z
              .record(
                z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, { error: 'must be the name of a variable' }),
                z.string().regex(/^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/, {
                  error: 'must be env:NAME or file:PATH; a key itself does not belong here',
                }),
              )
              .describe('Variables of the programs, such as keys, by where the worker finds them.'),
          }),
        )
        .optional()
        .describe('What the agents of a person get, by the name under which they ask for runs.'),
    })
    .optional()
    .describe('How a worker keeps people apart (docs/team-hall.md).'),
  providers: z
    .record(
      name,
      z.strictObject({
        concurrent: atMost(10_000).describe('Calls at the same time, for each key.'),
        perMinute: atMost(1_000_000).describe('Calls begun in any 60 seconds, for each key.'),
      }),
    )
    .optional()
    .describe('Limits of each provider: the vendor of an agent, or its kind where it has none.'),
  server: serverSchema.optional().describe('Settings of "debate-hall serve" (docs/team-hall.md).'),
  quotas: z
    .strictObject({
      default: quotaSchema.optional().describe('For everyone who is not named under people.'),
      people: z
        .record(z.string().max(200), quotaSchema)
        .optional()
        .describe('By who they are: key:NAME, or oidc:SUBJECT.'),
    })
    .optional()
    .describe('How much each person may use in a shared hall.'),
  format: name.optional().describe('Format of new debates, which sets the rules. Default: wind-wall-door'),
  tags: z
    .array(z.string().refine((text) => isTag(normalizeTag(text)), { error: 'must be a tag such as "security"' }))
    .max(MAX_TAGS)
    .optional()
    .describe('Tags of every new debate, beside those of --tag.'),
  recipe: name.optional().describe('A named set of format options. Default: standard'),
  agents: z
    .record(
      agentNameSchema,
      z.looseObject({ kind: name.optional().describe('Kind of agent: claude, codex, gemini, command …') }),
    )
    .optional()
    .describe('Agents by name, each with the settings of its kind.'),
  seats: z.record(seatIdSchema, seatSpecSchema).optional().describe('The agent for each seat.'),
  escalate: z
    .strictObject({
      seats: z.record(seatIdSchema, seatSpecSchema).optional().describe('The agents of the last step, by seat.'),
    })
    .optional()
    .describe('What --escalate does with a question that a debate did not settle.'),
  limits: z
    .strictObject({
      tokens: wholeLimit(1_000_000_000_000).describe('All tokens of all calls, input and output.'),
      usd: z.number().min(0.000001).max(1_000_000).nullable().optional().describe('US dollars, as reported by agents.'),
      minutes: z
        .number()
        .min(0.01)
        .max(100_000)
        .nullable()
        .optional()
        .describe(
          'Run time in minutes, by the times of the events: a clock that is set forward while a debate runs shortens it.',
        ),
      turns: wholeLimit(10_000).describe(
        'Turns of all seats in the rounds; openings, ballots, votes and revisions do not count.',
      ),
      rounds: wholeLimit(10_000).describe('Rounds.'),
    })
    .optional()
    .describe('Limits of a debate; null removes one that a lower layer set.'),
  formats: z
    .record(name, z.record(z.string(), z.unknown()))
    .optional()
    .describe('Options of each format, by its name.'),
  context: z
    .strictObject({
      maxBytes: z.int().min(1).max(100_000_000).optional().describe('Size limit for all context, in bytes.'),
      allowSecrets: z.boolean().optional().describe('Allows a topic or context that looks like a secret.'),
    })
    .optional(),
  reading: z
    .strictObject({
      sources: z
        .array(z.string().min(1).max(4_096))
        .max(100)
        .optional()
        .describe('What seats may look up: files, folders, globs, git:REVISION, git:A..B, decisions.'),
      maxReads: z.int().min(1).max(10_000).optional().describe('Looks per seat and turn. Default: 40'),
      maxBytes: z
        .int()
        .min(1_000)
        .max(100_000_000)
        .optional()
        .describe('Bytes that these looks return, per seat and turn. Default: 400 KB'),
    })
    .optional()
    .describe('What seats may look up during a debate.'),
  recall: z
    .strictObject({ embed: embedSchema.optional() })
    .optional()
    .describe('How past decisions are found (docs/recall.md).'),
  web: z
    .strictObject({
      hosts: z
        .array(host('"*", "*.example.org" or "example.org"', /^(?:\*|(?:\*\.)?[\w-]+(?:\.[\w-]+)*)$/))
        .max(1_000)
        .optional()
        .describe('Public hosts that pages may be fetched from; "*" is any. Default: none'),
      privateHosts: z
        .array(
          host('a host, "*.corp.example" or an address', /^(?:(?:\*\.)?[\w-]+(?:\.[\w-]+)*|[\da-fA-F:.]+)$/).refine(
            (text) => !text.includes(':') || isIPv6(text),
            { error: 'must be a host, "*.corp.example" or an address, without a port' },
          ),
        )
        .max(1_000)
        .optional()
        .describe('Hosts of a private network or of this machine that pages may be fetched from. Default: none'),
    })
    .optional()
    .describe('Web pages as material.'),
  github: z
    .strictObject({
      allowedAuthors: z
        .array(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,99}(?:\[bot\])?$/, { error: 'must be a login' }))
        .max(1_000)
        .optional()
        .describe('Logins whose comments may enter a debate. Default: everyone'),
    })
    .optional(),
  webhooks: z
    .record(
      z.string().regex(/^[a-z0-9][a-z0-9-]{0,39}$/, { error: 'must be a lower-case slug such as "team"' }),
      webhookSchema,
    )
    .optional()
    .describe('Addresses that hear of debates, by a name (docs/webhooks.md).'),
  prompts: path.optional().describe('Folder whose <format>/<name>.md files replace the built-in prompts.'),
  mcp: z
    .strictObject({
      toolsets: z
        .array(z.enum(TOOLSET_NAMES))
        .min(1)
        .optional()
        .describe('Toolsets that the MCP server offers. Default: core, and github if a token is set'),
    })
    .optional()
    .describe('Settings of the MCP server.'),
  agentRetries: z
    .int()
    .min(0)
    .max(10)
    .optional()
    .describe('Retries per failed call, where a retry can help. Default: 2'),
  unchecked: z
    .boolean()
    .optional()
    .describe('Whether seats also fill themselves with versions of agents that were not checked. Default: false'),
});

export type ConfigLayer = z.input<typeof configLayerSchema>;
