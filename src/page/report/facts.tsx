// What is next to the answer: which change it is about, who stands behind it, who does not, who moved, and what it took.
import type { ComponentChildren } from 'preact';
import type { DebateRecord } from '../../domain/record.ts';
import { describeHindsight } from '../../domain/words/describe-hindsight.ts';
import { describeReviewed } from '../../domain/words/describe-reviewed.ts';
import { countNoun, formatCost, formatDuration } from '../../domain/words/format-figures.ts';
import { opinionsIn, readMoves, reviewIn } from './result/result-data.ts';
import { createLabels, safe, toAuthorityText } from './words.ts';

interface FactProps {
  readonly name: string;
  readonly tone?: string | undefined;
  readonly children: ComponentChildren;
}

function Fact({ name, tone, children }: FactProps) {
  return (
    <div class={tone === undefined ? 'fact' : `fact ${tone}`}>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

interface RecordProps {
  readonly record: DebateRecord;
}

/** "1 of 3 seats", and from what to what; nothing where answers in words cannot be compared. */
function Moved({ record }: RecordProps) {
  const moves = [...readMoves(record)].filter(([, { moved }]) => moved !== null);
  if (moves.length === 0) return null;
  const label = createLabels(record);
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

const FILES = 3;

/** Which change it was, so that two reviews can be told apart. */
function Reviewed({ record }: RecordProps) {
  const change = describeReviewed(record.context);
  if (change === undefined) return null;
  const files = reviewIn(record)?.files ?? [];
  const more = files.length - FILES;
  return (
    <Fact name="About">
      <strong dir="auto">{safe(change)}</strong>
      {files.slice(0, FILES).map((file) => (
        <span key={file} class="line" dir="auto">
          {safe(file)}
        </span>
      ))}
      {more > 0 && <span class="line">and {countNoun(more, 'file')} more</span>}
    </Fact>
  );
}

function Authority({ record }: RecordProps) {
  const { title, facts, tone } = toAuthorityText(record);
  return (
    <Fact name="Authority" tone={tone}>
      <strong>{title}</strong>
      {facts.map((fact) => (
        <span key={fact} class="line" dir="auto">
          {fact}
        </span>
      ))}
    </Fact>
  );
}

/** Those of which one could dissent: a seat that only writes or picks has no answer of its own. */
function listVoters(record: DebateRecord, dissenters: readonly string[]): readonly string[] {
  const opinions = opinionsIn(record);
  const asked = [...(opinions?.openings.seats ?? []), ...(opinions?.ballot.seats ?? [])].map(({ seat }) => seat);
  const voters = [...new Set(asked)];
  const isWhole = voters.length > 0 && dissenters.every((seat) => voters.includes(seat));
  return isWhole ? voters : record.seats.map(({ seat }) => seat);
}

function Dissent({ record }: RecordProps) {
  const { dissent, outcome, seats } = record;
  if (outcome === null && dissent.length === 0) return null;
  const label = createLabels({ seats });
  const names = [...new Set(dissent.map(({ seat }) => seat))];
  return (
    <Fact name="Dissent" tone={names.length === 0 ? undefined : 'poor'}>
      <strong>
        {names.length === 0
          ? 'None recorded'
          : `${names.length} of ${countNoun(listVoters(record, names).length, 'seat')}`}
      </strong>
      {names.length > 0 && (
        <span class="line" dir="auto">
          {names.map(label).join(', ')}
        </span>
      )}
    </Fact>
  );
}

export function Facts({ record }: RecordProps) {
  const { calls, callsWithoutCost, usage, hindsight } = record;
  return (
    <dl class="facts">
      <Reviewed record={record} />
      <Authority record={record} />
      <Dissent record={record} />
      <Moved record={record} />
      {hindsight !== undefined && (
        <Fact name="Turned out">
          <strong dir="auto">{safe(describeHindsight(hindsight))}</strong>
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
