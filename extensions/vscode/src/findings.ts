// The findings of a review out of its SARIF export, as the editor shows them.
import * as z from 'zod';

const sarifSchema = z.looseObject({
  runs: z
    .array(
      z.looseObject({
        results: z.array(
          z.looseObject({
            ruleId: z.string().optional(),
            level: z.enum(['error', 'warning', 'note', 'none']).catch('warning'),
            message: z.looseObject({ text: z.string() }),
            locations: z
              .array(
                z.looseObject({
                  physicalLocation: z.looseObject({
                    artifactLocation: z.looseObject({ uri: z.string() }),
                    region: z.looseObject({ startLine: z.number().int().min(1) }).optional(),
                  }),
                }),
              )
              .min(1),
          }),
        ),
      }),
    )
    .min(1),
});

export interface Finding {
  /** Relative to the root of the repository, with "/". */
  readonly file: string;
  /** 0-based. */
  readonly line: number;
  readonly level: 'error' | 'warning' | 'note' | 'none';
  readonly rule: string;
  readonly message: string;
}

/** A path that leads out of the repository is no place for a finding. */
function readPath(uri: string): string | undefined {
  let path: string;
  try {
    path = decodeURIComponent(uri);
  } catch {
    return undefined;
  }
  const isInside = !/^([a-z][a-z0-9+.-]*:|[\\/])/i.test(path) && !path.split(/[\\/]/).includes('..');
  return isInside ? path : undefined;
}

export function readFindings(sarif: string): readonly Finding[] {
  return sarifSchema.parse(JSON.parse(sarif)).runs.flatMap(({ results }) =>
    results.flatMap(({ level, message, locations: [place], ruleId }) => {
      const file = readPath(place?.physicalLocation.artifactLocation.uri ?? '..');
      const line = (place?.physicalLocation.region?.startLine ?? 1) - 1;
      return file === undefined ? [] : [{ file, line, level, rule: ruleId ?? 'finding', message: message.text }];
    }),
  );
}
