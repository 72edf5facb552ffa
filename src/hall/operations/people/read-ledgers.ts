// The debates of a hall that hold a name, found by their bytes, as most of a large hall has nothing to do with one person.
import { PERSON_KIND } from '../../../domain/event-parts.ts';
import type { LedgerEvent } from '../../../domain/events.ts';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { eachId, readWhole } from '../../../ledger/stores/walk.ts';
import type { Hall } from '../hall.ts';

/** As it stands in JSON, without its quotation marks. */
const inJson = (name: string) => JSON.stringify(name).slice(1, -1);

export async function mentions(hall: Hall, threadId: string, names: readonly string[]): Promise<boolean> {
  const text = await unlessRefused(() => readWhole(hall.store, threadId), 'not-found');
  return text !== undefined && names.some((name) => text.includes(inJson(name)));
}

export interface DebateOfPerson {
  readonly threadId: string;
  readonly log: readonly LedgerEvent[];
}

/** Those that name one of them anywhere, with what cannot be read left out and told. */
export async function* eachMention(
  hall: Hall,
  names: readonly string[],
  onProblem: (threadId: string, problem: string) => void,
): AsyncGenerator<DebateOfPerson> {
  for await (const threadId of eachId(hall.store)) {
    try {
      if (!(await mentions(hall, threadId, names))) continue;
      yield { threadId, log: (await hall.engine.snapshot(threadId)).log };
    } catch (error) {
      if (!(error instanceof HallError) || error.code === 'storage') throw error;
      onProblem(threadId, error.message);
    }
  }
}

// Which events of a ledger are a person's: what they said, and where they are only named.

/** Who said the words of an event; `undefined` for one of a run. */
function findAuthor({ type, data }: LedgerEvent): string | undefined {
  switch (type) {
    case 'turn-recorded':
    case 'answer-rejected':
      return data.by.author;
    case 'interjection-added':
      return data.author;
    case 'debate-closed':
    case 'debate-force-closed':
    case 'outcome-recorded':
    case 'follow-up-asked':
      return data.by;
    default:
      return undefined;
  }
}

/** Whether the words of an event are those of somebody with one of these names. */
export function isAuthoredBy(event: LedgerEvent, names: ReadonlySet<string>): boolean {
  const author = findAuthor(event);
  return author !== undefined && names.has(author);
}

/** Whether it is theirs, or names them as whoever did something. */
export function isAbout(event: LedgerEvent, names: ReadonlySet<string>): boolean {
  if (isAuthoredBy(event, names)) return true;
  const { type, data } = event;
  if (type === 'debate-opened' || type === 'run-started') return data.askedBy !== undefined && names.has(data.askedBy);
  if (type === 'seat-taken' && data.agent.kind === PERSON_KIND && names.has(data.agent.agent)) return true;
  return 'by' in data && typeof data.by === 'string' && names.has(data.by);
}
