// Webhooks and their deliveries as lines.
import type { ListedWebhook } from '../../../hall/operations/webhooks/manage-webhooks.ts';
import type { Delivery } from '../../../platform/outboxes/outbox.ts';

export function webhookLine({ name, host, events = [], signed, problem }: ListedWebhook): string {
  if (problem !== undefined) return `${name}  cannot be used: ${problem}`;
  return `${name}  ${host}  ${events.join(', ')}${signed === true ? '' : '  not signed'}`;
}

export function deliveryLines(deliveries: readonly Delivery[]): readonly string[] {
  return deliveries.map(({ id, hook, debate, kind, state, attempts, problem }) => {
    const tried = attempts > 1 ? ` after ${attempts} attempts` : '';
    return `  ${id}  ${hook}  ${kind}  ${debate}  ${state}${tried}${problem === undefined ? '' : `: ${problem}`}`;
  });
}
