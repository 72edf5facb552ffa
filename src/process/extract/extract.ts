// What a thread that reads a document gets, and what it says.
import { parentPort, workerData } from 'node:worker_threads';

export interface ExtractRequest {
  readonly bytes: Uint8Array;
}

/** A part that is a document of its own, so that it can be cited and redacted alone. Its text is not empty. */
interface Part {
  /** The whole file when left out. */
  readonly page?: number;
  readonly text: string;
}

/** Something of the file that no part has. */
export interface LeftOutPart {
  /** On them, in order; in the file when left out. */
  readonly pages?: readonly number[];
  /** Of each of the pages only a part. */
  readonly isPart?: boolean;
  readonly reason: string;
  /** Seats were meant to get it. */
  readonly missed: boolean;
}

export type Extracted =
  | { readonly parts: readonly Part[]; readonly unread: readonly LeftOutPart[] }
  /** Why there is nothing: "is protected by a password". */
  | { readonly problem: string };

export function answerWith(extract: (bytes: Uint8Array) => Promise<Extracted>): void {
  const { bytes } = workerData as ExtractRequest;
  void extract(bytes).then((extracted) => parentPort?.postMessage(extracted));
}
