// What a debate is opened with, before its texts are sealed and after.
import { defined } from '../../domain/defined.ts';
import type { EventData } from '../../domain/events.ts';
import type { AnswerKind } from '../../domain/question/choices.ts';
import type { OpenSealed } from '../../domain/sealed/sealed.ts';
import type { Seal } from '../chain/chain.ts';

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
};

function sealQuestion({ options, unit, ...rest }: QuestionRequest, seal: Seal): Opening['question'] {
  return { ...rest, ...defined({ options: options?.map(seal), unit: unit === undefined ? undefined : seal(unit) }) };
}

export function sealOpening(request: OpenRequest, sealAnew: Seal): Opening {
  const { topic, question, context, pages, seals = [], ...rest } = request;
  const known = new Map(seals.map((sealed) => [sealed.text, sealed]));
  const seal: Seal = (text) => known.get(text) ?? sealAnew(text);
  const sealItem = ({ text, ...item }: OpenItem) => ({ ...item, content: seal(text) });
  return {
    ...rest,
    topic: seal(topic),
    ...(question === undefined ? {} : { question: sealQuestion(question, seal) }),
    context: context.map(sealItem),
    ...defined({ pages: pages?.map(sealItem) }),
  };
}
