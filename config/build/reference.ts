// Makes the pages of docs/reference that the program itself can say: commands, configuration, formats, MCP tools and results. Run as
// a program it writes them.
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Command } from 'commander';
import * as z from 'zod';
import { MISBEHAVIOURS } from '../../src/agents/kinds/rehearsal/options.ts';
import { argumentationSchema } from '../../src/domain/claims.ts';
import { ERROR_CODES } from '../../src/domain/failures/errors.ts';
import { FAILURES } from '../../src/domain/failures/failures.ts';
import { asymmetricResultSchema } from '../../src/domain/results/asymmetric-result.ts';
import { opinionsResultSchema } from '../../src/domain/results/opinions-result.ts';
import { oxfordResultSchema } from '../../src/domain/results/oxford-result.ts';
import { planResultSchema } from '../../src/domain/results/plan-result.ts';
import { reviewResultSchema } from '../../src/domain/results/review-result.ts';
import { unfoldHelp } from '../../src/doors/cli/input/options.ts';
import { createProgram } from '../../src/doors/cli/program.ts';
import type { Tool } from '../../src/doors/mcp/tools/tool.ts';
import { TOOLSETS } from '../../src/doors/mcp/tools/toolsets.ts';
import type { AnyFormat } from '../../src/formats/format.ts';
import { panelResultSchema } from '../../src/formats/panel/result.ts';
import { discoverAgentKinds, discoverFormats } from '../../src/hall/compose/discover.ts';
import { DEFAULTS } from '../../src/hall/config/config.ts';
import { listPresets, presetSummary, readPreset } from '../../src/hall/config/presets.ts';
import { configLayerSchema } from '../../src/hall/config/schema.ts';
import { VARIABLES } from '../../src/hall/config/sources/variables.ts';
import { TOOLS } from '../../src/material/reading/tools/tool-table.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const WIDTH = 100;
const MADE = 'Made from the program by `npm run reference`';

interface JsonSchema {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly type?: string | readonly string[];
  readonly enum?: readonly string[];
  readonly const?: unknown;
  readonly default?: unknown;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly anyOf?: readonly JsonSchema[];
  readonly oneOf?: readonly JsonSchema[];
  readonly items?: JsonSchema;
}

/** What `--help` prints, with paths of the package as they are in the repository. */
function helpOf(command: Command): string {
  let text = '';
  command.configureOutput({
    writeOut: (piece) => {
      text += piece;
    },
    getOutHelpWidth: () => WIDTH,
    getOutHasColors: () => false,
  });
  unfoldHelp(command);
  command.outputHelp();
  return text.replaceAll(ROOT, '').trim();
}

function* sections(command: Command, names: readonly string[]): Generator<string> {
  for (const child of command.commands) {
    const path = [...names, child.name()];
    yield `${'#'.repeat(Math.min(path.length + 1, 3))} ${path.join(' ')}\n\n\`\`\`text\n${helpOf(child)}\n\`\`\``;
    yield* sections(child, path);
  }
}

function renderTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(columns), line(columns.map(() => '---')), ...rows.map(line)].join('\n');
}

async function renderCommands(): Promise<readonly string[]> {
  return [
    '# Commands',
    `${MADE}; what each command prints for \`--help\`, or for \`--help-all\` where there is one. The [guide](../cli.md) explains how they work together.`,
    ...sections(await createProgram(), []),
  ];
}

function defaultOf(keys: readonly string[], said: string | undefined): string {
  const value = keys.reduce<unknown>((inside, key) => (inside as Record<string, unknown> | undefined)?.[key], DEFAULTS);
  const isPlain = value !== undefined && (typeof value !== 'object' || value === null || Array.isArray(value));
  return isPlain ? `\`${typeof value === 'string' ? value : JSON.stringify(value)}\`` : (said ?? '');
}

/** A row for each key, those of objects by their path. */
function* listKeys(schema: JsonSchema, above: readonly string[] = []): Generator<readonly string[]> {
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const keys = [...above, key];
    const [, meaning = '', said] = /^(.*?)(?: Default: (.*))?$/s.exec(inner.description ?? '') ?? [];
    const linked = meaning.replace(/\(docs\/([a-z/-]+\.md)\)/g, '([more](../$1))').replace(/<[a-z]+>\S*/g, '`$&`');
    if (inner.properties === undefined || linked !== '')
      yield [`\`${keys.join('.')}\``, defaultOf(keys, said), linked.replace(/\.$/, '')];
    yield* listKeys(inner, keys);
  }
}

