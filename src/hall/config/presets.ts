// The presets that come along: ordinary configuration files in config/presets/.
import { readdir, readFile } from 'node:fs/promises';
import * as z from 'zod';
import { HallError } from '../../domain/failures/errors.ts';
import { didYouMean } from '../../domain/values/problems.ts';
import { packageUrl } from '../../support/package-root.ts';

const FOLDER = packageUrl('config/presets/');

/** Names of all presets, sorted. */
export async function listPresets(): Promise<readonly string[]> {
  const files = await readdir(FOLDER);
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** @throws HallError `config-invalid` when there is no preset of that name; `place` says who asked for it */
export async function readPreset(name: string, place: string): Promise<unknown> {
  const known = await listPresets();
  if (!known.includes(name)) {
    throw new HallError(
      'config-invalid',
      `${[...new Set([place, 'preset'])].join(': ')}: there is no preset with this name.`,
      {
        hint: didYouMean(name, known),
      },
    );
  }
  return JSON.parse(await readFile(new URL(`${name}.json`, FOLDER), 'utf8'));
}

/** What it is for, in one line. */
export async function presetSummary(name: string): Promise<string> {
  const { description } = z.object({ description: z.string() }).parse(await readPreset(name, 'preset'));
  return description;
}
