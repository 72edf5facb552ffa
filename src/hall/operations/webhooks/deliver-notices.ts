// Puts what is new in a debate into the outbox, and sends what is due from it.
import { createRedactor } from '../../../agents/failures/redact.ts';
import { defined } from '../../../domain/defined.ts';
import { collapseSpace } from '../../../domain/evidence/quote-in-text.ts';
import { HallError, unlessRefused } from '../../../domain/failures/errors.ts';
import { UNREADABLE } from '../../../domain/failures/unreadable.ts';
import { formatAnswer } from '../../../domain/question/format-answer.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import {
  NOTICE_KINDS,
  type Notice,
  type NoticeBody,
  type NoticeKind,
  toNotice,
} from '../../../domain/webhook-notices.ts';
import { shorten } from '../../../domain/words/cut-line.ts';
import { describeAuthority } from '../../../domain/words/describe-authority.ts';
import { labelSeats } from '../../../domain/words/label-seats.ts';
import { shortenPaths } from '../../../exchange/without-paths.ts';
import { assessAuthority } from '../../../ledger/engine/record/authority.ts';
import { toRecord } from '../../../ledger/engine/record/record.ts';
import { getSettled, listDueSteps, readLabels, type Snapshot, snapshotAt } from '../../../ledger/engine/snapshot.ts';
import { type Delivery, type DeliveryEnd, type Dispatch, NEWS_FOR_MS } from '../../../platform/outboxes/outbox.ts';
import { buildNoticeBody, type NoticeFacts } from '../../../platform/webhooks/body.ts';
import { postToWebhook, readSecret, settle, signatureHeaders } from '../../../platform/webhooks/post.ts';
import { canonicalJson, sha256Hex } from '../../../support/canonical.ts';
import { stripControl } from '../../../support/control-characters.ts';
import type { Environment } from '../../../support/environment.ts';
import type { WebhookSettings } from '../../config/schema-parts.ts';
import { listPersonSteps } from '../debate/take-part/person-steps.ts';
import type { Hall } from '../hall.ts';

const LONGEST_TOPIC = 300;

/** Who hears of this. */
const hooksFor = (hall: Hall, kind: NoticeKind) =>
  Object.entries(hall.loaded.config.webhooks).flatMap(([name, { events }]) =>
    events === undefined || events.includes(kind) ? [name] : [],
  );

/** Nobody waits any more for whom an earlier run has paused, nor for who has spoken since. */
function isNews(now: Snapshot, { seq, cause }: Notice): boolean {
  if (cause.kind !== 'waiting') return true;
  if (seq < now.log.findLastIndex(({ type }) => type === 'run-started')) return false;
  const then = new Set(listPersonSteps(snapshotAt(now, seq)).map(({ id }) => id));
  return listPersonSteps(now).some(({ id }) => then.has(id));
}

/**
 * The same for everyone who reads the ledger, so that whoever hears it twice can tell: also in a copy of the hall, and once the ledger was
 * rewritten without the name of a person.
 */
function createId({ threadId, log }: Snapshot, { seq, at }: Notice): string {
  return `msg_${sha256Hex(canonicalJson([threadId, log[0]?.at ?? '', seq, at])).slice(0, 32)}`;
}

/** Adds what nobody has noted yet for the webhooks of this configuration; as often as you like. Whether there is anything to send. */
export async function noteDebate(hall: Hall, threadId: string): Promise<boolean> {
  const outbox = await hall.outbox();
  const snapshot = await hall.engine.snapshot(threadId);
  const oldest = new Date(hall.clock.now() - NEWS_FOR_MS).toISOString();
  const dispatches = snapshot.log.flatMap((event): Dispatch[] => {
    const notice = event.at < oldest ? undefined : toNotice(event);
    if (notice === undefined || !isNews(snapshot, notice)) return [];
    const { seq, cause } = notice;
    const id = createId(snapshot, notice);
    return hooksFor(hall, cause.kind).map((hook) => ({ id, hook, debate: threadId, seq, kind: cause.kind }));
  });
  if (dispatches.length > 0) await outbox.add(dispatches);
  await outbox.markRead({ debate: threadId, events: snapshot.debate.nextSeq }, listNames(hall));
  return dispatches.length > 0;
}

const listNames = (hall: Hall) => Object.keys(hall.loaded.config.webhooks);

/** The same; `undefined` for a debate that cannot be read, which keeps nobody from hearing of the others. Throws `storage`. */
export async function noteIfReadable(hall: Hall, threadId: string): Promise<boolean | undefined> {
  return await unlessRefused(async () => await noteDebate(hall, threadId), 'not-found', ...UNREADABLE);
}

/** Adds what was written to any debate and is not noted yet. Whether there is anything to send. Throws `storage`. */
export async function noteUnread(hall: Hall): Promise<boolean> {
  const outbox = await hall.outbox();
  const hooks = listNames(hall);
  let isNews = false;
  for (const unread of await outbox.unread(hooks)) {
    const noted = await noteIfReadable(hall, unread.debate);
    if (noted === undefined) await outbox.markRead(unread, hooks);
    isNews ||= noted === true;
  }
  return isNews;
}

/** The topic in one line, without what looks like a secret and without paths of this machine. */
function showTopic(env: Hall['loaded']['env'], topic: string | undefined): string {
  if (topic === undefined) return '(redacted)';
  return shorten(shortenPaths(createRedactor(env)(stripControl(collapseSpace(topic)))), LONGEST_TOPIC);
}

