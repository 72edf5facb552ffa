import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configJsonSchema, SCHEMA_FILE } from '../../src/config/json-schema.ts';
import { listPresets } from '../../src/config/presets.ts';
import { DEFAULTS } from '../../src/config/schema.ts';
import { type HallFolder, makeHallFolder } from './hall-folder.ts';

let hall: HallFolder;
beforeEach(async () => {
  hall = await makeHallFolder();
});
afterEach(() => hall.remove());

const presets = await listPresets();

describe('what comes along', () => {
  it.each(presets)('the preset %s is a valid configuration', async (preset) => {
    const loaded = await hall.load({ flags: [{ name: '--preset', path: ['preset'], value: preset }] });
    expect(loaded.config.preset).toBe(preset);
    expect(loaded.warnings).toEqual([]);
  });

  it('has the presets that the documentation lists', async () => {
    const documentation = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    for (const preset of presets) expect(documentation).toContain(`| \`${preset}\` |`);
  });

  it('has a JSON Schema for editors that is up to date (npm run schema)', async () => {
    expect(JSON.parse(await readFile(SCHEMA_FILE, 'utf8'))).toEqual(JSON.parse(JSON.stringify(configJsonSchema())));
  });

  it('documents every key and default', async () => {
    const documentation = await readFile(new URL('../../docs/configuration.md', import.meta.url), 'utf8');
    const { properties } = configJsonSchema() as { properties: Record<string, { properties?: object }> };
    for (const [key, { properties: inner }] of Object.entries(properties)) {
      expect(documentation).toContain(`\`${key}`);
      for (const name of Object.keys(inner ?? {})) expect(documentation).toContain(`\`${key}.${name}\``);
    }
    expect(documentation).toContain(String(DEFAULTS.context.maxBytes));
  });
});
