// What an earlier debate was about, to ask it again: topic, question, tags and material, as its ledger has them.
import { defined } from '../../../../domain/defined.ts';
import type { EventData, Relation } from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { readSealed, type Sealed } from '../../../../domain/sealed/sealed.ts';
import { listPictures, toOpenPictures } from '../../../../ledger/engine/record/pictures.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { Hall } from '../../hall.ts';
import type { Summary } from '../../records/lists/debate-summary.ts';
import type { OpenInput } from '../opening/open-input.ts';
import type { QuestionInput } from '../opening/question.ts';

type Opened = EventData<'debate-opened'>;

function readAgain(threadId: string, what: string, sealed: Sealed): string {
  const text = readSealed(sealed);
  if (text !== undefined) return text;
  throw new HallError('bad-input', `Cannot ask again: ${what} of "${threadId}" was redacted.`, {
    hint: 'Open a new debate with the question in your own words.',
  });
}

/** `undefined` where the form of the topic says it, which it will again. */
function readQuestion({ threadId, question }: Opened): QuestionInput | undefined {
  if (question === undefined || question.byForm === true) return undefined;
  const options = question.options?.map((option) => readAgain(threadId, 'an option', option));
  const unit = question.unit === undefined ? undefined : readAgain(threadId, 'the unit', question.unit);
  return { answer: question.answer, ...defined({ options, unit }) };
}

const OWN_DECISION = 'the decision of the debate that asked first can be among them';

/**
 * Throws `bad-input` where what was asked has been redacted. Left out are material that was redacted, and earlier decisions, which
 * are others by now.
 */
export function reopen(
  snapshot: Snapshot,
): Pick<OpenInput, 'topic' | 'question' | 'tags' | 'material' | 'pins' | 'pages'> {
  const { opened } = snapshot.debate;
  const pins = opened.reading?.pins ?? [];
  const items = opened.context.map(({ content, ...item }) => ({ ...item, text: readSealed(content) }));
  const pictures = listPictures(snapshot.log);
  const pages = opened.pages?.map(({ content, ...item }) => ({ ...item, text: readSealed(content) }));
  return {
    topic: readAgain(opened.threadId, 'the topic', opened.topic),
    ...defined({ question: readQuestion(opened), tags: opened.tags }),
    pins: pins.filter(({ kind }) => kind !== 'decisions'),
    ...defined({ pages: pages?.flatMap(({ text, ...page }) => (text === undefined ? [] : [{ ...page, text }])) }),
    material: {
      items: items.flatMap(({ text, ...item }) => (text === undefined ? [] : [{ ...item, text }])),
      pictures: toOpenPictures(pictures),
      leftOut: [
        ...opened.contextLeftOut,
        ...items.flatMap(({ source, text }) =>
          text === undefined ? [{ source, reason: 'it was redacted', missed: true as const }] : [],
        ),
        ...pictures.flatMap(({ source, content }) =>
          'text' in content ? [] : [{ source, reason: 'it was redacted', missed: true as const }],
        ),
        ...pins.flatMap(({ kind, spec }) => (kind === 'decisions' ? [{ source: spec, reason: OWN_DECISION }] : [])),
      ],
    },
  };
}

/** Debates with such a relation to another one, the newest first. */
async function* eachRelated(hall: Hall, isWanted: (relation: Relation) => boolean): AsyncGenerator<Summary> {
  for await (const digests of hall.summaries.digests()) {
    for (const { summary } of digests) if (summary.relation !== undefined && isWanted(summary.relation)) yield summary;
  }
}

/** The newest of them, so that what an earlier run opened is found. */
export async function findRelated(hall: Hall, { kind, of }: Relation): Promise<string | undefined> {
  const isWanted = (relation: Relation) => relation.of === of && relation.kind === kind;
  for await (const { threadId } of eachRelated(hall, isWanted)) return threadId;
  return undefined;
}

async function listRelated(hall: Hall, of: string, kinds: readonly Relation['kind'][]): Promise<readonly string[]> {
  const found: string[] = [];
  const isWanted = (relation: Relation) => relation.of === of && kinds.includes(relation.kind);
  for await (const { threadId } of eachRelated(hall, isWanted)) found.push(threadId);
  return found.sort();
}

/** The forks of a debate, in order of their names. */
export const listForks = async (hall: Hall, threadId: string) => await listRelated(hall, threadId, ['fork']);

/** These debates, their forks, the forks of those, and so on. A name that is used again can lead back to where it began. */
export async function listFamily(hall: Hall, roots: readonly string[]): Promise<ReadonlySet<string>> {
  const family = new Set(roots);
  // A set that grows while it is walked is walked to its end.
  for (const threadId of family) for (const fork of await listForks(hall, threadId)) family.add(fork);
  return family;
}

/** Forks whose parent is not in the hall: nobody can tell whose descendants they are. */
export async function listOrphans(hall: Hall): Promise<readonly string[]> {
  const orphans: string[] = [];
  for await (const { threadId, relation } of eachRelated(hall, ({ kind }) => kind === 'fork')) {
    if (relation !== undefined && !(await hall.store.exists(relation.of))) orphans.push(threadId);
  }
  return orphans;
}

/** Debates that ask the same question again, with topic and material under seals of their own. */
export const listAskedAgain = async (hall: Hall, threadId: string) =>
  await listRelated(hall, threadId, ['escalation', 'comparison', 'recheck']);
