// Settings of programs without an adapter of their own, shared by the kinds command and acp.
import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod';
import { defined } from '../../domain/defined.ts';
import type { AgentKind, AgentPorts, Led } from '../agent.ts';
import { environmentName, inheritEnv } from '../setting-values.ts';
import { type ProgramSettings, visiblePath } from '../settings.ts';
import { programEnvironment } from './environment.ts';
import type { IsolationNeeds } from './isolation.ts';

export const pattern = z.string().refine(
  (source) => {
    try {
      new RegExp(source);
      return true;
    } catch {
      return false;
    }
  },
  { error: 'must be a regular expression' },
);

/** Leads a program to a model at "{url}": variables in place of the usual ones, files of the home, and the model to name. */
const leadSchema = z.strictObject({
  env: z.record(environmentName, z.string()).optional(),
  files: z
    .record(z.string().regex(/^(?!\/)(?!.*\.\.)/, { error: 'must be a path in the home' }), z.string())
    .default({}),
  model: z.string().min(1).optional(),
});

/** Spread into a strict object. */
export const genericProgramSettings = {
  vendor: z.string().min(1).max(200).optional().describe('Who makes the model, to tell when two seats think alike'),
  versionArgs: z.array(z.string()).default([]).describe('Arguments that print the version; without them nobody asks'),
  inheritEnv,
  login: z
    .array(visiblePath)
    .default([])
    .describe('Files of its login, which it may write in its sandbox: absolute paths, or `~/` for your home'),
  tested: z
    .array(z.string().min(1))
    .default([])
    .describe('Versions of the program that the settings were tried with; the record names any other once in a run'),
  works: z
    .boolean()
    .optional()
    .describe('It changes files of the folder that it is started in, so it can be an author'),
  hosts: z
    .array(z.string().min(1).max(255))
    .optional()
    .describe('Hosts of its model, which it may reach as an author, over TLS'),
  loopback: leadSchema
    .optional()
    .describe(
      'How "doctor --loopback" leads the program to its model: `env` and `files` of the home, in which `{url}` stands for its address, and the `model` to name; without `env` the usual variables',
    ),
};

/** What the options of both kinds have. */
type GenericOptions = Omit<ProgramSettings, 'baseUrl' | 'effort'> &
  z.infer<z.ZodObject<typeof genericProgramSettings>> & { readonly argv: readonly (string | readonly string[])[] };

/** What most programs look at. */
const USUAL_VARIABLES = {
  ANTHROPIC_BASE_URL: '{url}',
  OPENAI_BASE_URL: '{url}/v1',
  OPENAI_API_BASE: '{url}/v1',
  GOOGLE_GEMINI_BASE_URL: '{url}',
  ...Object.fromEntries(['ANTHROPIC', 'OPENAI', 'GEMINI'].map((name) => [`${name}_API_KEY`, 'worth-nothing-here'])),
};

/** The variables that the person passes on and sets, and those that a call sets. */
export function createEnvironment(
  { inheritEnv, env }: GenericOptions,
  ports: AgentPorts,
  set: Record<string, string> = {},
): Record<string, string> {
  return programEnvironment({ from: ports.env, inherit: inheritEnv, settings: env, set });
}

export function leadProgram<Options extends GenericOptions>(options: Options, url: string): Led<Options> {
  const { env = USUAL_VARIABLES, files = {}, model = options.model } = options.loopback ?? {};
  const fill = (texts: Readonly<Record<string, string>>) =>
    Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.replaceAll('{url}', url)]));
  const led = { ...options, env: { ...options.env, ...fill(env) }, ...defined({ model }) };
  return { options: led, env: {}, files: fill(files) };
}

/** Why an agent changes no files: nobody has said that its program can. */
export const NOT_KNOWN_TO_WORK =
  'is not said to change files in the folder that it is started in ("works": true in its settings)';

/** Templates as agents that exist without configuration; people choose them by name. */
export const toBuiltIn = (templates: Readonly<Record<string, object>>): AgentKind['builtIn'] =>
  Object.fromEntries(Object.entries(templates).map(([name, settings]) => [name, { settings, seatable: false }]));

/** What says how a program is called, and which versions of it were called so. */
type Called = { readonly [Name in 'argv' | 'env' | 'extraArgs' | 'tested']?: GenericOptions[Name] | undefined };

/** The versions that a template was tried with say nothing about settings in which the person has it called in another way. */
export function testedVersions(
  name: string,
  templates: Readonly<Record<string, Called>>,
  options: GenericOptions,
): readonly string[] {
  const template = Object.hasOwn(templates, name) ? templates[name] : undefined;
  // Whoever names versions of their own has tried them.
  if (template === undefined || !isDeepStrictEqual(template.tested ?? [], options.tested)) return options.tested;
  const howCalled = ({ argv, env = {}, extraArgs = [] }: Called) => [argv, env, extraArgs];
  return isDeepStrictEqual(howCalled(template), howCalled(options)) ? options.tested : [];
}

/** What it sees in a sandbox, which it runs in wherever there is one. */
export function toIsolationNeeds(options: GenericOptions): IsolationNeeds {
  const { sandbox: mode = 'auto', visible, login, argv, extraArgs } = options;
  return { mode, visible, login, args: [...argv.flat(), ...extraArgs] };
}
