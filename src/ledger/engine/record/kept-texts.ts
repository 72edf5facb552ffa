// What of an event stays in memory: everything, with long texts in little space, or all but its texts.
import { isEvent, type LedgerEvent } from '../../../domain/events.ts';
import { mapSealed, type OpenSealed, type Sealed } from '../../../domain/sealed/sealed.ts';

/** In characters. Below it a string takes less than the bytes and the object around them. */
const LONG = 1_024;

/**
 * A sealed text as UTF-8 bytes, decoded whenever someone reads it. One dash or curly quote makes V8 keep a string in two bytes for
 * each character; as bytes a text takes what it takes in the ledger, and the garbage collector need not look at it.
 */
class LongText implements OpenSealed {
  readonly salt: string;
  readonly sha256: string;
  declare readonly text: string;
  readonly #bytes: Buffer;

  constructor({ salt, sha256, text }: OpenSealed) {
    this.salt = salt;
    this.sha256 = sha256;
    this.#bytes = Buffer.from(text, 'utf8');
    // A property of its own, as in any sealed text, so that copies and JSON have it.
    Object.defineProperty(this, 'text', LongText.#decoded);
  }

  static readonly #decoded = {
    get(this: LongText): string {
      return this.#bytes.toString('utf8');
    },
    enumerable: true,
  };
}

const isLong = (sealed: Sealed): sealed is OpenSealed => 'text' in sealed && sealed.text.length >= LONG;

function withTexts(event: LedgerEvent, change: (sealed: Sealed) => Sealed): LedgerEvent {
  const data = mapSealed(event.data, change);
  return data === event.data ? event : ({ ...event, data } as LedgerEvent);
}

export function withCompactTexts(event: LedgerEvent): LedgerEvent {
  return withTexts(event, (sealed) => (isLong(sealed) ? new LongText(sealed) : sealed));
}

/** The topic stays, since nothing says better which debate it is. */
export function withoutTexts(event: LedgerEvent): LedgerEvent {
  return isEvent(event, 'debate-opened') ? event : withTexts(event, ({ sha256 }) => ({ sha256 }));
}
