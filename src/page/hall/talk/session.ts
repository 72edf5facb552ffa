// The token of this tab: had for the one-time code in the address or from another tab, kept until the tab is closed, and never in an
// address.
import { signal } from '@preact/signals';
import type { SessionAnswer, SessionRequest } from '../../../domain/hall-page/session.ts';
import { debateAddress, replaceAddress } from '../route.ts';

const PLACE = 'debate-hall-token';
/** Also a key, or a token of a sign-in service, whose parts are joined by dots. */
const CODE = /^#?([A-Za-z0-9_.-]{20,12000})$/;

/** "lost": the hall that gave the token has ended, and another one may have begun. */
type Session = 'none' | 'open' | 'lost';

export const session = signal<Session>(sessionStorage.getItem(PLACE) === null ? 'none' : 'open');

export const readToken = (): string | null => sessionStorage.getItem(PLACE);

function keepToken(token: string): void {
  sessionStorage.setItem(PLACE, token);
  session.value = 'open';
}

type TabMessage = { readonly wanted: true } | { readonly token: string };

/** A link that is opened in a new tab needs no code: the tab asks those that are signed in, which the browser lets only this page do. */
const tabs = new BroadcastChannel(PLACE);
tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  const token = readToken();
  if ('token' in data) {
    // A tab whose own token has ended may have been another person's.
    if (session.value === 'none') keepToken(data.token);
  } else if (token !== null) {
    tabs.postMessage({ token } satisfies TabMessage);
  }
});

/** `refused`: the token that the hall did not take; an answer that comes late says nothing of a newer one. */
export function loseSession(refused: string | null): void {
  if (readToken() !== refused) return;
  sessionStorage.removeItem(PLACE);
  session.value = 'lost';
}

/** The code in what somebody pasted: the code itself, or the address that ends with it. */
export function findCode(text: string): string | undefined {
  return CODE.exec(text.trim().replace(/^[^#]*(?=#)/, ''))?.[1];
}

/** Whether the hall took the code, which it does once. */
export async function openSession(code: string): Promise<boolean> {
  const body: SessionRequest = { code };
  const response = await fetch('/api/session', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  }).catch(() => undefined);
  if (response?.ok !== true) return false;
  const { token, debate } = (await response.json()) as SessionAnswer;
  if (debate !== undefined) replaceAddress(debateAddress(debate));
  keepToken(token);
  return true;
}

/**
 * Takes the code out of the address before anything else can read it; a link that was opened a second time changes nothing. Without a code
 * it asks the other tabs.
 */
export async function openSessionFromAddress(here: string): Promise<void> {
  const code = findCode(location.hash);
  if (code !== undefined) {
    // A hall that was started again finds the reader where they were.
    history.replaceState(null, '', here);
    await openSession(code);
  }
  if (session.value === 'none') tabs.postMessage({ wanted: true } satisfies TabMessage);
}
