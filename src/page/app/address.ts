// Deep links: #t12 is event 12 of the debate. What it names is unfolded and brought into view.
import { query, record, replayed, target } from './state.ts';

function follow(): void {
  const seq = /^#t(\d{1,9})$/.exec(location.hash)?.[1];
  target.value = seq === undefined ? undefined : Number(seq);
  if (target.value === undefined) return;
  query.value = '';
  const last = record.value.entries[(replayed.value ?? Number.POSITIVE_INFINITY) - 1];
  if (last !== undefined && last.seq < target.value) replayed.value = undefined;
  requestAnimationFrame(() => document.getElementById(`t${seq}`)?.scrollIntoView({ block: 'start' }));
}

export function listenToAddress(): void {
  addEventListener('hashchange', follow);
  follow();
}
