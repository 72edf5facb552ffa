// A repository that somebody handed over runs nothing of its own and shows no file of the person, whatever its attributes lead to.
import { spawnSync } from 'node:child_process';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inCampaign } from '../../support/campaign.ts';
import { ALL_ATTRIBUTES, configure, marks, readEverything, root, run, TOKEN, useRepository } from './repository.ts';
import { ATTRIBUTES, DRIVER_SETTINGS } from './settings.ts';

useRepository();

/** The terms of the manual, or nothing where it is not installed. */
function documentedAttributes(): readonly string[] {
  const env = { ...process.env, MANPAGER: 'cat', MANWIDTH: '100', MAN_KEEP_FORMATTING: '' };
  const manual = spawnSync('man', ['gitattributes'], { encoding: 'utf8', env }).stdout ?? '';
  const effects = manual.slice(manual.indexOf('\nEFFECTS'), manual.indexOf('\nUSING MACRO'));
  return [...effects.matchAll(/^ {7}([a-z-]+)$/gm)].map(([, name = '']) => name);
}

describe('what git’s documentation says its attributes do', () => {
  const terms = documentedAttributes();

  it.skipIf(terms.length === 0)('is known here', () => {
    expect(terms.length).toBeGreaterThan(8);
    expect(terms.filter((name) => !(name in ATTRIBUTES))).toEqual([]);
  });

  const alone = Object.values(ATTRIBUTES)
    .flat()
    .flatMap((words) => ['.gitattributes', '.git/info/attributes'].map((place) => [words, place, `* ${words}\n`]));
  const macro = '[attr]trap diff=trap filter=trap merge=trap\n* trap\n';
  const cases = [['a macro', '.git/info/attributes', macro], ...alone];
  it.runIf(inCampaign).each(cases)('runs nothing: %s in %s', async (_, place = '', text = '') => {
    await writeFile(join(root, '.gitattributes'), '');
    await mkdir(join(root, '.git/info'), { recursive: true });
    await writeFile(join(root, place), text);
    await configure(DRIVER_SETTINGS);
    const told = await readEverything();
    await configure([]);
    await writeFile(join(root, '.git/info/attributes'), '');
    await writeFile(join(root, '.gitattributes'), ALL_ATTRIBUTES);
    expect(await readdir(marks)).toEqual([]);
    expect(told).not.toContain(TOKEN);
    expect(told).toContain('four');
  });

  it('is live: git alone runs what an attribute leads to', async () => {
    await writeFile(join(root, '.git/info/attributes'), macro);
    await configure(DRIVER_SETTINGS.filter(([name]) => name.startsWith('diff.<driver>')));
    run('diff', 'HEAD');
    run('blame', 'a.txt');
    await configure([]);
    await writeFile(join(root, '.git/info/attributes'), '');
    const left = await readdir(marks);
    for (const mark of left) await rm(join(marks, mark));
    expect(left).toEqual(expect.arrayContaining(['diff._driver_.command', 'diff._driver_.textconv']));
  });
});
