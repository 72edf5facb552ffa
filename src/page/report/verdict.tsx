// What came of the debate, in one box: where it stands, the answer or the split, both tallies, the alarm, and what to do next.
import type { ComponentChildren } from 'preact';
import type { DebateRecord } from '../../domain/record.ts';
import { describeAlarm } from '../../domain/words/describe-authority.ts';
import { adviseMerge, type MergeAdvice } from '../../domain/words/describe-reviewed.ts';
import type { DebateState } from '../../domain/words/describe-state.ts';
import { describeWords, formatCounts } from '../../domain/words/describe-tallies.ts';
import { influenceIn, opinionsIn, reviewIn } from './result/result-data.ts';
import { createLabels, describeOutcome, type OutcomeText, safe } from './words.ts';

/** What stands largest on the page: the answer, where one stands; else the split, and never an answer that nobody may act on. */
interface Headline {
  readonly text: string;
  /** Short enough to stand large. */
  readonly isAnswer: boolean;
}

interface Tally {
  readonly name: string;
  readonly split: string;
}

/** What the seats answered before they read each other, and in the end; none for answers in words, which nobody can count. */
function listTallies(record: DebateRecord): readonly Tally[] {
  const opinions = opinionsIn(record);
  if (opinions === undefined) return [];
  const { openings, ballot } = opinions;
  return [
    ...(openings.counts.length === 0
      ? []
      : [
          {
            name: ballot.seats.length === 0 ? 'Blind answers' : 'Blind, before the debate',
            split: formatCounts(opinions, openings),
          },
        ]),
    ...(ballot.seats.length === 0 || ballot.counts.length === 0
      ? []
      : [{ name: 'Blind, at the end', split: formatCounts(opinions, ballot) }]),
  ];
}

function adviceIn(record: DebateRecord): MergeAdvice | undefined {
  const review = reviewIn(record);
  return review && adviseMerge(review, record.outcome);
}

function findAnswer(record: DebateRecord): Headline | undefined {
  const { outcome, result, status } = record;
  const advice = adviceIn(record);
  if (advice !== undefined) return { text: advice.title, isAnswer: true };
  const opinions = opinionsIn(record);
  if (opinions === undefined) {
    // What lies beside a decision, such as claims, says nothing by itself while there is none.
    const isBeside = outcome === null && result?.besideDecision === true;
    return result === null || isBeside ? undefined : { text: result.headline, isAnswer: false };
  }
  // What the openings say is no answer of the debate while it is under way.
  if (outcome === null) return undefined;
  if (opinions.answer !== null) return { text: opinions.answer, isAnswer: true };
  // The decision of a person has a place of its own.
  if (status === 'closed' && opinions.reason === 'unfinished') return undefined;
  const [split] = listTallies(record).slice(-1);
  if (split !== undefined) return { text: `No answer stands (${split.split})`, isAnswer: false };
  // The words themselves are in the table of openings and final answers.
  return { text: describeWords(opinions), isAnswer: false };
}

function findHeadline(record: DebateRecord): Headline | undefined {
  const found = findAnswer(record);
  return found === undefined ? undefined : { ...found, text: safe(found.text) };
}

/** A review is only as good as what it says of the change. */
function findTone(record: DebateRecord): OutcomeText['tone'] {
  return adviceIn(record)?.tone ?? describeOutcome(record).tone;
}

function State({ record, state }: { readonly record: DebateRecord; readonly state: DebateState }) {
  if (state.kind !== 'over') {
    return (
      <p class={`standing ${state.kind}`} dir="auto">
        <strong>{safe(state.title)}.</strong> There is no outcome yet.
      </p>
    );
  }
  const { title, meaning } = describeOutcome(record);
  return (
    <p class="outcome">
      <strong>{title}</strong> <span>{meaning}</span>
    </p>
  );
}

/** Why seats failed, in the words of the last failure of each. */
function Failures({ record }: { readonly record: DebateRecord }) {
  const { authority, entries, status } = record;
  if (status !== 'open') return null;
  const label = createLabels(record);
  return (
    <>
      {authority.failed.map((seat) => {
        const last = entries.findLast((entry) => entry.kind === 'failure' && entry.seat === seat);
        return (
          last?.kind === 'failure' && (
            <p key={seat} class="problem" dir="auto">
              <a href={`#t${last.seq}`}>{label(seat)} failed</a>: {safe(last.failure.message)}
            </p>
          )
        );
      })}
    </>
  );
}

function Tallies({ record }: { readonly record: DebateRecord }) {
  const tallies = listTallies(record);
  if (tallies.length === 0) return null;
  return (
    <dl class="tallies">
      {tallies.map(({ name, split }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd dir="auto">{safe(split)}</dd>
        </div>
      ))}
    </dl>
  );
}

function Alarm({ record }: { readonly record: DebateRecord }) {
  const influence = influenceIn(record);
  const alarm = influence && describeAlarm(influence, createLabels(record));
  if (alarm === undefined) return null;
  return (
    <p class="alarm" dir="auto">
      <strong>Alarm.</strong> {alarm} That may be conformity rather than conviction.
    </p>
  );
}

interface VerdictProps {
  readonly record: DebateRecord;
  readonly state: DebateState;
  /** The one thing to do next. */
  readonly action: ComponentChildren;
}

export function Verdict({ record, state, action }: VerdictProps) {
  const headline = findHeadline(record);
  return (
    <div class={`verdict ${state.kind === 'over' ? findTone(record) : 'open'}`}>
      {headline !== undefined && (
        <p class={headline.isAnswer ? 'answer' : 'answer sentence'} dir="auto">
          {headline.text}
        </p>
      )}
      <State record={record} state={state} />
      <Failures record={record} />
      <Tallies record={record} />
      <Alarm record={record} />
      {action}
    </div>
  );
}
