import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HallError } from '../../src/domain/failures/errors.ts';
import { loadPrompts, render } from '../../src/material/prompts/load.ts';

const format = 'wind-wall-door';
let overrideFolder: string;
beforeEach(async () => {
  overrideFolder = await mkdtemp(join(tmpdir(), 'hall-prompts-'));
});
afterEach(() => rm(overrideFolder, { recursive: true, force: true }));

async function override(name: string, content: string | Uint8Array): Promise<string> {
  const file = join(overrideFolder, format, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

async function refusal(action: Promise<unknown>): Promise<HallError> {
  const outcome = await action.catch((error: unknown) => error);
  if (outcome instanceof HallError) return outcome;
  throw new Error('It was accepted.', { cause: outcome });
}

describe('texts of a format', () => {
  it('come with their digests in the order asked for', async () => {
    const prompts = await loadPrompts({ format, names: ['wall', 'door'] });
    expect(prompts.digests).toEqual(
      ['wall', 'door'].map((name) => ({
        name,
        sha256: createHash('sha256').update(prompts.render(name, {})).digest('hex'),
      })),
    );
  });

  it('are all readable', async () => {
    const files = await readdir(new URL(`../../prompts/${format}/`, import.meta.url));
    const names = files.map((file) => file.replace(/\.md$/, ''));
    expect((await loadPrompts({ format, names })).digests).toHaveLength(files.length);
  });

  it('are replaced one by one by the files of a folder', async () => {
    await override('wind.md', '\uFEFFBe brief, {{seat}}.\r\n\r\n');
    const prompts = await loadPrompts({ format, names: ['wind', 'wall'], overrideFolder });
    expect(prompts.render('wind', { seat: 'Wind' })).toBe('Be brief, Wind.');
    expect(prompts.render('wall', {})).toMatch(/^# You are Wall/);
  });

  it.each([
    ['wnd.md', 'text', 'replaces no text'],
    ['wind.md', '', 'is empty'],
    ['wind.md', Uint8Array.from([0xff, 0xfe]), 'is not UTF-8 text'],
    ['wind.md', 'x'.repeat(300 * 1024), 'is larger than'],
  ])('are refused from %s with %j', async (name, content, problem) => {
    const file = await override(name, content);
    const error = await refusal(loadPrompts({ format, names: ['wind'], overrideFolder }));
    expect(error.code).toBe('config-invalid');
    expect(error.message).toContain(file);
    expect(error.message).toContain(problem);
  });

  it('are refused from a folder that is not there', async () => {
    const error = await refusal(loadPrompts({ format, names: ['wind'], overrideFolder: join(overrideFolder, 'no') }));
    expect(error.message).toContain('there is no such folder');
  });

  it.each([
    [format, 'missing'],
    [format, '../../package'],
    ['../config', 'wind'],
    ['nowhere', 'wind'],
  ])('are not found as %s/%s', async (folder, name) => {
    expect((await refusal(loadPrompts({ format: folder, names: [name] }))).code).toBe('not-found');
  });

  it('are not found when they were not loaded', async () => {
    const prompts = await loadPrompts({ format, names: ['wind'] });
    expect(() => prompts.render('wall', {})).toThrow('was not loaded');
  });
});

describe('placeholders', () => {
  it('are filled in one pass, so that a value is never read as a text', () => {
    expect(render('{{a}}-{{b_2}}-{{a}}', { a: '{{b_2}}$&', b_2: '2', unused: 'x' }, 'f')).toBe('{{b_2}}$&-2-{{b_2}}$&');
  });

  it.each([
    ['one\n{{rouns}}', 'f.md, line 2: unknown placeholder {{rouns}}.'],
    ['{{constructor}}', 'f.md, line 1: unknown placeholder {{constructor}}.'],
    ['{{ round }}', 'f.md, line 1: there is a "{{" that does not start a placeholder'],
    ['{{Round}}', 'f.md, line 1: there is a "{{" that does not start a placeholder'],
    ['\n\n{{round', 'f.md, line 3: there is a "{{" that does not start a placeholder'],
  ])('%j is refused with file, line and name', (text, message) => {
    expect(() => render(text, { round: '1' }, 'f.md')).toThrow(message);
  });
});
