// What an earlier debate was about, to ask it again: topic, question, tags and material, as its ledger has them.
import { defined } from '../../../../domain/defined.ts';
import type { EventData } from '../../../../domain/events.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { readSealed, type Sealed } from '../../../../domain/sealed/sealed.ts';
import { listPictures, toOpenPictures } from '../../../../ledger/engine/record/pictures.ts';
import type { Snapshot } from '../../../../ledger/engine/snapshot.ts';
import type { OpenInput } from '../opening/open-input.ts';
import type { QuestionInput } from '../opening/question.ts';

function readAgain(threadId: string, what: string, sealed: Sealed): string {
  const text = readSealed(sealed);
  if (text !== undefined) return text;
  throw new HallError('bad-input', `Cannot ask again: ${what} of "${threadId}" was redacted.`, {
    hint: 'Open a new debate with the question in your own words.',
  });
}

/** `undefined` where the form of the topic says it, which it will again. */
function readQuestion({ threadId, question }: EventData<'debate-opened'>): QuestionInput | undefined {
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
