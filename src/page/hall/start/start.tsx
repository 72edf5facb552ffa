// Starts a debate: the question, who debates it how, what it will probably take, and only then the button.
import { defined } from '../../../domain/defined.ts';
import type { ForecastRequest, StartAnswer, StartRequest, StartSeat } from '../../../domain/hall-page/start.ts';
import { ANSWER_KINDS } from '../../../domain/question/choices.ts';
import { safe } from '../../report/words.ts';
import { type DraftFields, draftId } from '../part/drafts.ts';
import { Check, Line, Select, Text } from '../part/fields.tsx';
import { Fold } from '../part/fold.tsx';
import { LimitLine, RAISABLE } from '../part/raise-limit.tsx';
import { type Writing, WritingForm } from '../part/turn/writing.tsx';
import { debateAddress, goTo } from '../route.ts';
import { hall } from '../state.ts';
import { ForecastView } from './forecast.tsx';

const value = (fields: DraftFields, name: string) => fields[name]?.trim() ?? '';

const readLines = (fields: DraftFields, name: string) =>
  value(fields, name)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');

const seatField = (seat: string) => `seat ${seat}`;
const modelField = (seat: string) => `model ${seat}`;

/** Of the chosen format and recipe alone: others keep what was chosen for them, and do not get it. */
function readSeats(fields: DraftFields, seats: readonly StartSeat[]): Record<string, string> {
  return Object.fromEntries(
    seats.flatMap(({ seat }) => {
      const [agent, model] = [value(fields, seatField(seat)), value(fields, modelField(seat))];
      return agent === '' ? [] : [[seat, model === '' ? agent : `${agent}:${model}`]];
    }),
  );
}

function readLimits(fields: DraftFields): NonNullable<ForecastRequest['limits']> {
  const numbers = RAISABLE.map((name) => [name, Number(value(fields, name))] as const);
  return Object.fromEntries(numbers.filter(([, number]) => number > 0));
}

/** What was filled in, as the hall takes it; `undefined` while there is no question. */
function toOpening(fields: DraftFields, offered: readonly StartSeat[]): ForecastRequest | undefined {
  const topic = value(fields, 'topic');
  if (topic === '') return undefined;
  const [format, recipe] = [value(fields, 'format'), value(fields, 'recipe')];
  const answer = ANSWER_KINDS.find((kind) => kind === value(fields, 'answer'));
  const [options, context] = [readLines(fields, 'options'), readLines(fields, 'context')];
  const unit = value(fields, 'unit');
  const tags = value(fields, 'tags')
    .split(/[,\s]+/)
    .filter((tag) => tag !== '');
  const [seats, limits] = [readSeats(fields, offered), readLimits(fields)];
  return {
    topic,
    ...(format === '' ? {} : { format }),
    ...(recipe === '' ? {} : { recipe }),
    ...defined({ answer }),
    ...((answer === 'choice' || answer === 'ranking') && options.length > 0 ? { options } : {}),
    ...(answer === 'number' && unit !== '' ? { unit } : {}),
    ...(tags.length === 0 ? {} : { tags }),
    ...(context.length === 0 ? {} : { context }),
    ...(Object.keys(seats).length === 0 ? {} : { seats }),
    ...(Object.keys(limits).length === 0 ? {} : { limits }),
    ...(value(fields, 'rehearse') === '' ? {} : { rehearse: true }),
    ...(value(fields, 'perspectives') === '' ? {} : { perspectives: 'auto' as const }),
    ...(value(fields, 'recall') === '' ? {} : { recall: true }),
  };
}

const ANSWERS: Readonly<Record<(typeof ANSWER_KINDS)[number], string>> = {
  'yes-no': 'Yes or no',
  choice: 'One of several options',
  ranking: 'A ranking of options',
  number: 'A number',
  probability: 'A probability',
  text: 'Words',
};

const findFormat = ({ format }: DraftFields) => {
  const { formats = [], format: usual } = hall.value ?? {};
  return formats.find(({ id }) => id === (format || usual));
};

function listSeats(fields: DraftFields): readonly StartSeat[] {
  const format = findFormat(fields);
  const wanted = fields['recipe'] || hall.value?.recipe;
  return (format?.recipes.find(({ name }) => name === wanted) ?? format)?.seats ?? [];
}

