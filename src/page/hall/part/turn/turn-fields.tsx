// What a person is asked to fill in, by the kind of turn that waits for them.
import type { WaitingTurn } from '../../../../domain/hall-page/debate.ts';
import type { Question } from '../../../../domain/question/question.ts';
import { safe } from '../../../report/words.ts';
import { Choice, Confidence, Line, type Option, Text } from '../fields.tsx';
import { ClaimFields, nameClaim } from './claim-fields.tsx';
import { PointFields } from './point-fields.tsx';
import type { Writing } from './writing.tsx';

const NONE: Option = { value: 'none', title: 'None of these' };
const UNSURE: Option = { value: 'unsure', title: 'Not enough is known to say' };

function Answer({ writing, question }: { readonly writing: Writing; readonly question: Question | undefined }) {
  const answer = { writing, name: 'answer', label: 'Your answer' };
  const options = question?.options ?? [];
  switch (question?.answer) {
    case 'yes-no':
    case 'choice':
      return (
        <Choice {...answer} options={[...options.map((value) => ({ value, title: safe(value) })), NONE, UNSURE]} />
      );
    case 'ranking':
      return (
        <>
          <ol>
            {options.map((option) => (
              <li key={option} dir="auto">
                {safe(option)}
              </li>
            ))}
          </ol>
          <Line {...answer} hint="The numbers of all options, the best first, such as 2 > 1 > 3." />
        </>
      );
    case 'number':
      return (
        <Line
          {...answer}
          hint={`A number${question.unit === undefined ? '' : ` of ${safe(question.unit)}`}, and where you would bet that it lies, such as 12.5 (10 to 15).`}
        />
      );
    case 'probability':
      return <Line {...answer} hint="In percent, such as 70%." />;
    default:
      return <Text {...answer} rows={5} />;
  }
}

const NO_CLAIM: Option = { value: 'none', title: 'None' };
const VOTES: readonly Option[] = [
  { value: 'own', title: 'My own answer stands' },
  { value: 'accept', title: 'I accept the decision' },
  { value: 'reject', title: 'I reject the decision' },
];
const APPROVALS: readonly Option[] = [
  { value: 'approve', title: 'Approve' },
  { value: 'reject', title: 'Reject' },
];
const REVIEWS: readonly Option[] = [
  { value: 'approve', title: 'Approve what both wrote' },
  { value: 'override', title: 'Replace the words of one side' },
  { value: 'reject', title: 'Reject' },
];

export function TurnFields({ turn, writing }: { readonly turn: WaitingTurn; readonly writing: Writing }) {
  const { kind, question, form, blankForm, votes, claims = [], sides = [] } = turn;
  const { fields } = writing;
  switch (kind) {
    case 'text':
      return (
        <>
          <Text writing={writing} name="text" label="Your turn" hint={form} rows={blankForm === undefined ? 8 : 16} />
          {turn.claims !== undefined && <ClaimFields turn={turn} writing={writing} />}
        </>
      );
    case 'claims':
      return <ClaimFields turn={turn} writing={writing} />;
    case 'points':
      return <PointFields turn={turn} writing={writing} />;
    case 'opening':
      return (
        <>
          <Answer writing={writing} question={question} />
          <Confidence writing={writing} />
          <Text writing={writing} name="claims" label="What it rests on" hint="One claim in each line." rows={4} />
          <Text writing={writing} name="changeMind" label="What would change your mind?" rows={2} />
        </>
      );
    case 'ballot':
      return (
        <>
          <Answer writing={writing} question={question} />
          <Confidence writing={writing} />
          {claims.length > 0 && (
            <Choice
              writing={writing}
              name="movedBy"
              label="The claim that moved you"
              options={[NO_CLAIM, ...claims.map((value) => ({ value, title: nameClaim(value) }))]}
            />
          )}
          <Text writing={writing} name="reason" label="Why?" rows={3} />
          {votes === true && <Choice writing={writing} name="vote" label="The decision" options={VOTES} />}
          {votes === true && fields['vote'] === 'reject' && (
            <Text writing={writing} name="objection" label="Your objection" rows={3} />
          )}
        </>
      );
    case 'vote':
      return (
        <>
          <Choice writing={writing} name="vote" label="Your vote" options={APPROVALS} />
          <Text writing={writing} name="reason" label="Why?" rows={3} />
        </>
      );
    case 'review':
      return (
        <>
          <Choice writing={writing} name="action" label="Your review" options={REVIEWS} />
          {fields['action'] === 'override' && (
            <Choice
              writing={writing}
              name="side"
              label="Whose words?"
              options={sides.map((value) => ({ value, title: `Of the ${value} side` }))}
            />
          )}
          <Text
            writing={writing}
            name="text"
            label={fields['action'] === 'override' ? 'Your words' : 'Why?'}
            rows={4}
          />
        </>
      );
  }
}
