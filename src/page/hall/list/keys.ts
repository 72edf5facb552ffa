// Keys of the list: j and k go from debate to debate, / to the search, n to a new debate; Enter opens the link that has the focus.

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.matches('input, select, textarea') || target.isContentEditable);

function move(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.debate-row h3 a')];
  const here = links.findIndex((link) => link.closest('.debate-row')?.contains(document.activeElement) === true);
  const next = here < 0 ? (step === 1 ? 0 : links.length - 1) : here + step;
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

function onKey(event: KeyboardEvent): void {
  if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'j') move(1);
  else if (event.key === 'k') move(-1);
  else if (event.key === 'n') location.hash = '#/start';
  else if (event.key === '/') document.querySelector<HTMLElement>('.filters input[type="search"]')?.focus();
  else return;
  event.preventDefault();
}

/** Returns what ends it. */
export function listenToKeys(): () => void {
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}