async function describePreset(name: string): Promise<readonly string[]> {
  const { limits = {} } = configLayerSchema.parse(await readPreset(name));
  const said = Object.entries(limits).map(([limit, value]) => `${value?.toLocaleString('en')} ${limit}`);
  return [`\`${name}\``, (await presetSummary(name)).replace(/\.$/, ''), said.join(', ')];
}

async function renderConfiguration(): Promise<readonly string[]> {
  const schema = z.toJSONSchema(configLayerSchema, { io: 'input' }) as JsonSchema;
  const variables = Object.entries(VARIABLES).map(([name, { path: keys }]) => [`\`${name}\``, `\`${keys.join('.')}\``]);
  return [
    '# Keys and variables of the configuration',
    `${MADE}. The [guide](../configuration.md) says where the files are and which value wins.`,
    '## Keys',
    renderTable(['key', 'default', 'meaning'], [...listKeys(schema)]),
    '`null` removes a limit that a lower layer set. Without a limit on turns or rounds, the format has its own.',
    '## Presets',
    'A preset is an ordinary configuration under your own: `preset` in a file, `DEBATE_HALL_PRESET`, or `--preset`.',
    renderTable(['preset', 'is', 'limits'], await Promise.all((await listPresets()).map(describePreset))),
    '## Environment variables',
    renderTable(
      ['variable', 'key'],
      [
        ['`DEBATE_HALL_CONFIG`', 'a file that takes the place of the project’s; never from `.env`'],
        ['`DEBATE_HALL_TRUST`', 'projects that are [trusted](../trust.md); never from `.env`'],
        ...variables,
        ['`DEBATE_HALL_SEAT_<SEAT>`', '`seats.<seat>`, `_` for `-`: `DEBATE_HALL_SEAT_FRESH_1` is `fresh-1`'],
        ['`DEBATE_HALL_DATABASE_URL`', 'no key: the address of the database of a [shared hall](../team-hall.md)'],
        ['`DEBATE_HALL_STATE_KEY`', 'no key: signs what servers of one hall hand to clients'],
      ],
    ),
    'An empty variable counts as not set. `none` lifts a limit.',
    '```sh\nDEBATE_HALL_SEAT_WALL=codex#high DEBATE_HALL_MAX_USD=2.50 debate-hall run "Should we drop Node 20?"\nDEBATE_HALL_PRESET=thrifty DEBATE_HALL_MAX_TOKENS=none debate-hall run "Tabs or spaces?"\n```',
  ];
}

function listArguments({ input }: { readonly input: z.ZodType }): string {
  const { properties = {}, required = [] } = z.toJSONSchema(input, { io: 'input' }) as JsonSchema;
  const names = Object.keys(properties).map((name) => `\`${name}\`${required.includes(name) ? '\\*' : ''}`);
  return names.join(', ');
}

function renderTools(): readonly string[] {
  const seen = new Set<Tool>();
  const toolsets = TOOLSETS.flatMap(({ name, tools }) => {
    const fresh = tools.filter((tool) => !seen.has(tool));
    const others = tools.filter((tool) => seen.has(tool)).map((tool) => `\`${tool.name}\``);
    for (const tool of fresh) seen.add(tool);
    const rows = fresh.map((tool) => [`\`${tool.name}\``, tool.description, listArguments(tool)]);
    const also = others.length === 0 ? [] : [`It also has ${others.join(', ')}.`];
    return [`## ${name}`, renderTable(['tool', 'does', 'takes'], rows), ...also];
  });
  return [
    '# MCP tools',
    `${MADE}: the toolsets, what each tool says of itself, and its arguments, \`*\` for those that it needs. Clients also get the type of each. The [guide](../mcp.md) says how to debate with them.`,
    ...toolsets,
    '## Tools of seats',
    'What seats get with [`--read`](../evidence.md), at an address of their own.',
    renderTable(
      ['tool', 'does', 'takes'],
      TOOLS.map((tool) => [`\`${tool.name}\``, tool.description, listArguments(tool)]),
    ),
  ];
}

/** What an option takes, in few words. */
function valuesOf(schema: JsonSchema): string {
  const { type, enum: words, const: only, minimum, maximum, anyOf } = schema;
  if (anyOf !== undefined)
    return anyOf
      .map(valuesOf)
      .filter((text) => text !== '')
      .join(', ');
  if (only !== undefined) return `\`${String(only)}\``;
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ');
  if (type === 'integer') return `${minimum?.toLocaleString('en')} to ${maximum?.toLocaleString('en')}`;
  return type === 'boolean' ? '`true`, `false`' : '';
}

