// Where the reader is in the hall, as the fragment of the address: "#/debates/rust/t12" is event 12 of the debate "rust".
import { computed, signal } from '@preact/signals';

export type PageRoute =
  | { readonly kind: 'list'; readonly search: URLSearchParams }
  | { readonly kind: 'debate'; readonly id: string; readonly anchor: string }
  | { readonly kind: 'figures' }
  | { readonly kind: 'start' };

const LIST = '#/';

/** A fragment that is no place of the hall names an element of the page that is shown. */
const isPlace = (hash: string) => hash.startsWith('#/');

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

function parseRoute(hash: string): PageRoute {
  const [path = '', search = ''] = hash.slice(LIST.length).split('?', 2);
  const [place, id = '', anchor = ''] = path.split('/').map(decode);
  if (place === 'debates' && id !== '') return { kind: 'debate', id, anchor };
  if (place === 'figures' || place === 'start') return { kind: place };
  return { kind: 'list', search: new URLSearchParams(search) };
}

export function debateAddress(id: string, anchor = ''): string {
  return `#/debates/${encodeURIComponent(id)}${anchor === '' ? '' : `/${encodeURIComponent(anchor)}`}`;
}

export function listAddress(search: URLSearchParams): string {
  const query = search.toString();
  return `${LIST}${query === '' ? '' : `?${query}`}`;
}

const hash = signal(LIST);

/** The element that was asked for last, by the ID that it has; each asking counts, also for the same one again. */
export const jump = signal<{ readonly anchor: string }>({ anchor: '' });

export const route = computed<PageRoute>(() => parseRoute(hash.value));

/** Goes there without a step in the history of the browser, as typing in a search does. */
export function replaceAddress(address: string): void {
  history.replaceState(null, '', address);
  hash.value = address;
}

/** The place that is shown, also while the address names something else. */
export const hereAddress = (): string => hash.peek();

export function goTo(address: string): void {
  location.hash = address;
}

function follow(): void {
  const next = location.hash;
  if (isPlace(next)) {
    hash.value = next;
    const there = route.peek();
    jump.value = { anchor: there.kind === 'debate' ? there.anchor : '' };
    return;
  }
  const anchor = next.slice(1);
  const here = route.peek();
  if (here.kind === 'debate' && anchor !== '') replaceAddress(debateAddress(here.id, anchor));
  else history.replaceState(null, '', hash.peek());
  jump.value = { anchor };
}

/** From now on the page follows the address. */
export function listenToRoute(): void {
  addEventListener('hashchange', follow);
  follow();
}
