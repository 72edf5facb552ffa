// Which events may follow which, by the rules that all formats share.
import { findSpentLimit } from './budget.ts';
import type { Debate, DebateStatus } from './debate.ts';
import { type LimitKind, type Limits, OPEN_SEAT } from './event-parts.ts';
import type { EventData, EventType } from './events.ts';
import type { Problem } from './failures/errors.ts';
import { MAX_PICTURES } from './pictures.ts';
import { describeLimit } from './words/describe-limit.ts';
import { writeResumeCommand } from './words/resume-command.ts';

const LIMIT_FLAGS: Readonly<Partial<Record<LimitKind, string>>> = {
  tokens: '--max-tokens',
  money: '--max-usd',
  time: '--max-minutes',
};

/** After a limit. Those on turns and rounds are rules of the debate; the others may be raised. */
export function describeWayOn({ limitReached, opened }: Pick<Debate, 'limitReached' | 'opened'>): string {
  const flag = limitReached === undefined ? undefined : LIMIT_FLAGS[limitReached.limit];
  const close = `lose it with a decision: debate-hall close ${opened.threadId} …`;
  return flag === undefined
    ? `C${close}`
    : `Continue with a higher limit: ${writeResumeCommand(opened)} ${flag} …; or c${close}`;
}

/** What a refusal says besides where a limit is the reason, also to those who type no commands. */
function explainLimit(debate: Debate): Pick<Problem, 'hint' | 'limit'> {
  const { limitReached } = debate;
  return { hint: describeWayOn(debate), ...(limitReached === undefined ? {} : { limit: limitReached.limit }) };
}

/** Why nothing could be asked under these limits. */
export function checkLimits(debate: Debate, limits: Limits): Problem | undefined {
  const spent = findSpentLimit({ ...debate, limits });
  if (spent === undefined) return undefined;
  return {
    code: 'bad-input',
    message: `${describeLimit(spent)} Nothing more could be asked under it.`,
    hint: `Pass a higher one: ${LIMIT_FLAGS[spent.limit]} …`,
  };
}

function notActiveProblem(debate: Debate, what: string): Problem {
  const reasons: Record<DebateStatus, string> = {
    open: 'the debate is open',
    exhausted: `the debate has reached its limit on ${debate.limitReached?.limit ?? 'turns'}`,
    closed: 'the debate is closed',
    'force-closed': 'the debate was force-closed',
  };
  return {
    code: 'not-active',
    message: `Cannot ${what}: ${reasons[debate.status]}.`,
    ...(debate.status === 'exhausted'
      ? explainLimit(debate)
      : { hint: `Read it with "debate-hall show ${debate.opened.threadId}".` }),
  };
}

export function unknownSeatProblem(debate: Debate, seat: string): Problem {
  return {
    code: 'not-found',
    message: `This debate has no seat "${seat}".`,
    hint: `Its seats are ${Object.keys(debate.seats).join(', ')}.`,
  };
}

/** Why nothing can come from this seat. */
function checkSeatPresent(debate: Debate, seat: string): Problem | undefined {
  const record = debate.seats[seat];
  if (record === undefined) return unknownSeatProblem(debate, seat);
  if (record.left === undefined) return undefined;
  return {
    code: 'not-your-turn',
    message: `The debate continues without "${seat}".`,
    hint: `Read it with "debate-hall show ${debate.opened.threadId}".`,
  };
}

/** Why nobody can take this seat; one that is not there yet is for the rules of the format to judge. */
function checkSeatFree(debate: Debate, seat: string): Problem | undefined {
  const record = debate.seats[seat];
  if (record === undefined) return undefined;
  if (record.left !== undefined) return checkSeatPresent(debate, seat);
  if (record.agent.kind === OPEN_SEAT.kind && record.keySha256 === undefined) return undefined;
  return { code: 'not-your-seat', message: `The "${seat}" seat is taken by ${record.agent.agent}.` };
}

/** Limits on tokens, money and time are raised, not gone around. */
function checkExtensible(debate: Debate): Problem | undefined {
  const { status, limitReached } = debate;
  if (status === 'open' || status === 'closed') return undefined;
  if (status === 'exhausted' && (limitReached?.limit === 'rounds' || limitReached?.limit === 'turns')) return undefined;
  return notActiveProblem(debate, 'add rounds');
}

export const noEventProblem = ({ nextSeq }: Debate, event: number | undefined): Problem => ({
  code: 'not-found',
  message: `There is no event ${event}.`,
  hint: `Events run from 0 to ${nextSeq - 1}.`,
});

function checkTarget(debate: Debate, target: number | undefined): Problem | undefined {
  return target !== undefined && target < debate.nextSeq ? undefined : noEventProblem(debate, target);
}

/** A debate belongs to one thread, so that its readers see all of it in one place. */
export function alreadyLinkedProblem({ repo, kind, targetId, url }: EventData<'thread-linked'>): Problem {
  return {
    code: 'already-linked',
    message: `This debate is already linked to ${kind} ${targetId} of ${repo}.`,
    hint: `Continue there: ${url}`,
  };
}

