// The OCTAVE transcript as the Python debate-hall-mcp 0.2 prints it, for tools that were written for it.
import type { DebateRecord } from '../../domain/record.ts';
import { pythonCognition, pythonMode, pythonRole, pythonStatus, pythonTurns, refuseOtherFormats } from './mapping.ts';
import { tombstoneText } from './read.ts';

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

/** Byte for byte that program's text, so without a line end at the end; votes and picks stay out. Throws `bad-input` for another format. */
export function renderV1(record: DebateRecord): string {
  refuseOtherFormats(record);
  const turns = pythonTurns(record).map((turn) => ({
    role: oneLine(pythonRole(record, turn)),
    cognition: oneLine(pythonCognition(turn) ?? 'UNKNOWN'),
    content: turn.text ?? tombstoneText(turn.redaction ?? ''),
  }));
  const lines = turns.map(
    ({ role, cognition, content }, index) => `  T${index + 1}::${role}[${cognition}]::${quote(disarm(content))},`,
  );
  const participants = [...new Set(turns.map(({ role }) => role))].sort(byCodePoint);
  return [
    '===DEBATE_TRANSCRIPT===',
    '',
    'META:',
    `  THREAD_ID::${quote(record.threadId)}`,
    `  TOPIC::${quote(record.topic ?? '')}`,
    `  MODE::${pythonMode(record)}`,
    `  STATUS::${pythonStatus(record)}`,
    '',
    `PARTICIPANTS::[${participants.join(',')}]`,
    '',
    ...(lines.length === 0 ? ['TURNS::[]'] : ['TURNS::[', ...lines, ']']),
    '',
    `SYNTHESIS::${record.decision === null ? 'null' : quote(disarm(record.decision))}`,
    '',
    '===END===',
  ].join('\n');
}
