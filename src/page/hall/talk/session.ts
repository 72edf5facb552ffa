// The token of this tab: had for the one-time code in the address or from another tab, kept until the tab is closed, and never in an
// address.
import { signal } from '@preact/signals';
import type { SessionAnswer, SessionRequest } from '../../../domain/hall-page/session.ts';
import type { HallAnswer } from '../../../domain/hall-page/start.ts';
import { debateAddress, replaceAddress } from '../route.ts';
import { describeError, isSignedOut, RequestError, reach, readRefusal } from './failures.ts';

const PLACE = 'debate-hall-token';
const PERSON = 'debate-hall-person';
/** Also a key, or a token of a sign-in service, whose parts are joined by dots. */
const CODE = /^#?([A-Za-z0-9_.-]{20,12000})$/;

/** Whose tab this is, also after its token has ended and over a reload; nobody's until somebody has signed in. */
export const readPerson = (): string | null => sessionStorage.getItem(PERSON);

/** Whether the tab is still theirs. Nothing that it shows or keeps of one person is for another one, so the page begins anew. */
export function keepPerson(id: string): boolean {
  const known = readPerson();
  sessionStorage.setItem(PERSON, id);
  if (known === null || known === id) return true;
  location.reload();
  return false;
}

/** "lost": the hall takes the token no longer. */
type Session = 'none' | 'open' | 'lost';

/** Why nobody is signed in, in the words of the hall; empty where nobody has tried to. */
export const refusal = signal('');

export const session = signal<Session>(sessionStorage.getItem(PLACE) === null ? 'none' : 'open');

export const readToken = (): string | null => sessionStorage.getItem(PLACE);

export function withToken(token: string | null): Record<string, string> {
  return token === null ? {} : { authorization: `Bearer ${token}` };
}

function keepToken(token: string, person: string): void {
  sessionStorage.setItem(PLACE, token);
  if (!keepPerson(person)) return;
  refusal.value = '';
  session.value = 'open';
}

/** `refused`: the token that the hall did not take; an answer that comes late says nothing of a newer one. */
export function loseSession(refused: string | null, why: RequestError): void {
  if (readToken() !== refused) return;
  refusal.value = describeError(why);
  sessionStorage.removeItem(PLACE);
  session.value = 'lost';
}

type TabMessage = { readonly wanted: true } | { readonly token: string };

/** A link that is opened in a new tab needs no code: the tab asks those that are signed in, which the browser lets only this page do. */
const tabs = new BroadcastChannel(PLACE);
const tellTabs = (message: TabMessage) => tabs.postMessage(message);

/** Tokens of other tabs since this one asked. */
const offered = new Set<string>();
let asking: Promise<void> | undefined;

tabs.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => {
  if ('wanted' in data) {
    const token = readToken();
    if (token !== null) tellTabs({ token });
  } else if (session.value === 'none' && !offered.has(data.token)) {
    // Somebody signed in, or a tab was slow. One whose own token has ended may have been another person's, and takes none.
    void askTabs();
    offered.add(data.token);
  }
});

function askTabs(): Promise<void> {
  if (asking !== undefined) return asking;
  offered.clear();
  tellTabs({ wanted: true });
  asking = takeOffered().finally(() => {
    asking = undefined;
  });
  return asking;
}

const OFFERS_WITHIN_MS = 300;
const HALL_ANSWERS_WITHIN_MS = 10_000;

/** Whose token it is, by the ID: `null` if the hall refuses it, `undefined` if the hall does not say. */
async function findOwner(token: string): Promise<string | null | undefined> {
  try {
    const signal = AbortSignal.timeout(HALL_ANSWERS_WITHIN_MS);
    const response = await fetch('/api/hall', { headers: withToken(token), signal });
    if (response.ok) return ((await response.json()) as HallAnswer).personId;
    return isSignedOut(await readRefusal(response)) ? null : undefined;
  } catch {
    return undefined;
  }
}

/** Takes one of the person whose tab this was; in a new tab, only if all that work are of one person: it may be of any of them. */
async function takeOffered(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, OFFERS_WITHIN_MS));
  const owners = new Map<string, string | null | undefined>();
  // Also those that are offered meanwhile.
  for (const token of offered) owners.set(token, await findOwner(token));
  const person = readPerson();
  const working = [...owners].filter(([, owner]) => (person === null ? owner !== null : owner === person));
  const [[token, owner] = []] = working;
  const isOnePerson = working.every(([, other]) => other === owner);
  if (token !== undefined && typeof owner === 'string' && isOnePerson && session.value === 'none') {
    keepToken(token, owner);
  }
}

/** The code in what somebody pasted: the code itself, or the address that ends with it. */
export function findCode(text: string): string | undefined {
  return CODE.exec(text.trim().replace(/^[^#]*(?=#)/, ''))?.[1];
}

const CANNOT_SIGN_IN = 'Cannot reach the hall. Try again once it is running.';

/** Where the hall does not take the code, `refusal` says why. */
export async function openSession(code: string): Promise<void> {
  const body: SessionRequest = { code };
  const headers = { 'content-type': 'application/json' };
  const sent = { method: 'POST', headers, body: JSON.stringify(body) };
  let answer: SessionAnswer;
  try {
    const response = await reach('/api/session', sent);
    if (!response.ok) throw await readRefusal(response);
    answer = (await response.json()) as SessionAnswer;
  } catch (error) {
    refusal.value = error instanceof RequestError ? describeError(error) : CANNOT_SIGN_IN;
    return;
  }
  const { token, personId, debate } = answer;
  if (debate !== undefined) replaceAddress(debateAddress(debate));
  keepToken(token, personId);
  tellTabs({ token });
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
  if (session.value === 'none') await askTabs();
}
