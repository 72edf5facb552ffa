// What seats of a debate may look up, as its ledger fixes it; and the places that looks and citations name.
import * as z from 'zod';
import { groupBy } from '../group-by.ts';
import { sha256Schema } from '../sealed/sealed-schema.ts';

const count = z.int().min(0).max(Number.MAX_SAFE_INTEGER);
const commit = z.string().regex(/^[0-9a-f]{40}(?:[0-9a-f]{24})?$/);
const spec = z.string().min(1).max(4_096);

/** Where the text of a web page is from. */
export const fetchedSchema = z.lazy(() =>
  z.strictObject({
    /** The address that was asked for, where redirects led elsewhere. */
    asked: z.string().min(1).max(4_096).optional(),
    at: z.string().min(1).max(40),
    /** Of the page as it was received, and their SHA-256. */
    bytes: count,
    sha256: sha256Schema,
  }),
);
export type Fetched = z.infer<typeof fetchedSchema>;

const MAX_EXCEPT = 1_000;

/** One source that was asked for, pinned: the same bytes give the same pin. */
export const pinSchema = () =>
  z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('files'),
      spec,
      /** `disk`, `index`, or the ID of a commit. */
      at: z.string().min(1).max(100),
      /** Where the bytes are that git keeps; absent outside a repository and before its first commit. */
      commit: commit.optional(),
      /** Files that differ from the commit, all of them where there is none; SHA-256 over their paths and contents. */
      changed: z.strictObject({ files: count, sha256: sha256Schema }).optional(),
      files: count,
      bytes: count,
      /** Files that nobody may read: secrets, instructions for agents, ignored ones. */
      leftOut: count,
      /** Files that the debate is written to, which are no part of the source: paths from the folder that it is held in. */
      except: z.array(spec).min(1).max(MAX_EXCEPT).optional(),
    }),
    /** Commits only: the history of a range. */
    z.strictObject({ kind: z.literal('history'), spec, from: commit, to: commit }),
    /** Decisions of debates in the same hall that were closed before; SHA-256 over their IDs and heads. */
    z.strictObject({ kind: z.literal('decisions'), spec, debates: count, sha256: sha256Schema }),
    /** A web page at the address where redirects ended; its text is among the pages of the debate. */
    z.strictObject({
      kind: z.literal('page'),
      spec,
      address: spec,
      at: z.string().min(1).max(40),
      bytes: count,
      sha256: sha256Schema,
    }),
  ]);
export type Pin = z.infer<ReturnType<typeof pinSchema>>;

/** What has to be the same; sizes are unknown for what is only staged, and what is left out does not matter. */
export function digestPin(pin: Pin): string {
  if (pin.kind === 'decisions' || pin.kind === 'page') return pin.sha256;
  if (pin.kind === 'history') return `${pin.from}..${pin.to}`;
  return JSON.stringify([pin.at, pin.commit, pin.changed?.sha256, pin.files]);
}

/** The same for every seat. */
export const readingBudgetSchema = () =>
  z.strictObject({
    /** Looks in one turn, and bytes that they return. */
    turnLooks: count.min(1),
    turnBytes: count.min(1),
    /** Of one seat in the whole debate. */
    seatLooks: count.min(1),
    seatBytes: count.min(1),
  });
export type ReadingBudget = z.infer<ReturnType<typeof readingBudgetSchema>>;

export const MAX_PINS = 100;

export const readingSchema = () =>
  z.strictObject({
    pins: z.array(pinSchema()).min(1).max(MAX_PINS),
    budget: readingBudgetSchema(),
  });
export type Reading = z.infer<ReturnType<typeof readingSchema>>;

/** A place that a seat saw: lines of a file or document, or a commit. */
export const placeSchema = () =>
  z.union([
    z.strictObject({ path: z.string().min(1).max(300), from: count.min(1), to: count.min(1) }),
    z.strictObject({ commit: z.string().regex(/^[0-9a-f]{7,64}$/) }),
  ]);
export type Place = z.infer<ReturnType<typeof placeSchema>>;

/** Places in fewer words: lines of one path that touch become one. Keeps the order in which paths come. */
export function mergePlaces(places: readonly Place[]): readonly Place[] {
  const commits = new Set(places.flatMap((place) => ('commit' in place ? place.commit : [])));
  const lines = places.filter((place) => 'path' in place);
  const merged: Place[] = [];
  for (const [path, ranges] of groupBy(lines, (place) => place.path)) {
    let last: { path: string; from: number; to: number } | undefined;
    for (const { from, to } of ranges.toSorted((a, b) => a.from - b.from)) {
      if (last !== undefined && from <= last.to + 1) last.to = Math.max(last.to, to);
      else {
        last = { path, from, to };
        merged.push(last);
      }
    }
  }
  return [...merged, ...[...commits].map((id) => ({ commit: id }))];
}
