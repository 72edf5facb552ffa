// What a debate is opened with, before its texts are sealed and after.
import { defined } from '../domain/defined.ts';
import type { EventData } from '../domain/events.ts';
import type { AnswerKind } from '../domain/question/choices.ts';
import type { Seal } from '../ledger/seal.ts';

type Opening = EventData<'debate-opened'>;

/** A question before its options are sealed. */
export interface QuestionRequest {
  readonly answer: AnswerKind;
  readonly options?: readonly string[] | undefined;
  readonly byForm?: true;
}

/** Material before its text is sealed. */
export type OpenItem = Omit<Opening['context'][number], 'content'> & { readonly text: string };

export type OpenRequest = Omit<Opening, 'topic' | 'question' | 'context' | 'pages'> & {
  readonly topic: string;
  readonly question?: QuestionRequest | undefined;
  readonly context: readonly OpenItem[];
  readonly pages?: readonly OpenItem[] | undefined;
};

function sealQuestion({ options, ...rest }: QuestionRequest, seal: Seal): Opening['question'] {
  return { ...rest, ...defined({ options: options?.map(seal) }) };
}

export function sealOpening({ topic, question, context, pages, ...rest }: OpenRequest, seal: Seal): Opening {
  const sealItem = ({ text, ...item }: OpenItem) => ({ ...item, content: seal(text) });
  return {
    ...rest,
    topic: seal(topic),
    ...(question === undefined ? {} : { question: sealQuestion(question, seal) }),
    context: context.map(sealItem),
    ...defined({ pages: pages?.map(sealItem) }),
  };
}
