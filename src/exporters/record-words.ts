// What Markdown documents about a debate say in the same words: outcome, authority, seats and agents.
import type { AgentRef } from '../domain/events.ts';
import { OUTCOME_WORDS } from '../domain/outcomes.ts';
import type { DebateRecord } from '../domain/record.ts';
import { describeHindsight } from '../domain/words/describe-hindsight.ts';
import { describeOneModel } from '../domain/words/describe-one-model.ts';
import { countNoun } from '../domain/words/format-figures.ts';
import { escapePlain } from '../domain/words/markdown-safe.ts';

export type Escape = (text: string) => string;

/** "Accepted: nobody who voted rejects the decision.", or that there is none yet. */
export function describeOutcome({ outcome, outcomeMeaning, status }: DebateRecord): string {
  if (outcome === null) return `None yet: the debate is ${status}`;
  const { title } = OUTCOME_WORDS[outcome];
  return outcomeMeaning === null
    ? title
    : `${title}: ${outcomeMeaning.charAt(0).toLowerCase()}${outcomeMeaning.slice(1)}`;
}

/** An item of a list, where somebody recorded how the decision turned out. */
export function turnedOut({ hindsight }: DebateRecord): string[] {
  return hindsight === undefined ? [] : [`- **Turned out:** ${escapePlain(describeHindsight(hindsight))}`];
}

/** 2026-11-20T10:00:00.000Z as people read it; the record keeps the milliseconds. */
export const formatTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

export function agentName(agent: AgentRef, safe: Escape = escapePlain): string {
  const model =
    agent.model === undefined ? '' : ` (${agent.model}${agent.effort === undefined ? '' : `, ${agent.effort}`})`;
  return safe(`${agent.agent}${model}${agent.rehearsal === true ? ', a rehearsal and no model' : ''}`);
}

/** ", seen as operator": the point of view of a seat, if it has one. */
export function perspectiveOf({ perspective }: Pick<DebateRecord['seats'][number], 'perspective'>): string {
  return perspective === undefined ? '' : `, seen as ${escapePlain(perspective)}`;
}

export function createLabels(record: DebateRecord, safe: Escape): Escape {
  const known = new Map(record.seats.map(({ seat, label }) => [seat, label]));
  return (seat) => safe(known.get(seat) ?? seat);
}

/** Items of a list that say how far the outcome can speak for the whole panel. */
export function listAuthority({ authority: panel, status }: DebateRecord, label: Escape): string[] {
  const seats = (ids: readonly string[]) => ids.map(label).join(', ');
  const facts = [
    ...(panel.failed.length > 0 ? [`the last call failed for ${seats(panel.failed)}`] : []),
    ...panel.replaced.map(
      ({ seat, from, to, reason }) =>
        `${label(seat)} was replaced: ${agentName(to)} in place of ${agentName(from)} (${escapePlain(reason)})`,
    ),
    ...panel.left.map(({ seat, reason }) => `the debate went on without ${label(seat)} (${escapePlain(reason)})`),
    ...(panel.silent.length > 0
      ? [`nothing was said ${status === 'open' ? 'yet ' : ''}by ${seats(panel.silent)}`]
      : []),
    ...(panel.rehearsal.length > 0 ? [`rehearsed, not argued by a model: ${seats(panel.rehearsal)}`] : []),
  ];
  const shared =
    panel.sharedVendors.length > 0
      ? [`- **Note:** one vendor fills several seats: ${panel.sharedVendors.map(escapePlain).join(', ')}`]
      : [];
  const copied = (panel.copied ?? []).map(({ seat, turns, otherWords }) => {
    const stale = otherWords === 0 ? '' : `, ${otherWords} of which answer words that were not said here`;
    return `- **Copied:** ${countNoun(turns, 'turn')} of ${label(seat)}${stale}`;
  });
  const lacking = status === 'open' ? 'incomplete panel' : 'degraded panel';
  const heading = panel.full ? `full panel${facts.length === 0 ? '' : ', but'}` : lacking;
  const oneModel = (panel.oneModel ?? []).map((each) => `- **Note:** ${escapePlain(describeOneModel(each, label))}`);
  return [
    `- **Authority:** ${heading}${facts.length === 0 ? '' : `: ${facts.join('; ')}`}`,
    ...shared,
    ...oneModel,
    ...copied,
  ];
}

export interface Checks {
  /** With Debate Hall, offline. */
  readonly verify: string;
  /** The same with Python's standard library and the script of docs/examples. */
  readonly withPython: string;
  readonly signatures: string;
  /** The same with OpenSSH alone. */
  readonly withOpenSsh: string;
}

/** Commands that show whether a ledger still holds what a document says of it, and who has signed it. */
export function checksOf(threadId: string, head: string): Checks {
  const folder = `${threadId}.sigs`;
  return {
    verify: `debate-hall verify ${threadId} --head ${head}`,
    withPython: `python3 verify_ledger.py ${threadId}.jsonl --head ${head}`,
    signatures: `debate-hall verify ${threadId} --signed --signers SIGNERS`,
    withOpenSsh: `cat ${folder}/STATEMENT.txt | ssh-keygen -Y verify -n debate-hall -f SIGNERS -I NAME -s ${folder}/SIGNATURE.sig`,
  };
}
