// The webhooks of the configuration, with what their variables say.
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { NOTICE_KINDS, type NoticeBody, type NoticeKind } from '../../../domain/webhook-notices.ts';
import { readSecret } from '../../../platform/webhooks/sign.ts';
import type { Environment } from '../../../support/environment.ts';
import type { WebhookSettings } from '../../config/schema-parts.ts';
import type { Hall } from '../hall.ts';

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
