// The top of the page: the question, where the debate stands, the answer, what it means, who stands behind it and who does not.
// Also runs in Node from source, where loaders read this and not the settings of the page:
/** @jsxRuntime automatic @jsxImportSource preact */

import type { ComponentChildren } from 'preact';
import type { DebateRecord } from '../../domain/record.ts';
import { describeDissent, listConclusions, titleResult } from '../../domain/words/conclusions.ts';
import { cutTitle } from '../../domain/words/cut-line.ts';
import { type DebateState, describeState } from '../../domain/words/describe-state.ts';
import { Facts } from './facts.tsx';
import { LongWords } from './long-words.tsx';
import { Markdown } from './markdown.tsx';
import { Verdict } from './verdict.tsx';
import { createLabels, describeTime, safe } from './words.ts';

const TITLE_LENGTH = 160;

function Heading({ topic }: Pick<DebateRecord, 'topic'>) {
  if (topic === null) return <h1 class="redacted">The topic was redacted</h1>;
  const text = safe(topic.trim());
  const title = cutTitle(text, TITLE_LENGTH);
  return (
    <>
      <h1 dir="auto">
        <LongWords text={title} />
      </h1>
      {title !== text && (
        <details class="whole">
          <summary>The whole question</summary>
          <Markdown text={topic} />
        </details>
      )}
    </>
  );
}

function Rehearsal({ record }: { readonly record: DebateRecord }) {
  const { rehearsal } = record.authority;
  if (rehearsal.length === 0) return null;
  const isWhole = record.seats.every(({ seat }) => rehearsal.includes(seat));
  const who = isWhole ? '' : ` for ${rehearsal.map(createLabels(record)).join(', ')}`;
  return (
    <p class="banner" role="note">
      <strong>Rehearsal.</strong> No model was called{who}: {isWhole ? 'these' : 'those'} texts are built in. This
      decides nothing.
    </p>
  );
}

function Dissent({ record }: { readonly record: DebateRecord }) {
  const label = createLabels(record);
  if (record.dissent.length === 0) return null;
  return (
    <section id="dissent" aria-labelledby="dissent-title">
      <h2 id="dissent-title">Dissent</h2>
      {record.dissent.map(({ seat, text }, index) => (
        <blockquote key={`${seat} ${index}`} class="dissent">
          <p class="who">
            <strong>{label(seat)}</strong> {describeDissent(record, seat)}
          </p>
          {text === null ? <p class="redacted">The text was redacted.</p> : <Markdown text={text} />}
        </blockquote>
      ))}
    </section>
  );
}

function Decision({ record }: { readonly record: DebateRecord }) {
  const decision = listConclusions(record).find(({ part }) => part === 'decision');
  if (decision === undefined && (record.result !== null || record.status === 'open')) return null;
  return (
    <section id="decision" class="decision" aria-labelledby="decision-title">
      <h2 id="decision-title">Decision</h2>
      {decision === undefined ? <p class="redacted">No decision was recorded.</p> : <Markdown text={decision.text} />}
    </section>
  );
}

/** What the pictures show, in the format's own words; `undefined` where there is nothing but the decision. */
export const findResultText = (record: DebateRecord): string | undefined =>
  listConclusions(record).find(({ part }) => part === 'result')?.text;

/** Where no pictures follow. */
export function ResultText({ record }: { readonly record: DebateRecord }) {
  const text = findResultText(record);
  if (text === undefined) return null;
  return (
    <section id="result" aria-labelledby="result-title">
      <h2 id="result-title">{record.outcome === 'force-closed' ? titleResult(record) : 'Result in words'}</h2>
      <Markdown text={text} />
    </section>
  );
}

/** What a file says of itself until its program has read it: a file that is cut off or damaged goes on saying it. */
export function Unchecked() {
  return (
    <p class="check-line open" role="note">
      <strong>Not checked yet.</strong> If this line stays, the file is damaged or cut off, or scripts are off: do not
      rely on it.
    </p>
  );
}

/** All that a file tells: nobody knows whether somebody runs the debate by now. */
function describeFile(record: DebateRecord): DebateState {
  const label = createLabels(record);
  const { status, outcome, authority } = record;
  const state = describeState({ status, outcome, running: false, failed: authority.failed.map(label) });
  return state.kind === 'paused' ? { ...state, title: 'Not finished when this page was written' } : state;
}

interface SummaryProps {
  readonly record: DebateRecord;
  /** Where the page follows the debate: how it stands now. */
  readonly state?: DebateState | undefined;
  /** The one thing to do next. */
  readonly action?: ComponentChildren;
  /** What is known of the file that holds this page. */
  readonly check?: ComponentChildren;
}

/** Readable without scripts: it is also written into the file as plain HTML. */
export function Summary({ record, state = describeFile(record), action, check }: SummaryProps) {
  const { format, recipe, tags = [], openedAt } = record;
  return (
    <>
      <header class="top" id="top">
        <p class="kicker">
          {safe(format)}
          {recipe === undefined ? '' : ` · ${safe(recipe)}`} · <time dateTime={openedAt}>{describeTime(openedAt)}</time>
          {tags.map((tag) => (
            <span key={tag} class="chip">
              {safe(tag)}
            </span>
          ))}
        </p>
        <Heading topic={record.topic} />
        {check}
        <Rehearsal record={record} />
        <Verdict record={record} state={state} action={action} />
        <Facts record={record} />
      </header>
      <Decision record={record} />
      <Dissent record={record} />
    </>
  );
}
