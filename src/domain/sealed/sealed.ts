// Redactable text: it enters the hash chain by its salted digest, so that text and salt can go and the chain still holds.
import type * as z from 'zod';
import type { sealedSchema } from './sealed-schema.ts';

export type Sealed = z.infer<typeof sealedSchema>;
export type OpenSealed = Extract<Sealed, { text: string }>;

/** The text behind a seal, or `undefined` when it was redacted. */
export function readSealed(sealed: Sealed): string | undefined {
  return 'text' in sealed ? sealed.text : undefined;
}

/** Stands in the place of a text beside the turns that was redacted. */
export const REDACTED = '(redacted)';
/** The same of a whole text, for seats. */
export const REDACTED_TEXT = '(This text was redacted.)';
/** The same for assistants and editors. */
export const REDACTED_MARK = '[REDACTED]';

/** A failure, warning, note or reason in words. */
export const readText = (sealed: Sealed): string => readSealed(sealed) ?? REDACTED;

/** True for any value that has the shape of a sealed text. */
export function isSealed(value: unknown): value is Sealed {
  return (
    typeof value === 'object' &&
    value !== null &&
    'sha256' in value &&
    Object.keys(value).every((key) => key === 'sha256' || key === 'salt' || key === 'text')
  );
}

/** Replaces every sealed text below `value` by what `replace` returns for it; shares whatever did not change. */
export function mapSealed<T>(value: T, replace: (sealed: Sealed, path: string) => unknown, path = ''): T {
  if (isSealed(value)) return replace(value, path) as T;
  if (typeof value !== 'object' || value === null) return value;
  let mapped: Record<string, unknown> | undefined;
  for (const key of Object.keys(value)) {
    const item: unknown = value[key as keyof T];
    if (typeof item !== 'object' || item === null) continue;
    const replaced = mapSealed(item, replace, `${path}/${key}`);
    if (replaced === item) continue;
    mapped ??= (Array.isArray(value) ? [...value] : { ...value }) as Record<string, unknown>;
    mapped[key] = replaced;
  }
  return (mapped ?? value) as T;
}

/** Every sealed text below `value`, with its JSON pointer. */
export function listSealed(value: unknown): readonly { readonly sealed: Sealed; readonly path: string }[] {
  const found: { sealed: Sealed; path: string }[] = [];
  mapSealed(value, (sealed, path) => {
    found.push({ sealed, path });
    return sealed;
  });
  return found;
}

/** Plain text wherever an event holds sealed text. */
export type Unsealed<T> = T extends readonly (infer Item)[]
  ? Unsealed<Item>[]
  : T extends object
    ? 'sha256' extends keyof T
      ? keyof T extends keyof OpenSealed
        ? string
        : { [Key in keyof T]: Unsealed<T[Key]> }
      : { [Key in keyof T]: Unsealed<T[Key]> }
    : T;

/**
 * Of texts of a read model that are looked up when someone reads them: a long debate is in memory once, in the log, and not once more in
 * everything that is made of it.
 */
const sources = new WeakMap<object, Sealed>();

/** One function for all, so that the objects keep one shape. A property of its own, so that copies and JSON have the text. */
const onDemand = {
  get(this: object): string | undefined {
    const source = sources.get(this);
    return source && readSealed(source);
  },
  enumerable: true,
  configurable: true,
};

/** Makes `holder.text` a look-up of this text; what was redacted stays as it stands there. */
export function lookUpText<T extends { readonly text: string | null | undefined }>(holder: T, source: Sealed): T {
  if (!('text' in source)) return holder;
  sources.set(holder, source);
  return Object.defineProperty(holder, 'text', onDemand);
}

/** A copy with these members changed; a text that is looked up still is. */
export function changeHolder<T extends object>(holder: T, change: Partial<T>): T {
  const copy: T = Object.defineProperties({} as T, Object.getOwnPropertyDescriptors(holder));
  const source = sources.get(holder);
  if (source !== undefined) sources.set(copy, source);
  return Object.assign(copy, change);
}
