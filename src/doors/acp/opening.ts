// Opens the debate that a prompt asks for.
import { isAbsolute, relative, resolve } from 'node:path';
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { describeLeftOut } from '../../domain/left-out.ts';
import type { DebateRecord } from '../../domain/record.ts';
import { REDACTED_MARK } from '../../domain/sealed/sealed.ts';
import { joinConclusions, listConclusions } from '../../domain/words/conclusions.ts';
import { describeEnding } from '../../domain/words/describe-ending.ts';
import { describeHindsight, titleTurnedOut } from '../../domain/words/describe-hindsight.ts';
import { describeUnclear } from '../../domain/words/describe-unclear.ts';
import { givenDocuments, givenPictures, type Material } from '../../hall/operations/debate/opening/given-documents.ts';
import { openDebate } from '../../hall/operations/debate/opening/open-debate.ts';
import type { OpenInput } from '../../hall/operations/debate/opening/open-input.ts';
import type { Probing } from '../../hall/operations/debate/seats/probe-agents.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import { showDebate } from '../../hall/operations/records/copies/export-debate.ts';
import { reviewOpening } from '../../hall/operations/review/review-diff.ts';
import { isSecretFile, isSecretFileName } from '../../material/context/files/secret-file-names.ts';
import { cleanName, withSlashes } from '../../support/text.ts';
import { type Chosen, isByQuestion } from './choices.ts';
import type { UserMessage } from './prompt.ts';

interface Opening {
  readonly message: UserMessage;
  readonly chosen: Chosen;
  readonly conversation: string;
  /** The debate that the same session had before. */
  readonly before: string | undefined;
  readonly probing: Probing;
  readonly signal: AbortSignal;
  readonly warn: (sentence: string) => void;
}

/** What the earlier debate asked and came to, since "and what would that cost?" means nothing without it. */
async function recall(hall: Hall, threadId: string): Promise<Material['items']> {
  const record = await showDebate(hall, threadId);
  const conclusion = joinConclusions(listConclusions(record));
  if (record.status === 'open' || conclusion === undefined) return [];
  const topic = record.topic ?? REDACTED_MARK;
  const { headline, authority } = describeEnding(record);
  const { hindsight } = record;
  const standing = [
    `Outcome: ${headline}`,
    `Authority: ${authority}`,
    ...(hindsight === undefined ? [] : [`${titleTurnedOut(hindsight)} ${describeHindsight(hindsight)}`]),
  ];
  const text = [`# ${topic}`, ...standing, `${conclusion}\n`].join('\n\n');
  return [{ source: `debate:${threadId}`, bytes: Buffer.byteLength(text), text }];
}

function withoutEscapes(address: string): string {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

/** A client may send the text of a file that it mentions: it is the same file. Throws `secret-found`. */
async function toSource(hall: Hall, name: string): Promise<string> {
  const file =
    withoutEscapes(name.replace(/[?#].*$/s, ''))
      .split(/[/\\]/)
      .at(-1) ?? '';
  const isSecret = isSecretFileName(file) || (await isSecretFile(resolve(hall.cwd, name)));
  if (!hall.loaded.config.context.allowSecrets && isSecret) {
    const message = `${cleanName(file)} is a file that usually holds secrets. Context is sent to the agents' services.`;
    throw new HallError('secret-found', message, { hint: 'Leave it out.' });
  }
  return cleanName(isAbsolute(name) ? withSlashes(relative(hall.cwd, name)) : name);
}

async function collectAttached(hall: Hall, { documents }: UserMessage): Promise<Material['items']> {
  const sources = await Promise.all(documents.map(({ name }) => toSource(hall, name)));
  const { items } = givenDocuments(
    hall,
    documents.map(({ text }) => text),
  );
  return items.map((item, index) => ({ ...item, source: sources[index] ?? item.source }));
}

async function collectPictures(hall: Hall, { message, signal }: Opening): Promise<NonNullable<Material['pictures']>> {
  const named = message.pictures.map(async ({ name, bytes }) => ({ source: await toSource(hall, name), bytes }));
  const files = await Promise.all(named);
  return await givenPictures(files, signal);
}

/** A review reads its change before anything else. */
async function toInput(hall: Hall, { message, before, signal }: Opening): Promise<OpenInput> {
  const { command, words, files: context } = message;
  const { format: usual } = hall.loaded.config;
  const format = command === 'check' || command === 'review' || command === 'plan' ? command : usual;
  if (format === 'review')
    return await reviewOpening(hall, { ...(words === '' ? {} : { topic: words }), context, signal });
  if (words === '')
    throw new HallError('bad-input', 'The question is empty.', { hint: 'Write the question to decide.' });
  const items = before === undefined ? [] : await recall(hall, before);
  return { topic: words, format, context, material: { items, leftOut: [] }, signal };
}

/** The ID of the new debate. Throws what opening a debate, a plan or a review throws. */
export async function openFor(hall: Hall, opening: Opening): Promise<string> {
  const { message, chosen, conversation, probing, warn } = opening;
  const { material, ...input } = await toInput(hall, opening);
  const items = [...(material?.items ?? []), ...(await collectAttached(hall, message))];
  const { threadId } = await openDebate(hall, {
    ...input,
    material: {
      items,
      leftOut: material?.leftOut ?? [],
      pictures: [...(material?.pictures ?? []), ...(await collectPictures(hall, opening))],
    },
    conversation,
    onUnknownSeat: (seat) => warn(`This debate has no seat "${seat}", so its --seat is left out.`),
    ...(isByQuestion(chosen) ? { perspectives: 'auto' as const } : {}),
    ...defined({ probing }),
  });
  return threadId;
}

/** What its user should know before anything is spent: what the question was taken for, and what the seats do not get. */
export function describeOpening({ topic, question, contextLeftOut }: DebateRecord): readonly string[] {
  const unclear = describeUnclear(question, topic ?? '', 'acp');
  return [
    ...(unclear === undefined ? [] : [unclear]),
    ...(contextLeftOut.length === 0 ? [] : [`Left out of the context: ${describeLeftOut(contextLeftOut)}.`]),
  ];
}
