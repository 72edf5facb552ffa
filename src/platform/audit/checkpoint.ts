// Where a trail begins after its older entries were cut off: the hash that its first entry follows, and a signature that vouches for it.

export interface Checkpoint {
  /** How many entries came up to here, all of which were cut off. */
  readonly n: number;
  /** Of the last one of them. */
  readonly hash: string;
  readonly at: Date;
  /** Fingerprint of the key that has signed it. */
  readonly key: string;
  readonly signature: string;
}

/** What is signed: a text that anybody can write again from the checkpoint, and that passes for no statement about a ledger. */
export const checkpointText = (hall: string, { n, hash }: Pick<Checkpoint, 'n' | 'hash'>): string =>
  `debate-hall audit\nhall: ${hall}\nentries: ${n}\nhead: ${hash}\n`;
