// What the tools of asymmetric debates have in common: session ids, phases, and the debate as time has made it.
import { defined } from '../../../../domain/defined.ts';
import { type EventOf, isEvent } from '../../../../domain/events.ts';
import { HallError, unlessRefused } from '../../../../domain/failures/errors.ts';
import type { AsymmetricResult } from '../../../../domain/results/asymmetric-result.ts';
import { REDACTED_MARK, readSealed } from '../../../../domain/sealed/sealed.ts';
import { writeReport } from '../../../../domain/words/conclusions.ts';
import { close } from '../../../../hall/operations/debate/take-part/end-debate.ts';
import { continueWithoutSilent } from '../../../../hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { getOutcome } from '../../../../ledger/engine/record/record.ts';
import { getVisibleResult, getVisibleTranscript } from '../../../../ledger/engine/record/visibility.ts';
import { getNext, listDueSteps, type Snapshot } from '../../../../ledger/engine/snapshot.ts';
import { clip, measureWeight } from '../../texts/text.ts';

export const ASYMMETRIC = 'asymmetric';
/** Hexadecimal digits of a key that nobody guesses. */
export const KEY_DIGITS = 32;

const PARTS: Readonly<Record<string, string>> = { experienced: 'deep', fresh: 'fresh', 'semi-fresh': 'sf' };
const SESSION = /^(.{1,128})-(deep|fresh|sf)([2-9]?)-([0-9a-f]{32})$/;

function namePart(seat: string): string {
  const [, role = seat, number = ''] = /^(.+?)(?:-([2-9]))?$/.exec(seat) ?? [];
  return `${PARTS[role] ?? role}${number}`;
}

/** Whoever has it speaks for the seat; what stands before the key is public. */
export function sessionId(threadId: string, seat: string, key: string): string {
  return `${publicSession(threadId, seat)}-${key}`;
}

export function publicSession(threadId: string, seat: string): string {
  return `${threadId}-${namePart(seat)}`;
}

/** Whether a seat is that of a session; what compares the positions in the end is none. */
export function isSession(seat: string): boolean {
  return Object.hasOwn(PARTS, seat.replace(/-[2-9]$/, ''));
}

interface Session {
  readonly threadId: string;
  readonly seat: string;
  readonly key: string;
}

/** `undefined` for anything that is not a session id. */
export function findSession(id: string): Session | undefined {
  const [, threadId, part, number = '', key] = SESSION.exec(id) ?? [];
  const role = Object.keys(PARTS).find((each) => PARTS[each] === part);
  if (threadId === undefined || role === undefined || key === undefined) return undefined;
  return { threadId, seat: number === '' ? role : `${role}-${number}`, key };
}

/** Throws `not-found` for anything that is not a session id, without repeating it. */
export function parseSession(id: string): Session {
  const session = findSession(id);
  if (session !== undefined) return session;
  throw new HallError('not-found', 'Unknown session of an asymmetric debate.', {
    hint: 'Pass the full session_id that debate_start or debate_join returned.',
  });
}

function isJoining({ debate }: Snapshot): boolean {
  return debate.opened.options['joining'] === true;
}

/** The asymmetric debate of that name. Throws `bad-input` for a debate of another format. */
export async function asymmetricDebate(hall: Hall, threadId: string): Promise<Snapshot> {
  const snapshot = await hall.engine.snapshot(threadId);
  const { format } = snapshot.debate.opened;
  if (format === ASYMMETRIC) return snapshot;
  throw new HallError('bad-input', `"${threadId}" uses the format ${format}, not asymmetric.`, {
    hint: 'See get_debate.',
  });
}

/** The debate after seats that have been silent for too long were given up, closed where nothing else is left. */
export async function giveUpSilent(hall: Hall, threadId: string, author: string): Promise<Snapshot> {
  await asymmetricDebate(hall, threadId);
  const snapshot = await continueWithoutSilent(hall, threadId);
  // A debate that agents hold is closed by its run.
  if (!isJoining(snapshot) || getNext(snapshot).kind !== 'close') return snapshot;
  const closed = await unlessRefused(async () => await close(hall, { threadId, author }), 'not-active');
  return closed?.snapshot ?? (await hall.engine.snapshot(threadId));
}

type SessionPhase = AsymmetricResult['phase'] | 'cancelled' | 'stopped';

