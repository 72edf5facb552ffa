// Runs the examples of the pages about the configuration against the real agents and formats.
import { readFile } from 'node:fs/promises';
import { dump } from 'js-yaml';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configJsonSchema } from '../../config/build/json-schema.ts';
import { agentKind as claude } from '../../src/agents/kinds/claude/index.ts';
import { agentKind as codex } from '../../src/agents/kinds/codex/index.ts';
import { agentKind as gemini } from '../../src/agents/kinds/gemini/index.ts';
import { agentKind as rehearsal } from '../../src/agents/kinds/rehearsal/index.ts';
import { describeKinds, formatRules } from '../../src/hall/compose/discover.ts';
import { DEFAULTS } from '../../src/hall/config/config.ts';
import { listPresets } from '../../src/hall/config/presets.ts';
import { formatSeatSpec, parseSeatSpec } from '../../src/hall/config/seat-spec.ts';
import { PROJECT_FILES } from '../../src/hall/config/sources/files.ts';
import { VARIABLES } from '../../src/hall/config/sources/variables.ts';
import { type HallFolder, makeHallFolder } from './hall-folder.ts';

const PAGES = ['configuration.md', 'trust.md', 'context.md', 'reference/configuration.md'];
const texts = PAGES.map((page) => readFile(new URL(`../../docs/${page}`, import.meta.url), 'utf8'));
const documentation = (await Promise.all(texts)).join('\n');
const blocks = [...documentation.matchAll(/```(json|yaml|sh)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
  language: language ?? '',
  text: text ?? '',
}));
const presets = await listPresets();
const kinds = [claude, codex, gemini, rehearsal];
const known = {
  agentKinds: async () => describeKinds(kinds),
  formats: formatRules,
};

let hall: HallFolder;
beforeEach(async () => {
  hall = await makeHallFolder();
});
afterEach(() => hall.remove());

describe('the pages about the configuration', () => {
  it.each(blocks.filter(({ language }) => language !== 'sh'))(
    'has a valid example: $text',
    async ({ language, text }) => {
      await hall.write(`repository/debate-hall.config.${language}`, text);
      const { files, warnings } = await hall.load(known);
      expect(files).toHaveLength(1);
      expect(warnings).toEqual([]);
    },
  );

  it('says the same in JSON and in YAML', async () => {
    const [json] = blocks;
    await hall.write('repository/debate-hall.config.json', json?.text);
    const fromJson = (await hall.load(known)).config;
    await hall.remove();
    hall = await makeHallFolder();
    await hall.write('repository/debate-hall.config.yaml', dump(JSON.parse(json?.text ?? '')));
    const fromYaml = (await hall.load(known)).config;
    expect({ ...fromYaml, hall: '' }).toEqual({ ...fromJson, hall: '' });
  });

  it('has valid variables in its command lines', async () => {
    const lines = blocks.filter(({ language }) => language === 'sh').flatMap(({ text }) => text.trim().split('\n'));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const env = Object.fromEntries([...line.matchAll(/([A-Z_]+)=(\S+)/g)].map(([, name, value]) => [name, value]));
      const { origins, warnings } = await hall.load({ ...known, env });
      expect(warnings).toEqual([]);
      const used = [...origins.values()].filter(({ kind }) => kind === 'environment').map(({ source }) => source);
      expect(used.sort()).toEqual(Object.keys(env).sort());
    }
  });

  it('lists every key with its default, every variable and every preset', async () => {
    const { properties } = configJsonSchema() as { properties: Record<string, { properties?: object }> };
    const keys = Object.entries(properties).flatMap(([key, { properties: inner }]) =>
      inner === undefined ? [key] : Object.keys(inner).map((name) => `${key}.${name}`),
    );
    for (const key of keys)
      expect(documentation).toMatch(new RegExp(`^\\|.*\`${key.replace('$', '\\$')}\`.* \\|`, 'm'));
    for (const key of ['hall', 'format', 'recipe', 'agentRetries'] as const) {
      expect(documentation).toContain(`| \`${key}\` | \`${DEFAULTS[key]}\` |`);
    }
    expect(documentation).toContain(`| \`context.maxBytes\` | \`${DEFAULTS.context.maxBytes}\` |`);
    for (const [name, { path }] of Object.entries(VARIABLES)) {
      expect(documentation).toContain(`| \`${name}\` | \`${path.join('.')}\` |`);
    }
    for (const file of PROJECT_FILES) expect(documentation).toContain(`\`${file}\``);
    for (const preset of presets) expect(documentation).toContain(`| \`${preset}\` |`);
  });

  it('shows seats that can be read', () => {
    const table = documentation.slice(documentation.indexOf('## Seats'), documentation.indexOf('The long form has'));
    const specs = [...table.matchAll(/^\| `([^`]+)` \|/gm)].map(([, spec]) => spec ?? '');
    expect(specs).toHaveLength(6);
    for (const spec of specs) expect(formatSeatSpec(parseSeatSpec(spec))).toBe(spec);
  });

  it.each(presets)('lists the preset %s, which the real agents and formats accept', async (preset) => {
    const { config, warnings } = await hall.load({
      ...known,
      flags: [{ name: '--preset', path: ['preset'], value: preset }],
    });
    expect(config.preset).toBe(preset);
    expect(warnings).toEqual([]);
  });
});
