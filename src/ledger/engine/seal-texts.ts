// Seals the texts of an event that is given with plain ones.
import { defined } from '../../domain/defined.ts';
import type { EventType } from '../../domain/events.ts';
import type { Fields } from '../../domain/values/tree.ts';
import type { Seal } from '../chain/chain.ts';

/** Where each type of event has texts, as far as whoever records it writes them. */
const TEXTS: Partial<Record<EventType, readonly string[]>> = {
  'debate-opened': ['topic'],
  'turn-recorded': ['content', 'warnings'],
  'interjection-added': ['content'],
  'answer-rejected': ['content', 'issues'],
  'look-recorded': ['arguments'],
  'seat-failed': ['message', 'partial'],
  'seat-left': ['reason'],
  'note-recorded': ['message'],
  'outcome-recorded': ['note'],
  'follow-up-asked': ['content'],
  'follow-up-answered': ['content'],
  'follow-up-failed': ['message', 'partial'],
  'debate-closed': ['warnings'],
  'debate-force-closed': ['reason'],
};

function sealFields(fields: Fields, names: readonly string[], seal: Seal): Record<string, unknown> {
  const sealed: Record<string, unknown> = defined({ ...fields });
  for (const name of names) {
    const words = sealed[name];
    if (words !== undefined) sealed[name] = Array.isArray(words) ? words.map(seal) : seal(String(words));
  }
  return sealed;
}

/** The data of the event, without what is `undefined`. */
export function sealTexts(type: EventType, data: Fields, seal: Seal): Record<string, unknown> {
  const names = TEXTS[type] ?? [];
  const sealed = sealFields(data, names, seal);
  // A failure has its message beside what it means.
  if (type === 'seat-failed' || type === 'follow-up-failed')
    sealed['failure'] = sealFields(sealed['failure'] as Fields, names, seal);
  return sealed;
}
