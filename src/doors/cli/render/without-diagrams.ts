// A result where people read it at a terminal, which cannot draw what files and exports have as Mermaid.
import type { DebateRecord } from '../../../domain/record.ts';
import { isForPeople } from '../terminal/io.ts';

/** No words of a seat can begin such a block: in a result they are escaped. */
const DIAGRAM = /^```mermaid\n[\s\S]*?\n```$/gm;

export function withoutDiagrams(record: DebateRecord): DebateRecord {
  const { result, threadId } = record;
  if (result?.details === undefined || !isForPeople(process.stdout)) return record;
  const details = result.details.replace(DIAGRAM, () => `Drawn by: debate-hall view ${threadId}`);
  return { ...record, result: { ...result, details } };
}
