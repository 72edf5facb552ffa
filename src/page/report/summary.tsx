// The top of the page: the question, the answer, what the outcome means, who stands behind it and who does not.
// Also runs in Node from source, where loaders read this and not the settings of the page:
/** @jsxRuntime automatic @jsxImportSource preact */
import type { ComponentChildren } from 'preact';

import type { DebateRecord } from '../../domain/record.ts';
import { describeDissent, listConclusions } from '../../domain/words/conclusions.ts';
import { describeHindsight } from '../../domain/words/describe-hindsight.ts';
import { countNoun, formatCost, formatDuration } from '../../domain/words/format-figures.ts';
import { Markdown } from './markdown.tsx';
import { movesIn, opinionsIn } from './result/result-data.ts';
import { authorityOf, describeOutcome, describeTime, labelsOf, safe } from './words.ts';

const TITLE_LENGTH = 160;

function Heading({ topic }: Pick<DebateRecord, 'topic'>) {
  if (topic === null) return <h1 class="redacted">The topic was redacted</h1>;
  const text = safe(topic.trim());
  const [line = ''] = text.split(/[\r\n]/);
  if (line === text && line.length <= TITLE_LENGTH) return <h1 dir="auto">{text}</h1>;
  return (
    <>
      <h1 dir="auto">{line.length > TITLE_LENGTH ? `${line.slice(0, TITLE_LENGTH)} …` : line}</h1>
      <details class="whole">
        <summary>The whole question</summary>
        <Markdown text={topic} />
      </details>
    </>
  );
}

function Rehearsal({ record }: { readonly record: DebateRecord }) {
  const { rehearsal } = record.authority;
  if (rehearsal.length === 0) return null;
  const isWhole = record.seats.every(({ seat }) => rehearsal.includes(seat));
  const who = isWhole ? '' : ` for ${rehearsal.map(labelsOf(record)).join(', ')}`;
  return (
    <p class="banner" role="note">
      <strong>Rehearsal.</strong> No model was called{who}: {isWhole ? 'these' : 'those'} texts come from checklists.
      This decides nothing.
    </p>
  );
}

function Fact({ name, tone, children }: { name: string; tone?: string; children: ComponentChildren }) {
  return (
    <div class={tone === undefined ? 'fact' : `fact ${tone}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** "1 of 3 seats", and from what to what; nothing where answers in words cannot be compared. */
function Moved({ record }: { readonly record: DebateRecord }) {
  const moves = [...movesIn(record)].filter(([, { moved }]) => moved !== null);
  if (moves.length === 0) return null;
  const label = labelsOf(record);
  const moved = moves.filter(([, move]) => move.moved);
  return (
    <Fact name="Moved">
      <strong>
        {moved.length} of {countNoun(moves.length, 'seat')}
      </strong>
      {moved.map(([seat, { from, to }]) => (
        <span key={seat} class="line" dir="auto">
          {label(seat)}: {safe(from ?? 'redacted')} → {safe(to ?? 'redacted')}
        </span>
      ))}
    </Fact>
  );
}

function Facts({ record }: { readonly record: DebateRecord }) {
  const authority = authorityOf(record);
  const label = labelsOf(record);
  const { calls, callsWithoutCost, usage } = record;
  return (
    <dl class="facts">
      <Fact name="Authority" tone={authority.isFull ? 'good' : 'poor'}>
        <strong>{authority.title}</strong>
        {authority.facts.map((fact) => (
          <span key={fact} class="line" dir="auto">
            {fact}
          </span>
        ))}
      </Fact>
      <Fact name="Dissent">
        <strong>{record.dissent.length === 0 ? 'None recorded' : countNoun(record.dissent.length, 'seat')}</strong>
        {record.dissent.length > 0 && (
          <span class="line" dir="auto">
            {record.dissent.map(({ seat }) => label(seat)).join(', ')}
          </span>
        )}
      </Fact>
      <Moved record={record} />
      {record.hindsight !== undefined && (
        <Fact name="Turned out">
          <strong dir="auto">{safe(describeHindsight(record.hindsight))}</strong>
        </Fact>
      )}
      <Fact name="Spent">
        <strong>{formatDuration(record.runningMs)}</strong>
        <span class="line">
          {countNoun(calls, 'call')}, {formatCost(usage.costMicroUsd ?? 0, calls, callsWithoutCost)}
        </span>
      </Fact>
    </dl>
  );
}

function Dissent({ record }: { readonly record: DebateRecord }) {
  const label = labelsOf(record);
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
  const decision = listConclusions(record).find(({ title }) => title === 'Decision');
  if (decision === undefined && (record.result !== null || record.status === 'open')) return null;
  return (
    <section id="decision" class="decision" aria-labelledby="decision-title">
      <h2 id="decision-title">Decision</h2>
      {decision === undefined ? (
        <p class="redacted">There is none, or it was redacted.</p>
      ) : (
        <Markdown text={decision.text} />
      )}
    </section>
  );
}

/** What the pictures show, in the format's own words. */
function ResultText({ record, isOpen }: { readonly record: DebateRecord; readonly isOpen: boolean }) {
  const result = listConclusions(record).find(({ title }) => title === 'Result');
  if (result === undefined) return null;
  return (
    <section id="result" aria-labelledby="result-title">
      <h2 id="result-title">Result</h2>
      <details open={isOpen}>
        <summary>The result in words</summary>
        <Markdown text={result.text} />
      </details>
    </section>
  );
}

/** The answer, where the debate has one in a few words; else its result in a sentence. */
function Answer({ record }: { readonly record: DebateRecord }) {
  // What the openings say is no answer of the debate while it is under way.
  const answer = record.outcome === null ? null : (opinionsIn(record)?.answer ?? null);
  const text = answer ?? record.result?.headline;
  if (text === undefined) return null;
  return (
    <p class={answer === null ? 'answer sentence' : 'answer'} dir="auto">
      {safe(text)}
    </p>
  );
}

interface SummaryProps {
  readonly record: DebateRecord;
  /** Nothing follows, so the result is not folded. */
  readonly isAlone?: boolean;
  /** The page follows the debate, so that what it shows does not grow old. */
  readonly isFollowed?: boolean;
}

/** Readable without scripts: it is also written into the file as plain HTML. */
export function Summary({ record, isAlone = false, isFollowed = false }: SummaryProps) {
  const outcome = describeOutcome(record);
  const { format, recipe, tags = [], openedAt, endedAt } = record;
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
        <Rehearsal record={record} />
        <div class={`verdict ${outcome.tone}`}>
          <Answer record={record} />
          <p class="outcome">
            <strong>{outcome.title}</strong> <span>{outcome.meaning}</span>
          </p>
        </div>
        <Facts record={record} />
        {endedAt === null && record.status === 'open' && !isFollowed && (
          <p class="banner" role="note">
            <strong>Not finished.</strong> This page shows the debate as it was when the page was written.
          </p>
        )}
      </header>
      <Decision record={record} />
      <Dissent record={record} />
      <ResultText record={record} isOpen={isAlone} />
    </>
  );
}
