// On paper everything is unfolded and formatted, at once: a browser does not wait for a page that it prints.
import { options } from 'preact';
import { printing } from './state.ts';

/** Unfolded for paper alone. */
let unfolded: readonly HTMLDetailsElement[] = [];

function unfoldForPaper(isPrinting: boolean): void {
  for (const element of unfolded) element.open = false;
  unfolded = isPrinting ? [...document.querySelectorAll<HTMLDetailsElement>('main details:not([open])')] : [];
  for (const element of unfolded) element.open = true;
}

function show(isPrinting: boolean): void {
  const later = options.debounceRendering;
  options.debounceRendering = (draw) => draw();
  printing.value = isPrinting;
  if (later === undefined) delete options.debounceRendering;
  else options.debounceRendering = later;
  unfoldForPaper(isPrinting);
}

export function listenToPrinting(): void {
  addEventListener('beforeprint', () => show(true));
  addEventListener('afterprint', () => show(false));
  matchMedia('print').addEventListener('change', ({ matches }) => show(matches));
}