function describeFormat({ id, summary, options, recipes, calls }: AnyFormat): readonly string[] {
  const { properties = {} } = z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const rows = Object.entries(properties).map(([name, schema]) => {
    const [, meaning = '', said] = /^(.*?)(?:\. Default: (.*))?$/s.exec(schema.description ?? '') ?? [];
    const value = schema.default === null ? 'none' : `\`${JSON.stringify(schema.default)}\``.replaceAll('"', '');
    return [`\`${name}\``, schema.default === undefined ? (said ?? '') : value, valuesOf(schema), meaning];
  });
  const recipeRows = Object.entries(recipes).map(([name, recipe]) => {
    const { atLeast, atMost } = calls(options.parse(recipe.options));
    return [`\`${name}\``, atLeast === atMost ? String(atMost) : `${atLeast} to ${atMost}`, recipe.summary];
  });
  return [
    `## ${id}`,
    `${summary} [How it works](../formats/${id}.md).`,
    renderTable(['recipe', 'calls', 'is'], recipeRows),
    renderTable(['option', 'default', 'takes', 'meaning'], rows),
  ];
}

async function renderFormats(): Promise<readonly string[]> {
  return [
    '# Recipes and options of formats',
    `${MADE}. A recipe is a set of options (\`--recipe\`); \`-o NAME=VALUE\` sets one, and so does [the configuration](../configuration.md#options-of-a-format). Calls are those of debates whose answers are all usable: retries and answers that are asked for again come on top.`,
    ...(await discoverFormats()).flatMap(describeFormat),
  ];
}

const WORDS: Readonly<Record<string, string>> = { string: 'text', integer: 'number', boolean: '`true`, `false`' };

/** What a key of a result holds, in few words. */
function holdingOf(schema: JsonSchema): string {
  const { type = '', enum: words, const: only, anyOf, items, properties } = schema;
  if (anyOf !== undefined) return anyOf.map(holdingOf).join(' or ');
  if (typeof type !== 'string') return type.map((each) => holdingOf({ type: each })).join(' or ');
  if (only !== undefined) return `\`${String(only)}\``;
  if (words !== undefined) return words.map((word) => `\`${word}\``).join(', ');
  if (items !== undefined) return `list of ${holdingOf(items)}`;
  if (properties !== undefined) {
    const keys = Object.keys(properties).map((key) => (schema.required?.includes(key) === true ? key : `${key}?`));
    return `\`{${keys.join(', ')}}\``;
  }
  return WORDS[type] ?? type;
}

/** A row for each key of a result; of lists and objects those of which there is something to say, each once. */
function* listResultKeys(schema: JsonSchema, above = '', said = new Set<string>()): Generator<readonly string[]> {
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const parts = [inner, ...(inner.anyOf ?? [])].flatMap((part) => [
      part,
      ...(part.items === undefined ? [] : [part.items]),
    ]);
    const hasMore = inner.description !== undefined || parts.some(({ enum: words, properties }) => words ?? properties);
    const isKnown = said.has(`${key} ${JSON.stringify(inner)}`);
    if (above !== '' && (!hasMore || isKnown)) continue;
    said.add(`${key} ${JSON.stringify(inner)}`);
    yield [`\`${above}${key}\``, holdingOf(inner), inner.description ?? ''];
    for (const part of parts) yield* listResultKeys(part, `${above}${key}.`, said);
  }
}

function renderResults(): readonly string[] {
  const table = (schema: z.ZodType) =>
    renderTable(['key', 'holds', 'meaning'], [...listResultKeys(z.toJSONSchema(schema) as JsonSchema)]);
  return [
    '# Results as data',
    `${MADE}: \`result.data\` of the record, which \`show --json\` and \`export --format json\` print; \`?\` marks what may be absent. Texts of seats are untrusted, and \`null\` or \`(redacted)\` once they are redacted.`,
    '## Openings and ballots',
    'Of wind-wall-door, asymmetric, panel and, without ballots, check.',
    table(opinionsResultSchema),
    '## Claims and influence',
    'Of debates with openings, and of Oxford debates; influence where there are ballots, too.',
    table(argumentationSchema),
    '## Review',
    table(reviewResultSchema),
    '## Plan',
    table(planResultSchema),
    '## Panel',
    'Beside openings, ballot, claims and influence.',
    table(panelResultSchema),
    '## Asymmetric',
    'Beside openings and ballot, where its options ask for them, and claims.',
    table(asymmetricResultSchema),
    '## Oxford',
    'Beside claims: the arguments, where an attack is a rebuttal, and a defence a refinement.',
    table(oxfordResultSchema),
  ];
}

