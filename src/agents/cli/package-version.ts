// The version of a program that npm installed, from the manifest of its package: some programs take as long to print it as to answer.
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as z from 'zod';

const manifestSchema = z.object({ name: z.string(), version: z.string().regex(/^\d+(?:\.\d+)+[\w.+-]*$/) });

/** The version, if this file belongs to the package of this name. */
export async function findPackageVersion(file: string, packageName: string): Promise<string | undefined> {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    const text = await readFile(join(folder, 'package.json'), 'utf8').catch(() => '{}');
    const manifest = parseManifest(text);
    if (manifest?.name === packageName) return manifest.version;
  }
  return undefined;
}

function parseManifest(text: string): z.infer<typeof manifestSchema> | undefined {
  try {
    return manifestSchema.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
