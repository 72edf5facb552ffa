// Keeps whoever uses the keyboard near where they were: when what has the focus is gone or cannot be used, the part around it gets it.

/** What has the focus, or had it last, and what stands around it, from the inside. */
let last: readonly EventTarget[] = [];
/** What got it in place of that. */
let standIn: Element | undefined;

/** Nobody has it, as what had it is gone or cannot be used. */
export function isFocusLost(): boolean {
  const { activeElement: at, body } = document;
  return at === null || at === body || at === standIn || at.matches(':disabled');
}

function focusAround(): void {
  const [at, ...around] = last.filter((each) => each instanceof HTMLElement);
  if (!isFocusLost() || at === undefined || (at.isConnected && !at.matches(':disabled'))) return;
  const part = around.find((each) => each.isConnected && each.matches('section, #page'));
  if (part === undefined) return;
  part.tabIndex = -1;
  part.focus({ preventScroll: true });
  standIn = part;
}

export function keepFocus(): void {
  addEventListener('focusin', (event) => {
    last = event.composedPath();
    standIn = undefined;
  });
  const changes = new MutationObserver(focusAround);
  changes.observe(document.body, { subtree: true, childList: true, attributeFilter: ['disabled'] });
}
