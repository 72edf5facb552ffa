// A real home and a real repository in a temporary folder, and a `load` with two kinds of agents and two formats.
import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { HallError } from '../../src/domain/failures/errors.ts';
import { type LoadedConfig, type LoadOptions, loadConfig } from '../../src/hall/config/load.ts';

const claudeSettings = z.strictObject({
  path: z.string().optional(),
  model: z.string().optional(),
  effort: z.enum(['low', 'medium', 'high']).optional(),
  timeoutMinutes: z.number().default(10),
  env: z.record(z.string(), z.string()).default({}),
  extraArgs: z.array(z.string()).default([]),
});
const plainSettings = z.strictObject({ model: z.string().optional() });

const known = {
  agentKinds: async () => ({
    builtIn: {
      claude: { kind: 'claude' },
      codex: { kind: 'codex' },
      gemini: { kind: 'gemini' },
      rehearsal: { kind: 'rehearsal' },
    },
    settings: {
      claude: claudeSettings,
      codex: plainSettings,
      gemini: plainSettings,
      rehearsal: z.strictObject({ seed: z.string().default('0') }),
      command: z.strictObject({ argv: z.array(z.string()).min(1) }),
    },
  }),
  formats: {
    'wind-wall-door': async () => ({
      options: z.strictObject({ maxTurns: z.number().int().default(12), strict: z.boolean().default(false) }),
      recipes: ['quick', 'standard', 'deep'],
      seats: ['wind', 'wall', 'door'],
    }),
    oxford: async () => ({
      options: z.strictObject({ speeches: z.number().int().default(2) }),
      recipes: ['quick', 'grand'],
      seats: ['proposition', 'opposition', 'judge', 'judge-2'],
    }),
  },
} satisfies Partial<LoadOptions>;

export interface HallFolder {
  readonly home: string;
  readonly repository: string;
  write(path: string, content: unknown): Promise<string>;
  load(options?: Partial<LoadOptions>): Promise<LoadedConfig>;
  refusal(options?: Partial<LoadOptions>): Promise<HallError>;
  remove(): Promise<void>;
}

export async function makeHallFolder(): Promise<HallFolder> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'hall-config-')));
  const home = join(base, 'home');
  const repository = join(base, 'repository');
  await mkdir(home);
  await mkdir(join(repository, '.git'), { recursive: true });
  const load = (options: Partial<LoadOptions> = {}) =>
    loadConfig({ cwd: repository, env: {}, home, flags: [], trust: async () => 'trusted', ...known, ...options });
  return {
    home,
    repository,
    load,
    async write(path, content) {
      const file = join(base, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content, null, 2));
      return file;
    },
    async refusal(options) {
      const outcome = await load(options).catch((error: unknown) => error);
      if (outcome instanceof HallError) return outcome;
      throw new Error('The configuration was accepted.', { cause: outcome });
    },
    remove: () => rm(base, { recursive: true, force: true }),
  };
}
