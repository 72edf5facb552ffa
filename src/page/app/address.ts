// Deep links into a debate: "t12" is event 12. What it names is unfolded and brought into view.
import { query, record, replayed, target } from './state.ts';

/** `anchor` is the ID of an element, or empty. */
export function showAnchor(anchor: string): void {
  const seq = /^t(\d{1,9})$/.exec(anchor)?.[1];
  target.value = seq === undefined ? undefined : Number(seq);
  if (target.value !== undefined) {
    query.value = '';
    const last = record.value.entries[(replayed.value ?? Number.POSITIVE_INFINITY) - 1];
    if (last !== undefined && last.seq < target.value) replayed.value = undefined;
  }
  if (anchor === '') return;
  requestAnimationFrame(() => {
    const element = document.getElementById(anchor);
    if (element instanceof HTMLDetailsElement) element.open = true;
    element?.scrollIntoView({ block: 'start' });
  });
}

/** Of a file, whose address holds nothing else. */
export function listenToAddress(): void {
  const follow = () => showAnchor(location.hash.slice(1));
  addEventListener('hashchange', follow);
  follow();
}