/** A row for each setting of a kind of agents; one of a part that can have several forms comes once. */
function* listSettings(schema: JsonSchema, above = ''): Generator<readonly string[]> {
  for (const [key, inner] of Object.entries(schema.properties ?? {})) {
    const [, meaning = '', said] = /^(.*?)(?:\. Default: (.*))?$/s.exec(inner.description ?? '') ?? [];
    const value = inner.default === undefined ? (said ?? '') : `\`${JSON.stringify(inner.default)}\``;
    const name = `\`${above}${key}\``;
    if (inner.properties !== undefined && key !== 'loopback') {
      if (meaning !== '') yield [name, '', '', meaning];
      yield* listSettings(inner, `${above}${key}.`);
    } else yield [name, value, inner.enum === undefined ? '' : valuesOf(inner), meaning];
    for (const form of inner.oneOf ?? []) yield* listSettings(form, `${above}${key}.`);
  }
}

const settingsOf = ({ options }: { readonly options: z.ZodType }) => {
  const rows = listSettings(z.toJSONSchema(options, { io: 'input', unrepresentable: 'any' }) as JsonSchema);
  return new Map([...rows].map((row) => [row[0] ?? '', row]));
};

async function renderAgentSettings(): Promise<readonly string[]> {
  const kinds = await discoverAgentKinds();
  const shared = settingsOf(kinds.find(({ kind }) => kind === 'codex') ?? { options: z.object({}) });
  const columns = ['key', 'default', 'takes', 'meaning'];
  const isShared = (row: readonly string[]) => shared.get(row[0] ?? '')?.join() === row.join();
  return [
    '# Settings of agents',
    `${MADE}: what \`agents.NAME\` of the configuration takes, by its \`kind\`. [Settings, sandbox and sessions](../agents/settings.md) says how they work.`,
    '## Settings that most kinds share',
    renderTable(columns, [...shared.values()]),
    ...kinds.flatMap((each) => {
      const settings = settingsOf(each);
      const own = [...settings.values()].filter((row) => !isShared(row));
      const missing = [...shared.keys()].filter((key) => !settings.has(key));
      const sharesSome = [...settings.values()].some(isShared);
      if (settings.size === 0) return [];
      return [
        `## ${each.kind}`,
        sharesSome
          ? `${each.title}: the settings above${missing.length === 0 ? '' : ` without ${missing.join(', ')}`}${own.length === 0 ? '.' : ', and:'}`
          : `${each.title}:`,
        ...(own.length === 0 ? [] : [renderTable(columns, own)]),
      ];
    }),
    renderTable(
      ['`misbehave`', 'what happens, and the failure'],
      Object.entries(MISBEHAVIOURS).map(([name, does]) => [`\`${name}\``, does]),
    ),
  ];
}

function renderErrors(): readonly string[] {
  return [
    '# Errors and failures',
    `${MADE}.`,
    '## Errors',
    'What a command, a tool or an operation of the library ends with. The [exit codes](../cli.md#exit-codes) are explained there.',
    renderTable(
      ['code', 'exit', 'means'],
      Object.entries(ERROR_CODES).map(([code, { exit, meaning }]) => [`\`${code}\``, String(exit), meaning]),
    ),
    '## Failures of agents',
    'They are recorded. Without a stand-in the run pauses, with exit code 4.',
    renderTable(
      ['code', 'means', 'tried again', 'next step'],
      Object.entries(FAILURES).map(([code, { meaning, retry, nextStep }]) => [
        `\`${code}\``,
        meaning,
        retry ? 'yes' : 'no',
        nextStep,
      ]),
    ),
  ];
}

/** The pages, by their path from the root of the repository. */
export const REFERENCES: Readonly<Record<string, () => readonly string[] | Promise<readonly string[]>>> = {
  'docs/reference/agent-settings.md': renderAgentSettings,
  'docs/reference/commands.md': renderCommands,
  'docs/reference/configuration.md': renderConfiguration,
  'docs/reference/errors.md': renderErrors,
  'docs/reference/formats.md': renderFormats,
  'docs/reference/mcp-tools.md': renderTools,
  'docs/reference/results.md': renderResults,
};

export const renderReference = async (name: string): Promise<string> =>
  `${(await REFERENCES[name]?.())?.join('\n\n') ?? ''}\n`;

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  mkdirSync(path.join(ROOT, 'docs/reference'), { recursive: true });
  for (const name of Object.keys(REFERENCES)) writeFileSync(path.join(ROOT, name), await renderReference(name));
}
