// Settings that every agent driven through a program shares, and their defaults.
import * as z from 'zod';
import { SANDBOX_MODES } from './cli/isolation.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const MIB = 1024 * 1024;

/** Milliseconds; 0 switches the limit off. */
const duration = z.number().int().min(0).max(DAY_MS);

export const programLimitsSchema = z.strictObject({
  /** From start to end of one call. */
  totalMs: duration.default(10 * MINUTE_MS),
  /** Longest silence after the first output. */
  idleMs: duration.default(3 * MINUTE_MS),
  /** Longest wait for the first output. */
  firstOutputMs: duration.default(3 * MINUTE_MS),
  /** Of standard output and of standard error each. */
  maxOutputBytes: z
    .number()
    .int()
    .min(1024)
    .max(256 * MIB)
    .default(20 * MIB),
});

const argument = z.string().refine((text) => !text.includes('\0'), { error: 'must not contain a NUL character' });
/** Model and effort become arguments of a program, so a leading "-" would turn them into options. */
const plainArgument = argument
  .min(1)
  .max(200)
  .refine((text) => !text.startsWith('-'), { error: 'must not start with "-"' });

export const environmentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_()]*(?![\s\S])/, {
  error: 'must be the name of an environment variable',
});

const baseUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).refine(
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url === undefined || (url.username === '' && url.password === '');
  },
  { error: 'must not contain a user name or password' },
);

export const visiblePath = z.string().regex(/^(?:\/|~\/.)/, { error: 'must be an absolute path or begin with "~/"' });

/** Spread into a strict object: `z.strictObject({ ...programSettings, sandbox: z.boolean() })`. */
export const programSettings = {
  /** Where the program is: a name looked up on PATH, or a path. */
  path: argument.min(1).optional(),
  model: plainArgument.optional(),
  effort: plainArgument.optional(),
  /** Address of the service, for a gateway or a server of one's own. */
  baseUrl: baseUrl.optional(),
  /** Variables that are set for the program on top of the ones that it inherits. */
  env: z.record(environmentName, argument).default({}),
  /** Added to the command line as they are; nothing checks what they do. */
  extraArgs: z.array(argument).default([]),
  limits: programLimitsSchema.prefault({}),
  /** Whether it runs in a sandbox; `auto` is wherever there is one. */
  sandbox: z.enum(SANDBOX_MODES).optional(),
  /** What it may read in its sandbox besides its own files: absolute paths, or `~/` for the home. */
  visible: z.array(visiblePath).default([]),
  /** Longest conversation, in characters, that its model accepts; older entries are sent as a digest. */
  windowCharacters: z.number().int().min(20_000).optional(),
};

/**
 * For programs that support sessions: whether one process serves the whole debate, or each question starts its own. When
 * absent, a session is tried first.
 */
export const transportSetting = { transport: z.enum(['session', 'one-shot']).optional() };

const programSettingsSchema = z.strictObject(programSettings);

/** The parsed settings; `env`, `extraArgs` and `limits` are always set. */
export type ProgramSettings = z.infer<typeof programSettingsSchema>;
