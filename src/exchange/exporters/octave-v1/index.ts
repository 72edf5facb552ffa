// The transcript of the Python debate-hall-mcp as an export, without the characters that steer terminals.
import type { DebateRecord } from '../../../domain/record.ts';
import type { TurnEntry } from '../../../domain/record-entries.ts';
import { stripControl } from '../../../support/control-characters.ts';
import {
  countLeftOut,
  PYTHON_FORMAT,
  pythonCognition,
  pythonMode,
  pythonRole,
  pythonStatus,
  pythonTurns,
  refuseOtherFormats,
} from '../../interop/python/mapping.ts';
import { tombstoneText } from '../../interop/python/read.ts';
import type { Exporter } from '../exporter.ts';

const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '"': '\\"',
  '\n': '\\n',
  '\t': '\\t',
  '\r': '\\r',
};

const quote = (text: string) => `"${text.replace(/[\\"\n\t\r]/g, (char) => ESCAPES[char] ?? char)}"`;
/** One way by design of that format: the original is not recoverable. */
const disarm = (text: string) => text.replace(/===([A-Z_]+)===/g, 'ESCAPED_ENVELOPE_$1');
const oneLine = (text: string) => text.replace(/\r\n|[\r\n]/g, '_');
const byCodePoint = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));

/** The lines of that program's text, byte for byte; votes and picks stay out. Throws `bad-input` for another format. */
export function* linesV1(record: DebateRecord): Generator<string> {
  refuseOtherFormats(record);
  const turns = pythonTurns(record);
  const nameRole = (turn: TurnEntry) => oneLine(pythonRole(record, turn));
  const participants = [...new Set(turns.map(nameRole))].sort(byCodePoint);
  yield '===DEBATE_TRANSCRIPT===';
  yield '';
  yield 'META:';
  yield `  THREAD_ID::${quote(record.threadId)}`;
  yield `  TOPIC::${quote(record.topic ?? '')}`;
  yield `  MODE::${pythonMode(record)}`;
  yield `  STATUS::${pythonStatus(record)}`;
  yield '';
  yield `PARTICIPANTS::[${participants.join(',')}]`;
  yield '';
  yield turns.length === 0 ? 'TURNS::[]' : 'TURNS::[';
  for (const [index, turn] of turns.entries()) {
    const cognition = oneLine(pythonCognition(turn) ?? 'UNKNOWN');
    const content = turn.text ?? tombstoneText(turn.redaction ?? '');
    yield `  T${index + 1}::${nameRole(turn)}[${cognition}]::${quote(disarm(content))},`;
  }
  if (turns.length > 0) yield ']';
  yield '';
  yield `SYNTHESIS::${record.decision === null ? 'null' : quote(disarm(record.decision))}`;
  yield '';
  yield '===END===';
}

function* pieces(record: DebateRecord): Generator<string> {
  for (const line of linesV1(record)) yield `${stripControl(line.toWellFormed())}\n`;
}

export const exporter: Exporter = {
  id: 'octave-v1',
  extension: '.v1.oct.md',
  mimeType: 'text/markdown; charset=utf-8',
  onlyFor: PYTHON_FORMAT,
  hasNoLabels: true,
  countLeftOut,
  pieces,
};
