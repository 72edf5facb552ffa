// What Markdown documents about a debate say in the same words: ending, authority, seats and agents.
import type { AgentRef } from '../../domain/event-parts.ts';
import type { DebateRecord } from '../../domain/record.ts';
import { describeDissent } from '../../domain/words/conclusions.ts';
import { describeAuthority, nameAgent, nameSpeakers } from '../../domain/words/describe-authority.ts';
import { describeEnding } from '../../domain/words/describe-ending.ts';
import { describeHindsight } from '../../domain/words/describe-hindsight.ts';
import { type LabelSeat, labelSeats } from '../../domain/words/label-seats.ts';
import { escapePlain, quoteBlock } from '../../domain/words/markdown-safe.ts';

/** Items of a list that say how the debate ended: outcome, why, and who moved for no reason. */
export function listEnding(record: DebateRecord): string[] {
  const { headline, why, alarms } = describeEnding(record);
  return [
    `- **Outcome:** ${escapePlain(headline)}`,
    ...(why === undefined || headline.endsWith(why) ? [] : [`- **Why:** ${escapePlain(why)}`]),
    ...alarms.map((alarm) => `- **Alarm:** ${escapePlain(alarm)}`),
  ];
}

/** An item of a list, where somebody recorded how the decision turned out. */
export function turnedOut({ hindsight }: DebateRecord): string[] {
  return hindsight === undefined ? [] : [`- **Turned out:** ${escapePlain(describeHindsight(hindsight))}`];
}

/** 2026-11-20T10:00:00.000Z as people read it; the record keeps the milliseconds. */
export const formatTime = (iso: string) => `${iso.slice(0, 10)} ${iso.slice(11, 19)} UTC`;

const describeRehearsal = ({ rehearsal }: AgentRef) => (rehearsal === true ? ', a rehearsal and no model' : '');

export function agentName(agent: AgentRef, safe = escapePlain): string {
  return safe(`${nameAgent(agent)}${describeRehearsal(agent)}`);
}

/** Whoever speaks for a seat, agent or people. */
export function speakerNames(seat: DebateRecord['seats'][number]): string {
  return escapePlain(`${nameSpeakers(seat)}${describeRehearsal(seat.agent)}`);
}

/** ", seen as operator": the point of view of a seat, if it has one. */
export function formatPerspective({ perspective }: Pick<DebateRecord['seats'][number], 'perspective'>): string {
  return perspective === undefined ? '' : `, seen as ${escapePlain(perspective)}`;
}

/** Each dissenting vote with its words. */
export function renderDissent(record: DebateRecord): string {
  const label = createLabels(record);
  return record.dissent
    .map(
      ({ seat, text }) =>
        `**${label(seat)}** ${describeDissent(record, seat)}:\n\n${text === null ? '*Redacted*' : quoteBlock(text)}`,
    )
    .join('\n\n');
}

export function createLabels(record: DebateRecord): LabelSeat {
  const label = labelSeats(record.seats);
  return (seat) => escapePlain(label(seat));
}

/** Items of a list that say how far the outcome can speak for the whole panel. */
export function listAuthority(record: DebateRecord): string[] {
  const { panel, gaps, rehearsal, notes } = describeAuthority(record, {
    label: createLabels(record),
    safe: escapePlain,
  });
  const facts = [...gaps, ...(rehearsal === undefined ? [] : [rehearsal])];
  const but = record.authority.full ? ', but' : '';
  return [
    `- **Authority:** ${panel}${facts.length === 0 ? '' : `${but}: ${facts.join('; ')}`}`,
    ...notes.map((note) => `- **Note:** ${note}`),
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
export function listChecks(threadId: string, head: string): Checks {
  const folder = `${threadId}.sigs`;
  return {
    verify: `debate-hall verify ${threadId} --head ${head}`,
    withPython: `python3 verify_ledger.py ${threadId}.jsonl --head ${head}`,
    signatures: `debate-hall verify ${threadId} --signed --signers SIGNERS`,
    withOpenSsh: `cat ${folder}/STATEMENT.txt | ssh-keygen -Y verify -n debate-hall -f SIGNERS -I NAME -s ${folder}/SIGNATURE.sig`,
  };
}