/** `pausedBefore`: the phase that a person's review stands before. */
export function getStanding(snapshot: Snapshot): { readonly phase: SessionPhase; readonly pausedBefore?: string } {
  const { status } = snapshot.debate;
  if (status === 'force-closed') return { phase: 'cancelled' };
  if (status !== 'open') return { phase: status === 'exhausted' ? 'stopped' : 'complete' };
  const { phase } = snapshot.state as Pick<AsymmetricResult, 'phase'>;
  const stage = listDueSteps(snapshot).find(({ act }) => act === 'review')?.data['stage'];
  if (stage === undefined) return { phase };
  // Openings that agree are judged before any phase, and the debate ends with that.
  return { phase, pausedBefore: phase === 'independent' ? 'complete' : String(stage) };
}

/** Characters of all messages of a status together. */
const MESSAGES_CHARACTERS = 31_000;
const LEAST_CHARACTERS = 400;

/** Of acts that are named otherwise. */
const PHASE_OF: Readonly<Record<string, string>> = { summary: 'position', converge: 'convergence' };

function readAction({ data: { data } }: EventOf<'turn-recorded'>): string | null {
  const points = Array.isArray(data['points']) ? (data['points'] as { action?: unknown }[]) : [];
  const [only, ...more] = points;
  if (typeof data['action'] === 'string') return data['action'];
  return only === undefined || more.length > 0 ? null : String(only.action);
}

/** By phase, what everyone said, the latest of it; what is blind is there without its words. */
export function listMessages(snapshot: Snapshot) {
  const shown = new Set(getVisibleTranscript(snapshot).map(({ seq }) => seq));
  const all = snapshot.log.filter((event) => isEvent(event, 'turn-recorded'));
  const turns = all.slice(-Math.floor(MESSAGES_CHARACTERS / LEAST_CHARACTERS));
  const room = Math.floor(MESSAGES_CHARACTERS / Math.max(1, turns.length));
  const messages: Record<string, Record<string, unknown>[]> = {};
  for (const turn of turns) {
    const { seat, act, content } = turn.data;
    const phase = PHASE_OF[act] ?? act;
    const visible = shown.has(turn.seq);
    const text = readSealed(content);
    const clipped = text === undefined ? REDACTED_MARK : clip(text, room);
    messages[phase] = [
      ...(messages[phase] ?? []),
      {
        session_id: publicSession(snapshot.threadId, seat),
        content: visible ? clipped : null,
        action: visible ? readAction(turn) : null,
        timestamp: turn.at,
        ...(visible ? {} : { withheld: true }),
        ...(visible && text !== undefined && clipped !== text ? { truncated: true } : {}),
      },
    ];
  }
  return { count: all.length, leftOut: all.length - turns.length, messages };
}

const SYNTHESIS_CHARACTERS = 12_000;
const MARKDOWN_CHARACTERS = 20_000;
const POINTS_CHARACTERS = 24_000;
const TEXT_CHARACTERS = 1_200;

function collectPoints(all: AsymmetricResult['points']): Record<string, unknown>[] {
  const points: Record<string, unknown>[] = [];
  let size = 0;
  for (const point of all) {
    const short = Object.fromEntries(
      Object.entries(point).map(([key, item]) => [key, typeof item === 'string' ? clip(item, TEXT_CHARACTERS) : item]),
    );
    size += measureWeight(JSON.stringify(short));
    if (size > POINTS_CHARACTERS) break;
    points.push(short);
  }
  return points;
}

/** What the debate has come to; undefined as long as there is nothing that may be told. */
export function getConvergence(snapshot: Snapshot) {
  const result = getVisibleResult(snapshot);
  // Openings and claims alone are no convergence yet.
  if (result?.data['points'] === undefined) return undefined;
  const { synthesis, confidence, points, left, status } = result.data as unknown as AsymmetricResult;
  const markdown = writeReport(result);
  const outcome = getOutcome(snapshot.debate) ?? undefined;
  return {
    headline: result.headline,
    synthesis: clip(synthesis ?? markdown, SYNTHESIS_CHARACTERS),
    synthesis_written: synthesis !== null,
    rendered_markdown: clip(markdown, MARKDOWN_CHARACTERS),
    confidence,
    points: collectPoints(points),
    points_total: points.length,
    left: [...left],
    result_status: status,
    ...defined({ outcome }),
  };
}

export type ConvergenceView = NonNullable<ReturnType<typeof getConvergence>>;
