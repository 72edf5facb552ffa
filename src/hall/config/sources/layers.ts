// Checks each source of configuration alone, so that an error names the file, variable or flag, and makes a layer of it.

import { findProblems, MOST_PROBLEMS, type Problem } from '../../../domain/values/problems.ts';
import { listLeaves, nest, type PlainObject, UnusableTree } from '../../../domain/values/tree.ts';
import { configError } from '../config-error.ts';
import type { Layer, OriginKind } from '../merge.ts';
import { findSecretProblems } from '../refuse-secrets.ts';
import type { Setting } from './variables.ts';

async function check(
  content: unknown,
  nameSource: (path: string) => string,
  mayHoldSecrets: boolean,
): Promise<PlainObject> {
  // Most commands run where nothing is configured, and making the schema takes longer than their own work.
  const { configLayerSchema } = await import('../schema.ts');
  const refuse = (problems: readonly Problem[]) => {
    if (problems.length > 0) throw configError(problems, nameSource);
  };
  try {
    const found = listLeaves(content);
    if (!mayHoldSecrets) refuse(findSecretProblems(found));
  } catch (error) {
    if (!(error instanceof UnusableTree)) throw error;
    refuse([{ path: error.path, message: error.message }]);
  }
  refuse(findProblems(configLayerSchema, content, MOST_PROBLEMS));
  const { $schema: _, description: __, ...values } = configLayerSchema.parse(content, { jitless: true });
  return values;
}

/** A file or preset. Throws `config-invalid`. */
export async function fileLayer(kind: OriginKind, source: string, content: unknown): Promise<Layer> {
  return { values: await check(content, () => source, kind === 'preset'), findOrigin: () => ({ kind, source }) };
}

/** Each setting is checked alone, so that an error names the variable or flag and not just a path. */
export async function settingLayers(
  kind: OriginKind,
  settings: readonly Setting[],
  nameSource = (setting: Setting) => setting.name,
): Promise<Layer[]> {
  const readLayer = async (setting: Setting): Promise<Layer> => {
    const source = nameSource(setting);
    return {
      values: await check(nest(setting.path, setting.value), () => source, true),
      findOrigin: () => ({ kind, source }),
    };
  };
  const layers: Layer[] = [];
  for (const setting of settings) layers.push(await readLayer(setting));
  return layers;
}

export function lastPreset(layers: readonly Layer[]): { name: string; place: string } | undefined {
  const layer = layers.findLast(({ values }) => typeof values['preset'] === 'string');
  return layer && { name: String(layer.values['preset']), place: layer.findOrigin('preset').source };
}
