// Long documents are written piece by piece: joined, the pieces are the document.
import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { toPrintableJson } from '../../src/support/control-characters.ts';
import { gathered, jsonPieces } from '../../src/support/pieces.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

it('JSON in pieces is the JSON of the whole, wherever else the name of the list stands', () => {
  fc.assert(
    fc.property(fc.array(fc.jsonValue()), fc.jsonValue(), fc.string(), (items, other, text) => {
      const value = { before: { items: [], text: '\n  "items": []', other }, items, after: [text, { items: [] }] };
      expect([...jsonPieces(value, 'items', items)].join('')).toBe(toPrintableJson(value, 2));
    }),
  );
});

it('gathers pieces to some of middle length and loses none', () => {
  const pieces = Array.from({ length: 5_000 }, (_, index) => `${index} `.repeat(index % 50));
  const found = [...gathered(pieces)];
  expect(found.join('')).toBe(pieces.join(''));
  expect(found.length).toBeLessThan(pieces.length / 50);
  expect([...gathered('whole')]).toEqual(['whole']);
  expect([...gathered('')]).toEqual([]);
});

describe.runIf(inCi)('a document in a file', () => {
  let project: Project;
  beforeAll(async () => {
    project = createProject();
    await project.call(['open', '--id', 'd', 'Should we?']);
    for (const seat of ['wind', 'wall', 'door']) {
      const said = {
        stdin: `1. ${'one — two '.repeat(3_000)}
2. two
3. three`,
      };
      expect((await project.run(['say', 'd', '--seat', seat], said)).stderr).not.toContain('error');
    }
  });
  afterAll(() => project.dispose());

  it.runIf(inCampaign)(
    'is what goes to standard output, new or in place of another one, whose rights it keeps',
    async () => {
      for (const format of ['octave', 'markdown', 'json', 'octave-v1', 'python-json']) {
        const { stdout } = await project.call(['export', 'd', '--format', format]);
        expect(stdout.length).toBeGreaterThan(80_000);
        const file = path.join(project.folder, `${format}.out`);
        expect((await project.call(['export', 'd', '--format', format, '-o', file])).code).toBe(0);
        expect(fs.readFileSync(file, 'utf8')).toBe(stdout);
        fs.writeFileSync(file, 'before', { mode: 0o640 });
        fs.chmodSync(file, 0o640);
        expect((await project.call(['export', 'd', '--format', format, '-o', file])).stderr).toContain('--force');
        expect(fs.readFileSync(file, 'utf8')).toBe('before');
        expect((await project.call(['export', 'd', '--format', format, '-o', file, '--force'])).code).toBe(0);
        expect(fs.readFileSync(file, 'utf8')).toBe(stdout);
        expect(fs.statSync(file).mode & 0o777).toBe(0o640);
      }
      expect(fs.readdirSync(project.folder).filter((name) => /\.out\./.test(name))).toEqual([]);
    },
    120_000,
  );

  it('takes the place of the file that a link names, and leaves the link', async () => {
    const file = path.join(project.folder, 'real.md');
    const link = path.join(project.folder, 'link.md');
    fs.writeFileSync(file, 'before');
    fs.symlinkSync(file, link);
    expect((await project.call(['export', 'd', '-o', link, '--force'])).code).toBe(0);
    expect(fs.lstatSync(link).isSymbolicLink()).toBe(true);
    expect(fs.readFileSync(file, 'utf8')).toContain('one — two');
  });

  it('leaves what is there when the debate cannot be written in this format', async () => {
    const file = path.join(project.folder, 'kept.md');
    fs.writeFileSync(file, 'before');
    expect((await project.call(['export', 'd', '--format', 'sarif', '-o', file, '--force'])).code).not.toBe(0);
    expect(fs.readFileSync(file, 'utf8')).toBe('before');
  });
});
