// Settings that every agent driven through a program shares, and their defaults.
import * as z from 'zod';
import { SANDBOX_MODES } from './cli/isolation.ts';
import { argument, baseUrl, environmentName } from './setting-values.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MIB = 1024 * 1024;

/** Milliseconds; 0 switches the limit off. */
const duration = z.int().min(0).max(DAY_MS);

export const programLimitsSchema = z.strictObject({
  totalMs: duration.default(10 * MINUTE_MS).describe('Longest time of one answer; 0 is no limit, here and below'),
  idleMs: duration.default(3 * MINUTE_MS).describe('Longest silence once something came'),
  firstOutputMs: duration
    .default(3 * MINUTE_MS)
    .describe(
      'Longest wait for the first output of the model; start-up messages of claude, codex, gemini and `acp` do not count',
    ),
  maxOutputBytes: z
    .int()
    .min(1024)
    .max(256 * MIB)
    .default(20 * MIB)
    .describe('Most output, of standard output and of standard error each'),
});

/** Model and effort become arguments of a program, so a leading "-" would turn them into options. */
const plainArgument = argument
  .min(1)
  .max(200)
  .refine((text) => !text.startsWith('-'), { error: 'must not start with "-"' });

export const visiblePath = z.string().regex(/^(?:\/|~\/.)/, { error: 'must be an absolute path or begin with "~/"' });

/** Spread into a strict object: `z.strictObject({ ...programSettings, sandbox: z.boolean() })`. */
export const programSettings = {
  path: argument.min(1).optional().describe('Program: a name on `PATH`, or a path. Default: the name of the agent'),
  model: plainArgument.optional().describe('Model. Default: the program’s own'),
  effort: plainArgument.optional().describe('Effort of reasoning. Default: the program’s own'),
  baseUrl: baseUrl
    .optional()
    .describe('Address of the service, for a gateway or a server of yours. Default: the program’s own'),
  env: z
    .record(environmentName, argument)
    .default({})
    .describe('Variables for the program; no secrets here, they are refused in files'),
  extraArgs: z
    .array(argument)
    .default([])
    .describe(
      'Arguments added as they are; nothing checks what they do, and they can undo the protection by the sandbox and the switches of the hall',
    ),
  limits: programLimitsSchema.prefault({}),
  sandbox: z
    .enum(SANDBOX_MODES)
    .optional()
    .describe(
      '`auto`: in a sandbox wherever there is one; `required`: not without one; `off`. Default: `auto` for `command` and `acp`, `off` for claude, codex and gemini',
    ),
  visible: z
    .array(visiblePath)
    .default([])
    .describe('What it may read in its sandbox besides its own files: absolute paths, or `~/` for the home'),
  windowCharacters: z
    .int()
    .min(20_000)
    .optional()
    .describe(
      'Longest conversation that its model accepts; before it is reached, a fresh session gets the oldest contributions as a digest. Default: claude 600000, codex 700000, gemini 3000000, `acp` 384000, others none',
    ),
};

/** For agents whose models usually see pictures. */
export const pictureSetting = {
  pictures: z
    .boolean()
    .optional()
    .describe(
      'Whether its model sees [pictures](../context.md#pictures). Default: `true` for claude, codex and gemini, `false` for `openai-http`',
    ),
};

export const transportSetting = {
  transport: z
    .enum(['session', 'one-shot'])
    .optional()
    .describe(
      '`session`: the program stays for the whole debate; `one-shot`: every question starts one. Default: it stays if this version can',
    ),
};

/** The parsed settings; `env`, `extraArgs` and `limits` are always set. */
export type ProgramSettings = z.infer<z.ZodObject<typeof programSettings>>;