/** What only a debate that is over can have. */
function unfinishedProblem(debate: Debate, what: string): Problem | undefined {
  if (debate.status === 'closed' || debate.status === 'force-closed') return undefined;
  return {
    code: 'not-active',
    message: `Cannot ${what}: the debate is not over.`,
    ...(debate.status === 'open'
      ? { hint: `Finish it first: ${writeResumeCommand(debate.opened)}` }
      : explainLimit(debate)),
  };
}

/** Why nobody can ask these seats. */
function checkAsked(debate: Debate, seats: readonly string[]): Problem | undefined {
  const unfinished = unfinishedProblem(debate, 'ask a follow-up question');
  if (unfinished !== undefined) return unfinished;
  if (new Set(seats).size < seats.length) return { code: 'bad-input', message: 'A seat is asked twice.' };
  return seats.map((seat) => checkSeatPresent(debate, seat)).find((problem) => problem !== undefined);
}

function checkAnswered({ followUp }: Debate, question: number | undefined, seat: string | undefined) {
  if (followUp !== undefined && followUp.question === question && followUp.waiting.some((each) => each === seat))
    return undefined;
  const message = `Nobody waits for an answer of "${seat}" to event ${question}.`;
  return { code: 'not-active', message } as const satisfies Problem;
}

/** What seats are given stands before all that they say. */
function checkPicture({ nextSeq, pictures }: Debate): Problem | undefined {
  if (nextSeq === pictures + 1 && pictures < MAX_PICTURES) return undefined;
  return { code: 'bad-input', message: `A debate has at most ${MAX_PICTURES} pictures, all behind its opening.` };
}

const NOT_LINKED: Problem = { code: 'not-linked', message: 'This debate is not linked to a GitHub thread.' };

/** Linked once, and again only where GitHub has moved the thread. */
function checkLink({ linked }: Debate, movedFrom: string | undefined): Problem | undefined {
  if (linked?.url === movedFrom) return undefined;
  return linked === undefined ? NOT_LINKED : alreadyLinkedProblem(linked);
}

/** What the shared rules need to know of an event before it exists. */
export interface EventClaim {
  readonly type: EventType;
  readonly seat?: string;
  /** The event that a redaction names. */
  readonly target?: number;
  /** The event that an answer after the end is about. */
  readonly question?: number;
  /** The address of the thread before GitHub moved it. */
  readonly movedFrom?: string | undefined;
  /** Who is asked after the end. */
  readonly seats?: readonly string[];
}

/** Whether the shared rules let such an event follow; a format's own rules come on top. */
export function admitToDebate(debate: Debate, claim: EventClaim): Problem | undefined {
  const { type, seat, target } = claim;
  const open = debate.status === 'open';
  const endable = open || debate.status === 'exhausted';
  switch (type) {
    case 'debate-opened':
      return { code: 'already-exists', message: `Debate "${debate.opened.threadId}" is already open.` };
    case 'picture-given':
      return checkPicture(debate);
    case 'look-recorded':
    case 'answer-rejected':
    case 'seat-failed':
      // A call that began before its seat left is recorded, and its cost counts, however late it ends.
      if (!open) return notActiveProblem(debate, 'continue');
      return seat === undefined || debate.seats[seat] !== undefined ? undefined : unknownSeatProblem(debate, seat);
    case 'turn-recorded':
    case 'seat-replaced':
    case 'seat-left':
      if (!open) return notActiveProblem(debate, type === 'turn-recorded' ? 'take a turn' : 'continue');
      return seat === undefined ? undefined : checkSeatPresent(debate, seat);
    case 'seat-taken':
      if (!open) return notActiveProblem(debate, 'claim a seat');
      return seat === undefined ? undefined : checkSeatFree(debate, seat);
    case 'debate-extended':
      return checkExtensible(debate);
    case 'interjection-added':
      return open ? undefined : notActiveProblem(debate, 'interject');
    case 'limit-reached':
    case 'run-started':
      return open ? undefined : notActiveProblem(debate, 'continue');
    case 'limits-raised':
      if (!endable) return notActiveProblem(debate, 'raise limits');
      return debate.limitReached?.limit === 'turns' || debate.limitReached?.limit === 'rounds'
        ? {
            code: 'not-active',
            message: `The limit on ${debate.limitReached.limit} is a rule of the debate and stays.`,
            ...explainLimit(debate),
          }
        : undefined;
    case 'debate-closed':
      return endable ? undefined : notActiveProblem(debate, 'close');
    case 'debate-force-closed':
      return debate.status === 'force-closed' ? notActiveProblem(debate, 'force-close') : undefined;
    case 'outcome-recorded':
      return unfinishedProblem(debate, 'record how the decision turned out');
    case 'follow-up-asked':
      return checkAsked(debate, claim.seats ?? []);
    case 'follow-up-answered':
    case 'follow-up-failed':
      return checkAnswered(debate, claim.question, seat);
    case 'texts-redacted':
      return checkTarget(debate, target);
    case 'thread-linked':
      return checkLink(debate, claim.movedFrom);
    case 'comment-posted':
    case 'comment-edited':
      return debate.linked === undefined ? NOT_LINKED : checkTarget(debate, target);
    case 'run-paused':
    case 'note-recorded':
    case 'adr-planned':
    case 'adr-proposed':
      return undefined;
  }
}
