// What people do about webhooks: look, try one, and send again what failed.
import { HallError } from '../../../domain/failures/errors.ts';
import type { NoticeKind } from '../../../domain/webhook-notices.ts';
import type { Delivery } from '../../../platform/outboxes/outbox.ts';
import { buildTestBody } from '../../../platform/webhooks/body.ts';
import { type Posted, postToWebhook, signatureHeaders } from '../../../platform/webhooks/post.ts';
import type { Hall } from '../hall.ts';
import { deliverDue, listUsableWebhooks, noteIfReadable, readWebhook } from './deliver-notices.ts';

export interface ListedWebhook {
  readonly name: string;
  /** Without path, user and query, which may be secret. */
  readonly host?: string;
  readonly events?: readonly NoticeKind[];
  readonly signed?: boolean;
  /** Why it cannot be used. */
  readonly problem?: string;
}

export interface WebhookList {
  readonly webhooks: readonly ListedWebhook[];
  /** The newest first. */
  readonly deliveries: readonly Delivery[];
}

function listOne(hall: Hall, name: string): ListedWebhook {
  const { config, env } = hall.loaded;
  try {
    const { url, events, secret } = readWebhook(name, config.webhooks[name] ?? {}, env);
    return { name, host: url.host, events, signed: secret !== undefined };
  } catch (error) {
    if (!(error instanceof HallError)) throw error;
    return { name, problem: error.message };
  }
}

/** Throws `storage`. */
export async function listWebhooks(hall: Hall): Promise<WebhookList> {
  const names = Object.keys(hall.loaded.config.webhooks);
  return { webhooks: names.map((name) => listOne(hall, name)), deliveries: await (await hall.outbox()).list() };
}

/** Sends a test request to one webhook. Throws `not-found`, `config-invalid`. */
export async function testWebhook(hall: Hall, name: string, signal: AbortSignal): Promise<Posted> {
  const { config, env } = hall.loaded;
  const settings = Object.hasOwn(config.webhooks, name) ? config.webhooks[name] : undefined;
  if (settings === undefined) {
    throw new HallError('not-found', `There is no webhook "${name}".`, {
      hint: 'List them with "debate-hall webhooks list".',
    });
  }
  const { url, body: shape, secret } = readWebhook(name, settings, env);
  const now = hall.clock.now();
  const body = buildTestBody(shape, new Date(now).toISOString());
  const headers = signatureHeaders({ id: `msg_test_${hall.random(16)}`, now, body }, secret);
  return await postToWebhook({ url, headers, body, privateHosts: config.web.privateHosts, signal });
}

/** Debates that are looked through for notices that a killed process did not get to note. */
const LOOKED_THROUGH = 50;

export const isLeft = ({ state }: Delivery): boolean => state === 'failed' || state === 'waiting';

export const describeUnusable = (hooks: readonly string[]): string =>
  `Not sent, as no usable webhook of that name is configured here: ${hooks.join(', ')}.`;

export interface RetriedWebhooks {
  /** How many were due again. */
  readonly retried: number;
  /** Webhooks that this configuration does not have, or cannot use: what is left for them stays as it is. */
  readonly unusable: readonly string[];
  readonly deliveries: readonly Delivery[];
}

/** Sends what failed or waits, all of it or one notice, and what is due anyway. Throws `not-found`. */
export async function retryWebhooks(hall: Hall, id: string | undefined, signal: AbortSignal): Promise<RetriedWebhooks> {
  const outbox = await hall.outbox();
  const hooks = listUsableWebhooks(hall);
  const usable = hooks.map(({ name }) => name);
  const retried = await outbox.retry(usable, id);
  const left = (await outbox.list()).filter((each) => isLeft(each) && (id === undefined || each.id === id));
  const unusable = [...new Set(left.map(({ hook }) => hook))].filter((hook) => !usable.includes(hook));
  if (retried === 0 && id !== undefined) {
    const problem = unusable.length > 0 ? describeUnusable(unusable) : `No delivery "${id}" is left to send.`;
    throw new HallError('not-found', problem, { hint: 'List them with "debate-hall webhooks list".' });
  }
  const { items } = await hall.store.newest({ most: LOOKED_THROUGH });
  for (const { id: debate } of items) {
    await noteIfReadable(hall, debate);
  }
  await Promise.all(hooks.map(async (hook) => await deliverDue(hall, hook, signal)));
  return { retried, unusable, deliveries: await outbox.list() };
}
