// How a decision turned out, from whoever knows.
import type { DebateView, OutcomeWay } from '../../../domain/hall-page/debate.ts';
import type { OutcomeRequest } from '../../../domain/hall-page/writes.ts';
import { safe } from '../../report/words.ts';
import { Choice, Line, type Option, Text } from './fields.tsx';
import { FoldedForm } from './fold.tsx';

const ANOTHER = 'answer';
const OPTIONS: Readonly<Record<OutcomeWay, readonly Option[]>> = {
  verdict: [
    { value: 'right', title: 'It was right' },
    { value: 'wrong', title: 'It was wrong' },
    { value: 'mixed', title: 'Both' },
  ],
  answer: [{ value: ANOTHER, title: 'I know the right answer' }],
};

export function Outcome({ view: { record, can } }: { readonly view: DebateView }) {
  const { threadId, question } = record;
  const options = can.outcome.flatMap((way) => OPTIONS[way]);
  const readTurnedOut = (fields: Readonly<Record<string, string>>) =>
    (fields['verdict'] === ANOTHER ? fields['answer'] : fields['verdict'])?.trim() ?? '';
  return (
    <FoldedForm<OutcomeRequest>
      debate={threadId}
      kind="outcome"
      fold="How it turned out"
      title="Outcome"
      submit="Record the outcome"
      body={(fields) => {
        const turnedOut = readTurnedOut(fields);
        const note = fields['note']?.trim() ?? '';
        return turnedOut === '' ? undefined : { turnedOut, ...(note === '' ? {} : { note }) };
      }}
    >
      {(writing) => (
        <>
          <Choice writing={writing} name="verdict" label="The decision" options={options} />
          {writing.fields['verdict'] === ANOTHER && (
            <Line
              writing={writing}
              name="answer"
              label="The right answer"
              hint={question?.options?.map((each, index) => `${index + 1}: ${safe(each ?? 'redacted')}`).join(', ')}
            />
          )}
          <Text writing={writing} name="note" label="What happened" rows={3} />
        </>
      )}
    </FoldedForm>
  );
}
