// What a webhook sends: the facts of a notice as JSON, or as one line for a chat. The debate's topic is the only text in it.
import { OUTCOME_WORDS, titleOutcome } from '../../domain/outcomes.ts';
import type { Notice, NoticeBody, NoticeCause } from '../../domain/webhook-notices.ts';
import type { AuthorityWords } from '../../domain/words/describe-authority.ts';
import type { LabelSeat } from '../../domain/words/label-seats.ts';

/** What is known of a debate when the notice is sent. */
export interface NoticeFacts {
  readonly debate: string;
  readonly format: string;
  readonly topic: string;
  /** The answer to the debate's question, once there is one. */
  readonly answer?: string;
  /** Who is waited for. */
  readonly seats?: readonly string[];
  /** Of a debate that is over: whether it is the result of a full panel, and which seats dissent. */
  readonly panel?: AuthorityWords['panel'];
  readonly dissent?: readonly string[];
  /** The person who closed or ended it. */
  readonly endedBy?: string;
  /** No model was called in some seat. */
  readonly rehearsal?: true;
}

const explainStop = (
  endedBy: string | null,
): Readonly<Record<Extract<NoticeCause, { kind: 'failed' }>['why'], string>> => ({
  'seat-failed': 'a seat could not be asked',
  limit: 'a limit is reached',
  'force-closed': `${endedBy ?? 'somebody'} ended it`,
  'no-decision': 'no decision',
});

/** What happened, in one line without the topic. */
function summarize(cause: NoticeCause, facts: NoticeFacts, label: LabelSeat): string {
  const { answer, panel, seats = [], endedBy = null } = facts;
  const caveat = panel === undefined || panel === 'full panel' ? '' : `, ${panel}`;
  switch (cause.kind) {
    case 'decided':
      return `${titleOutcome(cause.outcome, endedBy)}${answer === undefined ? '' : `, ${answer}`}${caveat}`;
    case 'waiting':
      return `Waiting for a person${seats.length === 0 ? '' : ` (${seats.map(label).join(', ')})`}`;
    case 'degraded':
      return cause.to === undefined
        ? `Degraded: the debate continues without ${label(cause.seat)}`
        : `Degraded: ${cause.to} has taken over ${label(cause.seat)}`;
    case 'failed': {
      const what =
        cause.limit === undefined ? explainStop(endedBy)[cause.why] : `the limit on ${cause.limit} is reached`;
      const isSaid = cause.why !== 'no-decision' || cause.outcome === undefined;
      return `Stopped: ${isSaid ? what : `${what} (${OUTCOME_WORDS[cause.outcome].title})`}`;
    }
  }
}

/** Whatever Slack could take for a link, a mention or a channel stays text. */
const escapeSlack = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function toSlack(summary: string, { debate, topic, rehearsal }: NoticeFacts): unknown {
  const prefix = rehearsal === true ? 'Rehearsal: ' : '';
  return { text: `*${prefix}${escapeSlack(summary)}*: ${escapeSlack(topic)}\n\`debate-hall show ${debate}\`` };
}

/** The text of the request; `shape` is what its receiver reads. */
export function buildNoticeBody(
  shape: NoticeBody,
  { cause, at, seq }: Notice,
  facts: NoticeFacts,
  label: LabelSeat,
): string {
  const summary = summarize(cause, facts, label);
  if (shape === 'slack') return JSON.stringify(toSlack(summary, facts));
  const { kind: what, ...particulars } = cause;
  return JSON.stringify({
    type: `debate.${what}`,
    timestamp: at,
    data: { ...facts, event: seq, ...particulars, summary },
  });
}

/** What `webhooks test` sends: nothing happened. */
export function buildTestBody(shape: NoticeBody, at: string): string {
  const summary = 'Debate Hall can reach this webhook.';
  return JSON.stringify(
    shape === 'slack' ? { text: summary } : { type: 'debate-hall.test', timestamp: at, data: { summary } },
  );
}
