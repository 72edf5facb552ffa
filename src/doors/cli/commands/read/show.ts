// `debate-hall show`: one debate: its summary, its decision and its transcript.
import type { Command } from '@commander-js/extra-typings';
import { argumentationSchema, type ClaimResult } from '../../../../domain/claims.ts';
import type { QueueWait } from '../../../../domain/debate-summary.ts';
import { defined } from '../../../../domain/defined.ts';
import { collapseSpace } from '../../../../domain/evidence/quote-in-text.ts';
import type { DebateRecord } from '../../../../domain/record.ts';
import type { TurnEntry } from '../../../../domain/record-entries.ts';
import type { FixChain } from '../../../../domain/results/fixing.ts';
import { describeChainWords } from '../../../../domain/words/describe-chain.ts';
import { describePictures } from '../../../../domain/words/describe-pictures.ts';
import {
  describeFetched,
  describeLook,
  describePin,
  formatCited,
  summarizeCitations,
} from '../../../../domain/words/describe-reading.ts';
import { describeQueueWait } from '../../../../domain/words/describe-state.ts';
import { countNoun, formatCount } from '../../../../domain/words/format-figures.ts';
import { labelSeats } from '../../../../domain/words/label-seats.ts';
import { writeResumeCommand } from '../../../../domain/words/resume-command.ts';
import { resolveSeat } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import { listPersonSteps } from '../../../../hall/operations/debate/take-part/person-steps.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { findQueueWait, isQueued } from '../../../../hall/operations/queue/queued-run.ts';
import { showDebate } from '../../../../hall/operations/records/copies/export-debate.ts';
import { listDueSteps, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { toPrintable } from '../../../../support/control-characters.ts';
import { jsonPieces } from '../../../../support/pieces.ts';
import { withDebate } from '../../actions/run-action.ts';
import { addHallOptions } from '../../input/options.ts';
import { entriesLines } from '../../render/entries-view.ts';
import { createPage, type SpeechPage } from '../../render/layout/speech.ts';
import { wrapMessage } from '../../render/layout/word-wrap.ts';
import { conclusionLines, headLines, seatLines, withoutWords } from '../../render/record-view.ts';
import { dueText, SUMMARY_HANG, summaryLines } from '../../render/summary.ts';
import {
  type Colours,
  coloursFor,
  isReadByPeople,
  nameCommands,
  printJson,
  printLines,
  printLong,
  printResult,
} from '../../terminal/io.ts';

/** No words of a seat can begin such a block: in a result they are escaped. */
const DIAGRAM = /^```mermaid\n[\s\S]*?\n```$/gm;

/** A terminal cannot draw what files and exports have as Mermaid. */
function withoutDiagrams(record: DebateRecord): DebateRecord {
  const { result, threadId } = record;
  if (result?.details === undefined || !isReadByPeople(process.stdout)) return record;
  const details = result.details.replace(DIAGRAM, () => nameCommands(`Drawn by: debate-hall view ${threadId}`));
  return { ...record, result: { ...result, details } };
}

function markLine(citation: ClaimResult['evidence'][number], colours: Colours): string {
  const paint = { read: colours.green, unread: colours.yellow, unreadable: colours.yellow, wrong: colours.red };
  const { status, why } = citation;
  return `    ${paint[status](status)} ${collapseSpace(formatCited(citation))}${why === undefined ? '' : ` (${why})`}`;
}

function citationLines({ seq, title, citations = [] }: TurnEntry, colours: Colours): string[] {
  if (citations.length === 0) return [];
  return [
    `  #${seq} ${collapseSpace(title)}: ${summarizeCitations(citations)}`,
    ...citations.map((citation) => markLine(citation, colours)),
  ];
}

/** Where seats could look nothing up, only what their claims cite is checked. */
function claimLines({ result, seats }: DebateRecord, colours: Colours): string[] {
  const label = labelSeats(seats);
  const cite = (who: string, evidence: ClaimResult['evidence'] = []) =>
    evidence.length === 0 ? [] : [`  ${who}`, ...evidence.map((each) => markLine(each, colours))];
  return (argumentationSchema.safeParse(result?.data).data?.claims ?? []).flatMap(
    ({ id, seq, seat, evidence, replies }) => [
      ...cite(`#${seq} ${label(seat)}, ${collapseSpace(id)}:`, evidence),
      ...replies.flatMap((reply) =>
        cite(`#${reply.seq} ${label(reply.seat)}, to ${collapseSpace(id)}:`, reply.evidence),
      ),
    ],
  );
}

/** All that the seats were given, and what was left out of it. */
function contextLines(record: DebateRecord, colours: Colours): string[] {
  const { context, contextLeftOut } = record;
  const pictures = describePictures(record).map(({ source, what, more }) =>
    collapseSpace(`${source}: ${what}; ${more}`),
  );
  const given = context.map(({ source, bytes, fetched }) =>
    collapseSpace(`${source}: ${fetched === undefined ? `${countNoun(bytes, 'byte')}` : describeFetched(fetched)}`),
  );
  const leftOut = contextLeftOut.map(({ source, reason }) => collapseSpace(`${source}: ${reason}`));
  const list = (title: string, items: readonly string[]) =>
    items.length === 0 ? [] : [colours.bold(title), ...items.map((item) => `  ${item}`), ''];
  return [...list('What was given', [...given, ...pictures]), ...list('What was left out', leftOut)];
}

/** What `show --evidence` prints: what was given, what could be read, what each seat looked up, and what became of what it cites. */
function evidenceSection(record: DebateRecord, colours: Colours): string[] {
  const { reading, entries, seats } = record;
  const label = labelSeats(seats);
  const context = contextLines(record, colours);
  if (reading === undefined) {
    const cited = claimLines(record, colours);
    const lines = [...context, ...(cited.length === 0 ? [] : [colours.bold('What claims cite'), ...cited])];
    return lines.length > 0 ? lines : ['This debate was opened without anything to read.'];
  }
  const turns = entries.filter((entry) => entry.kind === 'turn');
  const cited = turns.flatMap((turn) => citationLines(turn, colours));
  return [
    ...context,
    colours.bold('What could be read'),
    ...reading.pins.map((pin) => `  ${collapseSpace(describePin(pin))}`),
    '',
    colours.bold('What was read'),
    ...(reading.looks.length === 0
      ? ['  nothing']
      : reading.looks.map((look) => collapseSpace(describeLook(look, label)))),
    '',
    colours.bold('What was cited'),
    ...(cited.length === 0 ? ['  nothing'] : cited),
  ];
}

interface Shown {
  readonly record: DebateRecord;
  readonly snapshot: Snapshot;
  readonly chain: FixChain | undefined;
  /** How a debate is continued that asks agents and that nobody runs. */
  readonly wayOn: string | undefined;
  readonly queued: QueueWait | undefined;
}

function chainRows(chain: FixChain): readonly (readonly [string, string])[] {
  const { debates, summary, where } = describeChainWords(toPrintable(chain));
  return [
    ['Chain', `${debates}. ${summary}`],
    ['', nameCommands(where)],
  ];
}

function* renderSummary(
  { record, snapshot, chain, wayOn, queued }: Shown,
  { colours, columns }: SpeechPage,
): Generator<string> {
  const shown = toPrintable(withoutWords(record));
  for (const line of headLines(shown, colours)) yield wrapMessage(line, columns);
  for (const line of summaryLines(shown, {}, colours)) yield wrapMessage(line, columns, SUMMARY_HANG);
  for (const line of seatLines({ seats: shown.seats, entries: record.entries }, colours)) {
    yield wrapMessage(line, columns, SUMMARY_HANG);
  }
  for (const [name, text] of chain === undefined ? [] : chainRows(chain))
    yield wrapMessage(`${colours.dim(name.padEnd(SUMMARY_HANG.length))}${text}`, columns, SUMMARY_HANG);
  yield `${colours.dim('Events'.padEnd(SUMMARY_HANG.length))}${formatCount(record.ledger.events)}`;
  yield `${colours.dim('Head'.padEnd(SUMMARY_HANG.length))}${record.ledger.head}`;
  if (record.status === 'open') yield nameCommands(dueText(snapshot));
  yield* describeQueueWait(queued);
  if (wayOn !== undefined) yield nameCommands(`It is not running now. Continue with: ${wayOn}`);
}

function* renderWhole(shown: Shown, page: SpeechPage): Generator<string> {
  const { record } = shown;
  yield* renderSummary(shown, page);
  yield '';
  yield* conclusionLines(withoutDiagrams(toPrintable(withoutWords(record))), page);
  yield* entriesLines(record, page, { isDecisionAbove: true });
}

/** What reads a chain reads repositories too, and is loaded only for debates that can be in one. */
async function findChain(hall: Hall, snapshot: Snapshot): Promise<FixChain | undefined> {
  const { format } = snapshot.debate.opened;
  if (format !== 'review' && format !== 'fix') return undefined;
  const { describeChain } = await import('../../../../hall/operations/fixing/describe-chain.ts');
  return await describeChain(hall, snapshot);
}

/** Nothing for one that waits for people, is running or queued, or belongs to a chain, which says itself how it is continued. */
async function findWayOn(
  hall: Hall,
  { snapshot, record, chain }: Omit<Shown, 'wayOn' | 'queued'>,
): Promise<string | undefined> {
  const isForAgents = listDueSteps(snapshot).length > listPersonSteps(snapshot).length;
  if (!isForAgents || chain !== undefined || (await hall.store.isRunning(record.threadId))) return undefined;
  return (await isQueued(hall, record.threadId)) === false ? writeResumeCommand(record) : undefined;
}

export function define(command: Command): void {
  addHallOptions(command.argument('<id>', 'the debate'))
    .option('--summary', 'show only the outcome, dissent, authority and cost')
    .option('--seat <seat>', 'show what a seat that is next is asked, in Markdown')
    .option('--evidence', 'show what each seat looked up and what it cites')
    .option('--json', 'print the full record as JSON')
    .action(async (reference, flags) => {
      await withDebate(reference, flags, async ({ hall, threadId }) => {
        const snapshot = await hall.engine.snapshot(threadId);
        if (flags.seat !== undefined) {
          const { describeTask, readDueTurn } = await import(
            '../../../../hall/operations/debate/take-part/seat-prompt.ts'
          );
          const { step, prompt } = await readDueTurn(hall, threadId, resolveSeat(snapshot, flags.seat));
          const { seat, label } = step;
          const asked = describeTask(prompt);
          if (flags.json === true) return await printJson({ threadId, seat, label, asked });
          return await printResult(toPrintable(`# ${label}\n\n${asked}`));
        }
        const record = await showDebate(hall, threadId);
        const queued = await findQueueWait(hall, snapshot);
        if (flags.json === true)
          return await printResult(jsonPieces({ ...record, ...defined({ queued }) }, 'entries', record.entries));
        const colours = coloursFor(process.stdout);
        const page = await createPage(process.stdout, colours);
        if (flags.evidence === true) await printLong(evidenceSection(toPrintable(record), colours));
        else {
          const found = { record, snapshot, chain: await findChain(hall, snapshot) };
          const shown = { ...found, wayOn: await findWayOn(hall, found), queued };
          if (flags.summary === true) await printLines(renderSummary(shown, page));
          else await printLong(renderWhole(shown, page));
        }
      });
    });
}
