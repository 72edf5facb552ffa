// What people sign: a short text that fixes a ledger up to one event. The chain under that event's hash is the rest.

/** Keeps a signature from passing for one that was made for something else, such as a commit. */
export const NAMESPACE = 'debate-hall';
/** Beside the ledger, with one statement for each head that was signed and one signature for each key. */
export const FOLDER = '.sigs';

const HEAD_DIGITS = 16;

export interface Statement {
  readonly threadId: string;
  /** How many events it covers, from the first. */
  readonly events: number;
  /** Hash of the last one of them. */
  readonly head: string;
}

export function statementText({ threadId, events, head }: Statement): string {
  return `debate-hall ledger\ndebate: ${threadId}\nevents: ${events}\nhead: ${head}\n`;
}

/** `undefined` when the text is none, or of another debate. */
export function readStatement(text: string, threadId: string): Statement | undefined {
  const fields = /^debate-hall ledger\ndebate: (.+)\nevents: ([1-9]\d{0,14})\nhead: ([0-9a-f]{64})\n$/.exec(text);
  if (fields === null || fields[1] !== threadId) return undefined;
  return { threadId, events: Number(fields[2]), head: fields[3] as string };
}

const baseName = ({ events, head }: Statement) => `${events}-${head.slice(0, HEAD_DIGITS)}`;

export const statementName = (statement: Statement) => `${baseName(statement)}.txt`;

/** `key` is the fingerprint that `ssh-keygen -l` prints. */
export function signatureName(statement: Statement, key: string): string {
  const plain = key
    .replace(/^SHA256:/, '')
    .replaceAll('/', '_')
    .replaceAll('+', '-');
  return `${baseName(statement)}.${plain}.sig`;
}

const SIGNATURE = /^(\d+-[0-9a-f]+)\.[\w-]+\.sig$/;

/** The file of the statement that a signature is for; `undefined` for any other file. */
export function nameStatement(signature: string): string | undefined {
  const base = SIGNATURE.exec(signature)?.[1];
  return base === undefined ? undefined : `${base}.txt`;
}

/** Whether a file of this name is a statement or a signature, and nothing that somebody put there. */
export const isOfSigning = (name: string): boolean => /^\d+-[0-9a-f]+\.txt$/.test(name) || SIGNATURE.test(name);
