// What a debate is opened with, before its texts are sealed and after, and the first lines of its ledger.
import { defined } from '../../domain/defined.ts';
import type { EventData, EventDraft, LedgerEvent } from '../../domain/events.ts';
import { HallError, problemToError } from '../../domain/failures/errors.ts';
import type { OpenPicture } from '../../domain/pictures.ts';
import type { AnswerKind } from '../../domain/question/choices.ts';
import type { OpenSealed } from '../../domain/sealed/sealed.ts';
import type { AnyFormat } from '../../formats/format.ts';
import { chainEnd, chainEvent, EMPTY_CHAIN, type Seal, toLine } from '../chain/chain.ts';
import { LedgerReader } from '../chain/reader.ts';
import { type Pen, readTime } from './replica.ts';
import { checkOpening } from './snapshot.ts';

type Opening = EventData<'debate-opened'>;

/** A question before its words are sealed. */
export interface QuestionRequest {
  readonly answer: AnswerKind;
  readonly options?: readonly string[] | undefined;
  /** Of a number. */
  readonly unit?: string | undefined;
  readonly byForm?: true;
}

/** Material before its text is sealed. */
export type OpenItem = Omit<Opening['context'][number], 'content'> & { readonly text: string };

export type OpenRequest = Omit<Opening, 'topic' | 'question' | 'context' | 'pages'> & {
  /** Seals of the parent of a fork: the same text stays under the same one, so that anyone can see that it is the same. */
  readonly seals?: readonly OpenSealed[] | undefined;
  readonly topic: string;
  readonly question?: QuestionRequest | undefined;
  readonly context: readonly OpenItem[];
  readonly pages?: readonly OpenItem[] | undefined;
  readonly pictures?: readonly OpenPicture[] | undefined;
};

function sealQuestion({ options, unit, ...rest }: QuestionRequest, seal: Seal): Opening['question'] {
  return { ...rest, ...defined({ options: options?.map(seal), unit: unit === undefined ? undefined : seal(unit) }) };
}

function sealOpening(request: Omit<OpenRequest, 'seals' | 'pictures'>, seal: Seal): Opening {
  const { topic, question, context, pages, ...rest } = request;
  const sealItem = ({ text, ...item }: OpenItem) => ({ ...item, content: seal(text) });
  return {
    ...rest,
    topic: seal(topic),
    ...(question === undefined ? {} : { question: sealQuestion(question, seal) }),
    context: context.map(sealItem),
    ...defined({ pages: pages?.map(sealItem) }),
  };
}

export function draftOpening({ seals = [], pictures = [], ...request }: OpenRequest, sealAnew: Seal) {
  const known = new Map(seals.map((sealed) => [sealed.text, sealed]));
  const seal: Seal = (text) => known.get(text) ?? sealAnew(text);
  const opening: EventDraft<'debate-opened'> = { type: 'debate-opened', data: sealOpening(request, seal) };
  const given = pictures.map(
    ({ data, ...picture }): EventDraft => ({ type: 'picture-given', data: { ...picture, content: seal(data) } }),
  );
  return { opening, given };
}

/** The same as the first events of a ledger. */
export function chainOpening(
  { opening, given }: ReturnType<typeof draftOpening>,
  now: string,
): readonly [LedgerEvent, ...LedgerEvent[]] {
  const events: [LedgerEvent, ...LedgerEvent[]] = [chainEvent(opening, EMPTY_CHAIN, now)];
  for (const draft of given) events.push(chainEvent(draft, chainEnd(events.at(-1) as LedgerEvent), now));
  return events;
}

/** The text of a new ledger. Throws `bad-input`, and what the rules refuse. */
export function writeOpening(request: OpenRequest, format: AnyFormat, pen: Pen): string {
  const drafts = draftOpening(request, pen.seal);
  const lines = chainOpening(drafts, readTime(pen)).map(toLine);
  const reader = new LedgerReader();
  for (const line of lines) {
    const checked = reader.push(line.slice(0, -1));
    if (!checked.ok) throw new HallError('bad-input', `The debate cannot be opened: ${checked.damage.message}`);
  }
  const problem = checkOpening(drafts.opening.data, format);
  if (problem !== undefined) throw problemToError(problem);
  return lines.join('');
}
