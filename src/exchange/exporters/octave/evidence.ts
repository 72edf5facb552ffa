// What seats could look up, each look, and what became of each citation.
import type { Fetched, Pin, Place } from '../../../domain/reading/reading.ts';
import type { DebateRecord } from '../../../domain/record.ts';
import { fields, list, optional, quote, toPairs, writeWord } from './notation.ts';

/** A name, and one line for each item, made when it is written. */
export function* section<T>(
  name: string,
  items: readonly T[],
  line: (item: T, index: number) => string,
): Generator<string> {
  yield items.length === 0 ? `${name}::[]` : `${name}::[`;
  for (const [index, item] of items.entries()) yield `  ${line(item, index)},`;
  if (items.length > 0) yield ']';
  yield '';
}

/** Lines named by the section's first letter and a number: N1, N2, … */
export function numbered<T>(name: string, items: readonly T[], value: (item: T) => string): Generator<string> {
  return section(name, items, (item, index) => `${name[0]}${index + 1}::${value(item)}`);
}

type Look = NonNullable<DebateRecord['reading']>['looks'][number];

/** Where the text of a web page is from, as fields. */
export function fetchedFields({ at, bytes, sha256 }: Omit<Fetched, 'asked'>): Record<string, string | number> {
  return { FETCHED: quote(at), PAGE_BYTES: bytes, PAGE_SHA256: quote(sha256) };
}

function pinPairs(pin: Pin): string[] {
  const named = toPairs({ KIND: pin.kind, SPEC: quote(pin.spec) });
  switch (pin.kind) {
    case 'decisions':
      return [...named, ...toPairs({ DEBATES: pin.debates, SHA256: quote(pin.sha256) })];
    case 'history':
      return [...named, ...toPairs({ FROM: quote(pin.from), TO: quote(pin.to) })];
    case 'page':
      return [...named, ...toPairs({ ADDRESS: quote(pin.address), ...fetchedFields(pin) })];
    case 'files': {
      const { at, commit, changed, files, bytes, leftOut, except } = pin;
      const counted = toPairs({
        FILES: files,
        BYTES: bytes,
        LEFT_OUT: leftOut,
        EXCEPT: except && list(except.map(quote)),
      });
      const differing =
        changed === undefined ? undefined : fields({ FILES: changed.files, SHA256: quote(changed.sha256) });
      const place = toPairs({ AT: quote(at), COMMIT: optional(commit), CHANGED: differing });
      return [...named, ...place, ...counted];
    }
  }
}

const placePairs = (place: Place) =>
  'commit' in place
    ? toPairs({ COMMIT: quote(place.commit) })
    : toPairs({ PATH: quote(place.path), FROM: place.from, TO: place.to });

function lookPairs({ seq, at, seat, step, tool, arguments: asked, seen, ...look }: Look): string[] {
  return toPairs({
    SEQ: seq,
    AT: quote(at),
    SEAT: writeWord(seat),
    STEP: quote(step),
    TOOL: writeWord(tool),
    ARGUMENTS: asked === null ? 'null' : quote(asked),
    REFUSED: look.refused === true ? 'true' : undefined,
    SEEN: list(seen.map((place) => list(placePairs(place)))),
    MORE_SEEN: look.moreSeen,
    SHA256: quote(look.sha256),
    BYTES: look.bytes,
    DURATION_MS: look.durationMs,
    WITHHELD: look.withheld === true ? 'true' : undefined,
  });
}

/** Nothing for a debate that was opened without anything to read. */
export function* evidenceSections({ reading, entries }: DebateRecord): Generator<string> {
  if (reading === undefined) return;
  const citations = entries.flatMap((entry) =>
    entry.kind === 'turn' ? (entry.citations ?? []).map((citation) => ({ ...citation, seq: entry.seq })) : [],
  );
  yield* numbered('READABLE', reading.pins, (pin) => list(pinPairs(pin)));
  yield* numbered('LOOKS', reading.looks, (look) => list(lookPairs(look)));
  yield* numbered('CITATIONS', citations, ({ seq, cited, quote: words, status, why }) =>
    fields({ SEQ: seq, CITED: quote(cited), QUOTE: words && quote(words), STATUS: status, WHY: optional(why) }),
  );
}
