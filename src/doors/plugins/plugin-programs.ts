// The commands of each program's own that add and remove a plug-in, and how it lists what it has.
import path from 'node:path';
import * as z from 'zod';
import { PLUGIN, type PluginProgram } from './render-plugin.ts';

const ID = `${PLUGIN}@${PLUGIN}`;

/** Arguments of one start of the program, and of the start that undoes it. */
interface Step {
  readonly add: readonly string[];
  readonly remove: readonly string[];
}

export interface ProgramWays {
  /** In the order of adding; the folder is that of the plug-in. */
  readonly steps: (folder: string) => readonly Step[];
  readonly list: readonly string[];
  /** Where the plug-in of this name came from, as `list` printed it; `undefined` when there is none. Throws for other output. */
  readonly findSource: (printed: string) => string | undefined;
  readonly env?: Readonly<Record<string, string>>;
  /** What the person does next to see it. */
  readonly next: string;
}

const claudeList = z.array(z.looseObject({ id: z.string(), readFromFolder: z.string().optional() }));
const codexList = z.looseObject({
  installed: z.array(z.looseObject({ pluginId: z.string(), marketplaceSource: z.looseObject({ source: z.string() }) })),
});
const geminiList = z.array(
  z.looseObject({ name: z.string(), installMetadata: z.looseObject({ source: z.string() }).optional() }),
);

const marketplaceStep = (folder: string): Step => ({
  add: ['plugin', 'marketplace', 'add', folder],
  remove: ['plugin', 'marketplace', 'remove', PLUGIN],
});

/** Of a plug-in whose program does not say where it came from. */
const ELSEWHERE = 'elsewhere';

export const PROGRAM_WAYS: Readonly<Record<PluginProgram, ProgramWays>> = {
  claude: {
    steps: (folder) => [
      marketplaceStep(folder),
      { add: ['plugin', 'install', ID], remove: ['plugin', 'uninstall', ID] },
    ],
    list: ['plugin', 'list', '--json'],
    findSource: (printed) => {
      const found = claudeList.parse(JSON.parse(printed)).find(({ id }) => id.startsWith(`${PLUGIN}@`));
      return found && (found.readFromFolder ?? ELSEWHERE);
    },
    next: 'Start claude and type /debate-hall:debate.',
  },
  codex: {
    steps: (folder) => [marketplaceStep(folder), { add: ['plugin', 'add', ID], remove: ['plugin', 'remove', ID] }],
    list: ['plugin', 'list', '--json'],
    findSource: (printed) =>
      codexList.parse(JSON.parse(printed)).installed.find(({ pluginId }) => pluginId.startsWith(`${PLUGIN}@`))
        ?.marketplaceSource.source,
    next: 'Start codex and type $debate-hall:debate.',
  },
  gemini: {
    steps: (folder) => [
      {
        add: ['extensions', 'install', folder, '--consent', '--skip-settings'],
        remove: ['extensions', 'uninstall', PLUGIN],
      },
    ],
    list: ['extensions', 'list', '--output-format', 'json'],
    findSource: (printed) => {
      const found = geminiList.parse(JSON.parse(printed)).find(({ name }) => name === PLUGIN);
      return found && (found.installMetadata?.source ?? ELSEWHERE);
    },
    // It asks whether the folder is trusted: the person has just had it written.
    env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' },
    next: 'Start gemini in a folder that it trusts and type /debate.',
  },
};

export const isFrom = (source: string, folder: string): boolean => path.resolve(source) === path.resolve(folder);