function Seat({ seat: { seat, label }, writing }: { readonly seat: StartSeat; readonly writing: Writing }) {
  const agents = hall.value?.agents ?? [];
  const chosen = agents.find(({ name }) => name === writing.fields[seatField(seat)]);
  const choices = agents.map(({ name, person, obstacle }) => ({
    value: name,
    title: person ? 'A person' : safe(obstacle === undefined ? name : `${name} (${obstacle.replace(/\.$/, '')})`),
    isDisabled: obstacle !== undefined,
  }));
  return (
    <>
      <Select writing={writing} name={seatField(seat)} label={safe(label)} first="As configured" choices={choices} />
      {chosen !== undefined && !chosen.person && (
        <Line writing={writing} name={modelField(seat)} label={`Model of ${safe(label)} (optional)`} />
      )}
    </>
  );
}

function Rules({ writing }: { readonly writing: Writing }) {
  const { formats = [], format: usual } = hall.value ?? {};
  const chosen = findFormat(writing.fields);
  const recipes = (chosen?.recipes ?? []).map(({ name, summary }) => ({
    value: name,
    title: safe(`${name}: ${summary}`),
  }));
  const answer = writing.fields['answer'];
  return (
    <>
      <Select
        writing={writing}
        name="format"
        label="Format"
        first={usual === undefined ? 'Default' : `Default (${safe(usual)})`}
        choices={formats.map(({ id, title }) => ({ value: id, title: safe(`${id}: ${title}`) }))}
      />
      <Select writing={writing} name="recipe" label="Recipe" first="As configured" choices={recipes} />
      <Select
        writing={writing}
        name="answer"
        label="Kind of answer"
        first="By the question"
        choices={ANSWER_KINDS.map((kind) => ({ value: kind, title: ANSWERS[kind] }))}
      />
      {(answer === 'choice' || answer === 'ranking') && (
        <Text writing={writing} name="options" label="Options" hint="One in each line." />
      )}
      {answer === 'number' && (
        <Line writing={writing} name="unit" label="Unit" hint="What the number counts or measures, such as days." />
      )}
    </>
  );
}

function More({ writing }: { readonly writing: Writing }) {
  return (
    <Fold name="start" title="Seats, material and limits">
      <div class="side-by-side">
        {listSeats(writing.fields).map((seat) => (
          <Seat key={seat.seat} seat={seat} writing={writing} />
        ))}
      </div>
      <Text
        writing={writing}
        name="context"
        label="Material"
        hint="Files, globs, git:RANGE or addresses, one in each line, as --context takes them."
      />
      <Check
        writing={writing}
        name="perspectives"
        label="Give each seat the point of view that has the most to say about the question"
      />
      <Check writing={writing} name="recall" label="Also give the seats past decisions that resemble the question" />
      <div class="side-by-side">
        {RAISABLE.map((name) => (
          <LimitLine key={name} writing={writing} limit={name} />
        ))}
      </div>
    </Fold>
  );
}

export function Start() {
  const { noStart = null } = hall.value ?? {};
  return (
    <main>
      <h1 class="plain">Start a debate</h1>
      {noStart !== null && (
        <p class="banner" role="note">
          {safe(noStart.reason)} {noStart.hint !== undefined && safe(noStart.hint)}
        </p>
      )}
      <WritingForm<StartRequest, StartAnswer>
        id={draftId('', 'start')}
        title="New debate"
        path="/api/debates"
        submit="Start"
        confirmation="The debate was started."
        body={(fields) => (noStart === null ? toOpening(fields, listSeats(fields)) : undefined)}
        onDone={({ threadId }) => goTo(debateAddress(threadId))}
      >
        {(writing) => (
          <>
            <Text writing={writing} name="topic" label="What should be decided?" rows={4} />
            <div class="side-by-side">
              <Rules writing={writing} />
            </div>
            <Line writing={writing} name="tags" label="Tags" hint="To find the debate by; separate tags with spaces." />
            <Check writing={writing} name="rehearse" label="Rehearse: no model is called, and nothing is decided" />
            <More writing={writing} />
            <ForecastView opening={toOpening(writing.fields, listSeats(writing.fields))} />
          </>
        )}
      </WritingForm>
    </main>
  );
}
