// What the list is narrowed down to, in the address and as the hall is asked for it.
import type { ListQuery } from '../../../domain/hall-page/list.ts';

/** `since` is a day here, and a time for the hall. */
const NAMES = ['q', 'state', 'format', 'outcome', 'agent', 'tag', 'since', 'sort'] as const;
export type FilterName = (typeof NAMES)[number];

export function readFilter(search: URLSearchParams): Partial<Record<FilterName, string>> {
  const entries = NAMES.map((name) => [name, search.get(name)?.trim() ?? ''] as const);
  return Object.fromEntries(entries.filter(([, value]) => value !== ''));
}

/** With one filter set, or taken away when `value` is empty. */
export function withFilter(search: URLSearchParams, name: FilterName, value: string): URLSearchParams {
  const next = new URLSearchParams(search);
  if (value === '') next.delete(name);
  else next.set(name, value);
  return next;
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** A day begins where the reader is. */
const toDayStart = (day: string) => new Date(`${day}T00:00:00`).toISOString();

export function toQuery(search: URLSearchParams, limit: number): URLSearchParams {
  const { since, ...filter } = readFilter(search);
  const day = since !== undefined && DAY.test(since) ? { since: toDayStart(since) } : {};
  const query: Partial<Record<keyof ListQuery, string>> = { ...filter, ...day, limit: String(limit) };
  return new URLSearchParams(query);
}
