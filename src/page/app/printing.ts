// On paper everything is unfolded and formatted, at once: a browser does not wait for a page that it prints.
import { options } from 'preact';
import { printing } from './state.ts';

function show(isPrinting: boolean): void {
  const later = options.debounceRendering;
  options.debounceRendering = (draw) => draw();
  printing.value = isPrinting;
  if (later === undefined) delete options.debounceRendering;
  else options.debounceRendering = later;
}

export function listenToPrinting(): void {
  addEventListener('beforeprint', () => show(true));
  addEventListener('afterprint', () => show(false));
  matchMedia('print').addEventListener('change', ({ matches }) => show(matches));
}
