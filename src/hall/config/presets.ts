// The presets that come along: ordinary configuration files in config/presets/.
import { readdir, readFile } from 'node:fs/promises';
import * as z from 'zod';
import { HallError } from '../../domain/failures/errors.ts';
import { createMissingError, didYouMean } from '../../domain/values/problems.ts';
import { packageUrl } from '../../support/package-root.ts';
import { BUILT_IN, type Origin } from './merge.ts';

const FOLDER = packageUrl('config/presets/');

export async function listPresets(): Promise<readonly string[]> {
  const files = await readdir(FOLDER);
  return files
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length))
    .sort();
}

/** Throws `not-found` when there is no preset of that name, or `config-invalid` where a file or a variable names it. */
export async function readPreset(name: string, { kind, source }: Origin = BUILT_IN): Promise<unknown> {
  const known = await listPresets();
  if (!known.includes(name)) {
    if (kind === 'flag') throw createMissingError('preset', name, known);
    throw new HallError('config-invalid', `${source}: preset: there is no preset with this name.`, {
      hint: didYouMean(name, known),
    });
  }
  return JSON.parse(await readFile(new URL(`${name}.json`, FOLDER), 'utf8'));
}

/** What it is for, in one line. */
export async function presetSummary(name: string): Promise<string> {
  const { description } = z.object({ description: z.string() }).parse(await readPreset(name));
  return description;
}