function describePanel(snapshot: Snapshot): Pick<NoticeFacts, 'panel' | 'dissent' | 'endedBy'> {
  if (snapshot.debate.status === 'open') return {};
  const record = toRecord(snapshot);
  const dissent = [...new Set(record.dissent.map(({ seat }) => seat))];
  return {
    panel: describeAuthority(record, { label: labelSeats(record.seats) }).panel,
    ...(dissent.length === 0 ? {} : { dissent }),
    ...defined({ endedBy: record.endedBy ?? undefined }),
  };
}

/** As they were when it happened, without what was redacted since. */
export function collectFacts(env: Hall['loaded']['env'], now: Snapshot, notice: Notice): NoticeFacts {
  const then = snapshotAt(now, notice.seq);
  const { threadId, debate } = then;
  const { kind } = notice.cause;
  const { question, answer } = getSettled(then);
  const isAnswered = kind === 'decided' && question !== undefined && answer !== undefined;
  const isRehearsed = assessAuthority(then).rehearsal.length > 0;
  return {
    debate: threadId,
    format: debate.opened.format,
    topic: showTopic(env, readSealed(debate.opened.topic)),
    ...(isAnswered ? { answer: formatAnswer(question, answer) } : {}),
    ...(kind === 'decided' || kind === 'failed' ? describePanel(then) : {}),
    ...(isRehearsed ? { rehearsal: true } : {}),
    ...(kind === 'waiting' ? { seats: [...new Set(listDueSteps(then).map(({ seat }) => seat))] } : {}),
  };
}

/** The text to send, or what becomes of the delivery without one. */
async function buildNotice(hall: Hall, hook: Webhook, { debate, seq, id }: Delivery): Promise<string | DeliveryEnd> {
  const snapshot = await unlessRefused(() => hall.engine.snapshot(debate), 'not-found');
  const event = snapshot?.log[seq];
  const notice = event && toNotice(event);
  if (snapshot === undefined || notice === undefined || createId(snapshot, notice) !== id)
    return { state: 'failed', problem: 'The debate no longer exists.' };
  if (!isNews(snapshot, notice)) return { state: 'superseded' };
  return buildNoticeBody(hook.body, notice, collectFacts(hall.loaded.env, snapshot, notice), readLabels(snapshot));
}

/** A debate that cannot be read keeps nobody from hearing of the others. */
async function buildOrExplain(hall: Hall, hook: Webhook, delivery: Delivery): Promise<string | DeliveryEnd> {
  try {
    return await buildNotice(hall, hook, delivery);
  } catch (error) {
    if (!(error instanceof HallError) || !UNREADABLE.includes(error.code)) throw error;
    return { state: 'failed', problem: error.message };
  }
}

async function deliver(hall: Hall, hook: Webhook, delivery: Delivery, signal: AbortSignal): Promise<void> {
  const outbox = await hall.outbox();
  const body = await buildOrExplain(hall, hook, delivery);
  if (typeof body !== 'string') return await outbox.settle(delivery, body);
  const headers = signatureHeaders({ id: delivery.id, now: hall.clock.now(), body }, hook.secret);
  const { privateHosts } = hall.loaded.config.web;
  const posted = await postToWebhook({ url: hook.url, headers, body, privateHosts, signal });
  await outbox.settle(delivery, settle(posted, delivery.attempts));
}

/** Sends what is due to one webhook, and returns after how many milliseconds the next is; `undefined` when none waits. */
export async function deliverDue(hall: Hall, hook: Webhook, signal: AbortSignal): Promise<number | undefined> {
  const outbox = await hall.outbox();
  for (;;) {
    const taken = signal.aborted ? [] : await outbox.take([hook.name]);
    if (taken.length === 0) break;
    await Promise.all(taken.map(async (delivery) => await deliver(hall, hook, delivery, signal)));
  }
  const waiting = (await outbox.list()).filter((each) => each.state === 'waiting' && each.hook === hook.name);
  if (waiting.length === 0) return undefined;
  return Math.max(0, Math.min(...waiting.map(({ at }) => at)) - hall.clock.now());
}

// The webhooks of the configuration, with what their variables say.

export interface Webhook {
  readonly name: string;
  readonly url: URL;
  readonly events: readonly NoticeKind[];
  readonly body: NoticeBody;
  readonly secret?: Buffer;
}

function readAddress(name: string, { url, urlEnv }: WebhookSettings, env: Environment): URL {
  if ((url === undefined) === (urlEnv === undefined)) {
    throw new HallError('config-invalid', `The webhook "${name}" needs either "url" or "urlEnv".`, {
      hint: 'Use "urlEnv", the name of a variable, if the address itself is a secret, as with Slack.',
    });
  }
  const address = url ?? env[urlEnv ?? ''];
  if (address !== undefined && /^https?:/i.test(address) && URL.canParse(address)) return new URL(address);
  throw new HallError('config-invalid', `${urlEnv} has no address for the webhook "${name}".`, {
    hint: 'Set it to an address that begins with https://.',
  });
}

/** Throws `config-invalid`. */
export function readWebhook(name: string, settings: WebhookSettings, env: Environment): Webhook {
  const { events = NOTICE_KINDS, body = 'json', secretEnv } = settings;
  const secret = secretEnv === undefined ? undefined : readSecret(secretEnv, env[secretEnv]);
  return { name, url: readAddress(name, settings, env), events, body, ...defined({ secret }) };
}

/** Those that can be used; what is wrong with the others, `webhooks list` shows. */
export function listUsableWebhooks({ loaded }: Pick<Hall, 'loaded'>): readonly Webhook[] {
  return Object.entries(loaded.config.webhooks).flatMap(([name, settings]) => {
    try {
      return [readWebhook(name, settings, loaded.env)];
    } catch {
      return [];
    }
  });
}
