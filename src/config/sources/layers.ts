// Checks each source of configuration alone, so that an error names the file, variable or flag, and makes a layer of it.

import type { Layer, OriginKind } from '../merge.ts';
import { type ConfigProblem, configError, findProblems } from '../problems.ts';
import { findSecretProblems } from '../refuse-secrets.ts';
import { configLayerSchema } from '../schema.ts';
import { leaves, nest, type PlainObject, UnusableTree } from './tree.ts';
import type { Setting } from './variables.ts';

function check(content: unknown, placeOf: (path: string) => string, mayHoldSecrets: boolean): PlainObject {
  const refuse = (problems: readonly ConfigProblem[]) => {
    if (problems.length > 0) throw configError(problems, placeOf);
  };
  try {
    const found = leaves(content);
    if (!mayHoldSecrets) refuse(findSecretProblems(found));
  } catch (error) {
    if (!(error instanceof UnusableTree)) throw error;
    refuse([{ path: error.path, message: error.message }]);
  }
  refuse(findProblems(configLayerSchema, content));
  const { $schema: _, description: __, ...values } = configLayerSchema.parse(content);
  return values;
}

/** A file or preset. Throws `config-invalid`. */
export function fileLayer(kind: OriginKind, source: string, content: unknown, label = source): Layer {
  return { values: check(content, () => label, kind === 'preset'), originOf: () => ({ kind, source }) };
}

/** Each setting is checked alone, so that an error names the variable or flag and not just a path. */
export function settingLayers(
  kind: OriginKind,
  settings: readonly Setting[],
  sourceOf = (setting: Setting) => setting.name,
) {
  return settings.map((setting): Layer => {
    const source = sourceOf(setting);
    return {
      values: check(nest(setting.path, setting.value), () => source, true),
      originOf: () => ({ kind, source }),
    };
  });
}

export function lastPreset(layers: readonly Layer[]): { name: string; place: string } | undefined {
  const layer = layers.findLast(({ values }) => typeof values['preset'] === 'string');
  return layer && { name: String(layer.values['preset']), place: layer.originOf('preset').source };
}
