// What may stand in a configuration file. Every key is optional; docs/configuration.md explains each for users.
import * as z from 'zod';
import { seatIdSchema } from '../domain/ids.ts';
import { agentNameSchema, seatSpecSchema } from './seat-spec.ts';
import { TOOLSET_NAMES } from './toolset-names.ts';

const name = z.string().min(1, { error: 'must not be empty' }).max(100);
const path = z.string().min(1, { error: 'must not be empty' }).max(4_096);

const wholeLimit = (maximum: number) => z.number().int().min(1).max(maximum).nullable().optional();

/** One layer of configuration: a file, a preset, or what variables and flags add up to. */
export const configLayerSchema = z.strictObject({
  $schema: z.string().optional().describe('Where editors find the JSON Schema of this file.'),
  description: z.string().max(500).optional().describe('For people; nothing reads it.'),
  preset: name.optional().describe('Starts from one of the presets that come along: quick, standard, deep …'),
  hall: path.optional().describe('Folder that keeps the debates. Default: debates'),
  format: name.optional().describe('Rules of new debates. Default: wind-wall-door'),
  recipe: name.optional().describe('A named set of options of the format. Default: standard'),
  agents: z
    .record(
      agentNameSchema,
      z.looseObject({ kind: name.optional().describe('What it is: claude, codex, gemini, command …') }),
    )
    .optional()
    .describe('Agents by name, each with the settings of its kind.'),
  seats: z.record(seatIdSchema, seatSpecSchema).optional().describe('Who fills which seat.'),
  limits: z
    .strictObject({
      tokens: wholeLimit(1_000_000_000_000).describe('All tokens of all calls, input and output.'),
      usd: z.number().min(0.000001).max(1_000_000).nullable().optional().describe('US dollars, as agents report cost.'),
      minutes: z.number().min(0.01).max(100_000).nullable().optional().describe('Time of running, in minutes.'),
      turns: wholeLimit(10_000).describe('Contributions of all seats.'),
      rounds: wholeLimit(10_000).describe('Rounds of the format.'),
    })
    .optional()
    .describe('Hard limits of a debate; null lifts one that a lower layer set.'),
  formats: z
    .record(name, z.record(z.string(), z.unknown()))
    .optional()
    .describe('Options of each format, by its name.'),
  context: z
    .strictObject({
      maxBytes: z.number().int().min(1).max(100_000_000).optional().describe('Budget of all context together.'),
      allowSecrets: z.boolean().optional().describe('Lets context pass that looks like a secret.'),
    })
    .optional(),
  github: z
    .strictObject({
      allowedAuthors: z
        .array(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,99}(?:\[bot\])?$/, { error: 'must be a login' }))
        .max(1_000)
        .optional()
        .describe('Logins whose comments may enter a debate. Default: everyone'),
    })
    .optional(),
  prompts: path.optional().describe('Folder whose <format>/<name>.md files replace the texts that come along.'),
  mcp: z
    .strictObject({
      toolsets: z
        .array(z.enum(TOOLSET_NAMES))
        .min(1)
        .optional()
        .describe(
          'Tools that the MCP server offers. Default: core, and github when a token is set; asymmetric by choice',
        ),
    })
    .optional()
    .describe('What the MCP server does.'),
  agentRetries: z
    .number()
    .int()
    .min(0)
    .max(10)
    .optional()
    .describe('How often a failed call is tried again where that makes sense. Default: 2'),
});

export type ConfigLayer = z.input<typeof configLayerSchema>;
