// Which material two debates do not have in common.
import { readSealed } from '../../../../domain/sealed/sealed.ts';
import { listPictures } from '../../../../ledger/engine/record/pictures.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';

/** Sources, by what became of them from one debate to the other. */
export interface ComparedMaterial {
  readonly added: readonly string[];
  readonly gone: readonly string[];
  readonly changed: readonly string[];
}

/** Sealed texts have different digests each time, so the texts themselves are compared; a redacted one cannot be. */
export function compareMaterial(before: Snapshot, now: Snapshot): ComparedMaterial {
  const collectTexts = ({ debate, log }: Snapshot) =>
    new Map([
      ...debate.opened.context.map(({ source, content }) => [source, readSealed(content)] as const),
      ...listPictures(log).map(({ source, content }) => [source, readSealed(content)] as const),
    ]);
  const [old, current] = [collectTexts(before), collectTexts(now)];
  const missingIn = (other: ReadonlyMap<string, unknown>) => (source: string) => !other.has(source);
  const hasChanged = (source: string, text: string | undefined) =>
    text !== undefined && old.get(source) !== undefined && old.get(source) !== text;
  return {
    added: [...current.keys()].filter(missingIn(old)),
    gone: [...old.keys()].filter(missingIn(current)),
    changed: [...current].flatMap(([source, text]) => (hasChanged(source, text) ? [source] : [])),
  };
}
