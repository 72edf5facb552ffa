// Shared by the commands for manual turns: the author, the source of the text, the output.
import { readText } from '../../../domain/sealed/sealed.ts';
import { describeReadAnswer } from '../../../domain/words/describe-read-answer.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { findDebate, requireWholeId } from '../../../hall/operations/records/lists/find-debate.ts';
import { readAuthor } from '../../../hall/operations/written-names.ts';
import type { Dispatched } from '../../../ledger/engine/engine.ts';
import { ALLOW_SECRETS } from '../input/options.ts';
import { dueText } from '../render/summary.ts';
import { printJson, printMessage, printResult } from '../terminal/io.ts';
import { personName } from '../terminal/person.ts';
import type { ReadInput } from '../terminal/standard-input.ts';
import { type HallFlags, withHall } from './run-action.ts';

interface ActingFlags extends HallFlags {
  readonly author?: string;
  readonly allowSecrets?: true;
}

/** The argument, or standard input when it is left out or "-". */
export async function readTurnText(argument: string | undefined, readInput: ReadInput, what: string): Promise<string> {
  return argument === undefined || argument === '-' ? await readInput(what) : argument;
}

export interface ManualContext {
  readonly threadId: string;
  readonly author: string;
  /** How words that are no argument are read. */
  readonly readInput: ReadInput;
}

interface ActingWays<Done> {
  /** Takes no part of an ID. */
  readonly forGood?: boolean;
  /** What else JSON has of it. */
  readonly more?: (done: Done) => object;
  /** The seat whose words they are. */
  readonly seat?: string;
}

/** Prints the number of the event that was recorded, and what is due after it. */
export async function actManually<Done extends Dispatched>(
  reference: string,
  flags: ActingFlags,
  act: (hall: Hall, acting: ManualContext) => Promise<Done>,
  { forGood = false, more = () => ({}), seat = 'words' }: ActingWays<Done> = {},
): Promise<void> {
  const settings = flags.allowSecrets === undefined ? [] : [{ ...ALLOW_SECRETS, value: flags.allowSecrets }];
  await withHall(flags, { settings }, async ({ hall, readInput }) => {
    const threadId = await (forGood ? requireWholeId : findDebate)(hall, reference);
    let typed = '';
    const readTyped: ReadInput = async (what) => {
      const text = await readInput(what);
      if (process.stdin.isTTY) typed = text;
      return text;
    };
    const acting = { threadId, author: readAuthor(flags.author ?? personName()), readInput: readTyped };
    const done = await act(hall, acting).catch(async (error: unknown) => {
      if (typed.trim() !== '') {
        const { saveText } = await import('../terminal/kept-texts.ts');
        printMessage(`! What you wrote is saved in ${await saveText(threadId, seat, typed)}`, '  ');
      }
      throw error;
    });
    if (flags.json === true) {
      const { repeated, events, snapshot } = done;
      return await printJson({
        threadId: snapshot.threadId,
        status: snapshot.debate.status,
        repeated,
        events,
        ...more(done),
      });
    }
    if (done.events.length > 0) await printResult(done.events.map(({ seq, type }) => `#${seq} ${type}`).join('\n'));
    const read = describeReadAnswer(done.events, done.snapshot.debate.opened.question);
    if (read !== undefined) printMessage(read);
    if (done.repeated) printMessage('Already recorded under this key; nothing was added.');
    for (const event of done.events) {
      if (event.type === 'turn-recorded' || event.type === 'debate-closed') {
        for (const warning of event.data.warnings) printMessage(`warning: ${readText(warning)}`);
      }
    }
    printMessage(dueText(done.snapshot));
  });
}
