// Texts of a read model that are looked up when someone reads them: a long debate is in memory once, in the log, and not once more
// in everything that is made of it.
import { type Sealed, textOf } from './sealed.ts';

const sources = new WeakMap<object, Sealed>();

/** One function for all, so that the objects keep one shape. A property of its own, so that copies and JSON have the text. */
const onDemand = {
  get(this: object): string | undefined {
    const source = sources.get(this);
    return source && textOf(source);
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
