// What has been collected so far: items within the budget, what was left out and why, and what looks like a secret.
import { basename } from 'node:path';
import { getPath, parseDiff, whyUnseen } from '../../domain/diffs/diff.ts';
import { isUtf8Name, NOT_UTF8 } from '../../domain/diffs/name-bytes.ts';
import type { LeftOut } from '../../domain/event-parts.ts';
import { HallError, type HallErrorOptions } from '../../domain/failures/errors.ts';
import { ALLOW_SECRETS } from '../../domain/failures/hints.ts';
import type { Fetched } from '../../domain/reading/reading.ts';
import { countNoun } from '../../domain/words/format-figures.ts';
import { findSecret } from '../../support/secrets/find-secret.ts';
import { cleanName, cleanText } from '../../support/text.ts';
import { isSecretFileName } from './files/secret-file-names.ts';
import { FILTERED } from './git/filters.ts';

export interface ContextItem {
  /** Path relative to `cwd` with "/", `-` for standard input, `git:RANGE` for a diff, the address of a web page. */
  readonly source: string;
  /** Of `text` in UTF-8. */
  readonly bytes: number;
  /** Well-formed, line ends `\n`, no byte order mark, control characters made visible. */
  readonly text: string;
  /** Of a web page. */
  readonly fetched?: Fetched;
}

interface Secret {
  readonly source: string;
  readonly line?: number;
  readonly kind: string;
}

const FILE_OF_SECRETS = 'a file that usually holds secrets';

export function createUnreadableError(
  source: string,
  why: string,
  hint: string,
  more: HallErrorOptions = {},
): HallError {
  return new HallError('context-unreadable', `Context "${cleanName(source)}" ${why}.`, { hint, ...more });
}

export class Collection {
  readonly items: ContextItem[] = [];
  readonly leftOut: LeftOut[] = [];
  /** By source, the names of what was too large for the budget. */
  readonly tooLarge = new Map<string, Set<string>>();
  /** The source that is being read. */
  current = '';
  readonly #secrets: Secret[] = [];
  readonly #maxBytes: number;
  #budget: number;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
    this.#budget = maxBytes;
  }

  get budget(): number {
    return this.#budget;
  }

  get hasSecrets(): boolean {
    return this.#secrets.length > 0;
  }

  leave(source: string, reason: string): void {
    this.leftOut.push({ source: cleanName(source), reason });
  }

  miss(source: string, reason: string): void {
    this.leftOut.push({ source: cleanName(source), reason, missed: true });
  }

  missLarge(source: string, size: string): void {
    this.miss(source, `too large: ${size}, ${this.#budget} of ${this.#maxBytes} were left`);
  }

  /** What too little is left for, as of now. */
  leaveLarge(source: string, bytes: number): void {
    const known = this.tooLarge.get(this.current) ?? new Set();
    this.tooLarge.set(this.current, known.add(cleanName(source)));
    this.missLarge(source, `${bytes} bytes`);
  }

  take(source: string, raw: string, more: Pick<ContextItem, 'fetched'> = {}): void {
    const text = cleanText(raw);
    const bytes = Buffer.byteLength(text);
    if (bytes === 0) this.leave(source, 'empty');
    else if (bytes > this.#budget) this.leaveLarge(source, bytes);
    else {
      const hit = findSecret(text);
      if (hit !== undefined) this.#secrets.push({ source, ...hit });
      this.items.push({ source, bytes, text, ...more });
      this.#budget -= bytes;
    }
  }

  addSecretFile(source: string): void {
    this.#secrets.push({ source, kind: FILE_OF_SECRETS });
  }

  /**
   * Files in a diff that usually hold secrets, or held them under the name before, besides its text, which has no records of the hall.
   * What it only names is missed, and so is what a filter changes.
   */
  takeDiff(
    source: string,
    diff: string,
    {
      whyRecord,
      filtered,
    }: {
      readonly whyRecord: (name: string) => string | undefined;
      readonly filtered: ReadonlySet<string>;
    },
  ): void {
    const { files } = parseDiff(diff);
    const kept = files.filter(({ oldPath = '', newPath = oldPath }) => {
      const why = whyRecord(newPath) ?? whyRecord(oldPath);
      const odd = [newPath, oldPath].find((name) => !isUtf8Name(name));
      if (why !== undefined) this.leave(`${source} (${cleanName(newPath)})`, why);
      else if (odd !== undefined) this.miss(`${source} (${cleanName(odd)})`, NOT_UTF8);
      else if (filtered.has(newPath)) this.miss(`${source} (${cleanName(newPath)})`, FILTERED);
      return (why ?? odd) === undefined && !filtered.has(newPath);
    });
    for (const file of kept) {
      const unseen = whyUnseen(file);
      if (unseen !== undefined) this.miss(`${source} (${cleanName(getPath(file))})`, unseen);
    }
    for (const name of new Set(kept.flatMap(({ oldPath = '', newPath = '' }) => [oldPath, newPath])))
      if (isSecretFileName(basename(name))) this.addSecretFile(`${source} (${cleanName(name)})`);
    const isWhole = kept.length === files.length;
    this.take(source, isWhole ? diff : kept.map(({ start, end }) => diff.slice(start, end)).join(''));
  }

  /** Throws `secret-found` with every place and no value. */
  refuseSecrets(): void {
    const sentences = this.#secrets.map(({ source, line, kind }) =>
      line === undefined ? `${source} is ${kind}` : `${source}, line ${line}, looks like ${kind}`,
    );
    if (sentences.length === 0) return;
    const more = sentences.length > 1 ? ` (and ${countNoun(sentences.length - 1, 'more place')})` : '';
    throw new HallError('secret-found', `${sentences[0]}${more}. Context is sent to the agents' services.`, {
      hint: `Leave it out (.debatehallignore helps), or ${ALLOW_SECRETS} if it is not a secret.`,
      details: { issues: sentences },
    });
  }
}
