// Keeps out of an answer, piece by piece as it streams in, what does not belong to it: reasoning in front of it, and the key.

export interface Filter {
  /** Takes the next piece; gives back what can be passed on so far. */
  push(piece: string): string;
  /** What is left once nothing more comes. */
  end(): string;
}

const OPEN = '<think>';
const CLOSE = '</think>';

/**
 * Leaves out a `<think>…</think>` that an answer begins with, which a server gives that does not know its model's way to
 * reason. `onLeftOut` gets their number of characters.
 */
export function createThinkingFilter(onLeftOut: (characters: number) => void): Filter {
  let place: 'before' | 'inside' | 'after' = 'before';
  let held = '';
  return {
    push(piece) {
      if (place === 'after') return piece;
      const seen = Math.max(0, held.length - CLOSE.length);
      held += piece;
      if (place === 'before') {
        const start = held.trimStart();
        if (start.length < OPEN.length && OPEN.startsWith(start)) return '';
        place = start.startsWith(OPEN) ? 'inside' : 'after';
        if (place === 'after') return held;
      }
      const end = held.indexOf(CLOSE, seen);
      if (end === -1) return '';
      place = 'after';
      onLeftOut(end - held.indexOf(OPEN) - OPEN.length);
      return held.slice(end + CLOSE.length).trimStart();
    },
    end() {
      if (place === 'inside') onLeftOut(held.trimStart().length - OPEN.length);
      return place === 'before' ? held : '';
    },
  };
}

/** Shorter keys, such as the "none" of a local server, are ordinary words. */
const SHORTEST_KEY = 8;

/** Replaces a key, also where pieces cut it apart. */
export function createKeyFilter(key: string | undefined): Filter {
  if (key === undefined || key.length < SHORTEST_KEY) return { push: (piece) => piece, end: () => '' };
  let held = '';
  return {
    push(piece) {
      const text = (held + piece).replaceAll(key, '[redacted]');
      let keep = Math.min(key.length - 1, text.length);
      while (!key.startsWith(text.slice(text.length - keep))) keep -= 1;
      held = text.slice(text.length - keep);
      return text.slice(0, text.length - keep);
    },
    end: () => held,
  };
}

/** One filter behind the other. */
export function chainFilters(first: Filter, second: Filter): Filter {
  return {
    push: (piece) => second.push(first.push(piece)),
    end: () => second.push(first.end()) + second.end(),
  };
}
