// What a plug-in consists of, and its files as each program wants them. The texts are the same everywhere.
import * as z from 'zod';
import { ENTRY, type Launch } from '../mcp/clients/clients.ts';

export const PLUGIN_PROGRAMS = ['claude', 'codex', 'gemini'] as const;
export type PluginProgram = (typeof PLUGIN_PROGRAMS)[number];

/** The name of the plug-in, of its marketplace and of its server. */
export const PLUGIN = ENTRY;
const TITLE = 'Debate Hall';

/** Debates take minutes, and npx may have to download the package before the server answers. */
const CALL_LIMIT_S = 1_800;
const START_LIMIT_S = 120;

/** What the package says of itself; `repository` becomes the address of its page. */
export const aboutSchema = z.object({
  version: z.string(),
  description: z.string(),
  author: z.object({ name: z.string(), url: z.url() }),
  homepage: z.url(),
  repository: z.object({ url: z.string() }).transform(({ url }) => url.replace(/^git\+|\.git$/g, '')),
  license: z.string(),
  keywords: z.array(z.string()),
});

/** A slash command: what it is for, and what the assistant does. `$ARGUMENTS` stands for the words of the user. */
export interface CommandText {
  readonly description: string;
  readonly argumentHint: string;
  readonly body: string;
  /** The file as it stands, which is what Claude Code reads. */
  readonly source: string;
}

export interface PluginParts {
  readonly about: z.infer<typeof aboutSchema>;
  readonly commands: Readonly<Record<string, CommandText>>;
  readonly skill: string;
  readonly server: Launch;
}

/** Texts of files by their paths in the folder of the plug-in, with `/`. */
export type PluginFiles = Readonly<Record<string, string>>;

export const toJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;

const eachCommand = ({ commands }: PluginParts, render: (name: string, text: CommandText) => [string, string][]) =>
  Object.fromEntries(Object.entries(commands).flatMap(([name, text]) => render(name, text)));

const skillFile = ({ skill }: PluginParts): PluginFiles => ({ [`skills/${PLUGIN}/SKILL.md`]: skill });

/** `.claude-plugin`: the plug-in, and the marketplace that has it alone. */
export function claudeManifests({ about, server }: Pick<PluginParts, 'about' | 'server'>): PluginFiles {
  const { version, description, author, homepage, repository, license, keywords } = about;
  const { command, args } = server;
  const plugin = {
    ...{ name: PLUGIN, version, description, author, homepage, repository, license, keywords },
    mcpServers: { [PLUGIN]: { command, args } },
  };
  const marketplace = {
    ...{ name: PLUGIN, owner: author, metadata: { description, version } },
    plugins: [{ name: PLUGIN, source: './', description, version, category: 'productivity' }],
  };
  return {
    '.claude-plugin/plugin.json': toJson(plugin),
    '.claude-plugin/marketplace.json': toJson(marketplace),
  };
}

function claudeFiles(parts: PluginParts): PluginFiles {
  const commands = eachCommand(parts, (name, { source }) => [[`commands/${name}.md`, source]]);
  return { ...claudeManifests(parts), ...commands, ...skillFile(parts) };
}

/** Codex has skills in place of commands; `$debate-hall:debate` calls one, and it calls none of these by itself. */
function codexFiles(parts: PluginParts): PluginFiles {
  const { version, description, author, homepage, repository, license, keywords } = parts.about;
  const { command, args } = parts.server;
  const folder = `plugins/${PLUGIN}`;
  const plugin = {
    ...{ name: PLUGIN, version, description, author, homepage, repository, license, keywords },
    ...{ skills: './skills/', mcpServers: './.mcp.json' },
    interface: {
      displayName: TITLE,
      shortDescription: description,
      developerName: author.name,
      category: 'Productivity',
    },
  };
  const limits = { startup_timeout_sec: START_LIMIT_S, tool_timeout_sec: CALL_LIMIT_S };
  const marketplace = {
    ...{ name: PLUGIN, interface: { displayName: TITLE } },
    plugins: [
      {
        ...{ name: PLUGIN, source: { source: 'local', path: `./${folder}` } },
        ...{ policy: { installation: 'AVAILABLE', authentication: 'ON_INSTALL' }, category: 'Productivity' },
      },
    ],
  };
  const skills = eachCommand(parts, (name, { description: purpose, body }) => [
    [
      `skills/${name}/SKILL.md`,
      `---\nname: ${name}\ndescription: ${JSON.stringify(purpose)}\n---\n${body.replaceAll('$ARGUMENTS', 'what the user wrote after the name of this skill')}`,
    ],
    [`skills/${name}/agents/openai.yaml`, 'policy:\n  allow_implicit_invocation: false\n'],
  ]);
  const inside = {
    '.codex-plugin/plugin.json': toJson(plugin),
    '.mcp.json': toJson({ mcpServers: { [PLUGIN]: { command, args, ...limits } } }),
    ...skills,
    ...skillFile(parts),
  };
  return {
    '.agents/plugins/marketplace.json': toJson(marketplace),
    ...Object.fromEntries(Object.entries(inside).map(([file, text]) => [`${folder}/${file}`, text])),
  };
}

/** What Gemini CLI reads of the repository besides the skill. */
export function geminiManifests(parts: Omit<PluginParts, 'skill'>): PluginFiles {
  const { about, server } = parts;
  const extension = {
    ...{ name: PLUGIN, version: about.version, description: about.description },
    mcpServers: { [PLUGIN]: { command: server.command, args: server.args, timeout: CALL_LIMIT_S * 1_000 } },
  };
  const commands = Object.entries(parts.commands).map(([name, { description, body }]) => [
    `commands/${name}.toml`,
    // A literal string of several lines, in which nothing is escaped.
    `description = ${JSON.stringify(description)}\nprompt = '''${body.replaceAll('$ARGUMENTS', '{{args}}')}'''\n`,
  ]);
  return { 'gemini-extension.json': toJson(extension), ...Object.fromEntries(commands) };
}

const geminiFiles = (parts: PluginParts): PluginFiles => ({ ...geminiManifests(parts), ...skillFile(parts) });

const RENDERERS = { claude: claudeFiles, codex: codexFiles, gemini: geminiFiles };

export const renderPlugin = (program: PluginProgram, parts: PluginParts): PluginFiles => RENDERERS[program](parts);
