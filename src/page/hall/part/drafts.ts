// What a person is writing, kept by the browser for them alone until the hall has recorded it: a reload, a killed server or a closed tab
// loses none of it, and no tab erases what another one wrote: each has a draft of its own, and begins with their latest of the others. The key goes with every attempt to send it, so that an attempt whose answer was lost is not recorded twice.
import { signal } from '@preact/signals';
import { readClock } from '../clock.ts';
import { readPerson } from '../talk/session.ts';

/** What is filled in, by the name of its field; a list of claims is one text with a line for each. */
export type DraftFields = Readonly<Record<string, string>>;

export interface Draft {
  readonly fields: DraftFields;
  /** Belongs to exactly these words; other words get another key. */
  readonly key: string;
  /** When it was last changed. */
  readonly at: number;
  /** What it is an answer to, as people read it: "Wall, ballot". */
  readonly title: string;
  /** What the form began with, where that was not empty: nobody wrote it. */
  readonly initial?: DraftFields;
  /** What was sent, where the hall has not confirmed it: it was recorded, or it was not. */
  readonly attempt?: Attempt;
  /** Events of the ledger when its writer last read what was said. */
  readonly seen?: number;
}

export interface Attempt {
  readonly path: string;
  readonly body: object;
}

const PREFIX = 'debate-hall-draft:';
const TAB = 'debate-hall-tab';

/** A tab that is reloaded keeps its own drafts; one that was opened anew or copied from another has none yet. */
function findTab(): string {
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const known = navigation?.type === 'reload' ? sessionStorage.getItem(TAB) : null;
  const tab = known ?? createRequestKey();
  sessionStorage.setItem(TAB, tab);
  return tab;
}

/** The debate, what kind of writing, and the step that it answers. */
export const draftId = (debate: string, kind: string, step = '') => JSON.stringify([debate, kind, step]);

/** That a draft of this ID is written in. */
export const findDebate = (id: string): string => parseId(id)[0] ?? '';

/** Changes with every draft, so that whoever shows them looks again. */
export const draftsChanged = signal(0);

function read(place: string): Draft | undefined {
  try {
    const found = JSON.parse(localStorage.getItem(place) ?? 'null') as Draft | null;
    return found === null || typeof found.fields !== 'object' || typeof found.key !== 'string' ? undefined : found;
  } catch {
    return undefined;
  }
}

/** Of whoever is signed in: others who use this browser, and other halls at this address, have places of their own. */
const personPrefix = () => `${PREFIX}${readPerson()}:`;

const places = () => Object.keys(localStorage).filter((place) => place.startsWith(personPrefix()));

/** Also where the browser has no other source: a page of a hall without TLS in a private network. */
export const createRequestKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

const tab = findTab();
const ownPlace = (id: string) => `${personPrefix()}${tab}:${id}`;

/** "debate-hall-draft:", the person, the tab in 32 digits, and the ID. */
const idIn = (place: string) => place.slice(personPrefix().length + tab.length + 1);

const readDrafts = (id: string) =>
  places()
    .filter((place) => idIn(place) === id)
    .flatMap((place) => read(place) ?? [])
    .sort((one, other) => other.at - one.at);

/** That of this tab, else the latest of another one. */
export const readDraft = (id: string): Draft | undefined => read(ownPlace(id)) ?? readDrafts(id)[0];

/** Whether nothing was written beyond what the form begins with. */
export const isEmpty = (fields: DraftFields, initial: DraftFields = {}) =>
  Object.entries(fields).every(([name, value]) => value.trim() === '' || value === initial[name]);

const isSame = (one: DraftFields, other: DraftFields) =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => one[name] === other[name]);

/** False where the browser keeps nothing more: then the page says so. */
export const canKeep = signal(true);

function keep(id: string, draft: Draft): Draft {
  try {
    localStorage.setItem(ownPlace(id), JSON.stringify(draft));
    canKeep.value = true;
  } catch {
    canKeep.value = false;
  }
  draftsChanged.value += 1;
  return draft;
}

export interface DraftWords {
  readonly title: string;
  readonly fields: DraftFields;
  readonly initial?: DraftFields;
  readonly seen?: number;
}

export function writeDraft(id: string, written: DraftWords): Draft {
  const known = readDraft(id);
  if (known !== undefined && isSame(known.fields, written.fields)) {
    return known.seen === written.seen ? known : keep(id, { ...known, ...written });
  }
  return keep(id, { ...written, key: createRequestKey(), at: readClock() });
}

/** Before it is sent, so that nobody has to guess afterwards whether it was. */
export function noteAttempt(id: string, draft: Draft, attempt: Attempt): void {
  keep(id, { ...draft, attempt });
}

/** The hall refused it, so it is not recorded. */
export function noteRefusal(id: string): void {
  const known = readDraft(id);
  if (known === undefined) return;
  const { attempt: _, ...draft } = known;
  keep(id, draft);
}

function remove(places: readonly string[]): void {
  for (const place of places) localStorage.removeItem(place);
  draftsChanged.value += 1;
}

/** Of this tab. */
export const removeDraft = (id: string): void => remove([ownPlace(id)]);

/** The same words in every tab, by their key: they were recorded, or their writer lets go of them. Other words stay. */
export function removeWords(id: string, key: string): void {
  remove(places().filter((place) => idIn(place) === id && read(place)?.key === key));
}

export interface KeptDraft {
  readonly id: string;
  readonly kind: string;
  readonly step: string;
  readonly draft: Draft;
}

/** All that the person wrote for a debate and that is not yet recorded, in every tab, the latest first; the same words once. */
export function listDrafts(debate: string): readonly KeptDraft[] {
  return places()
    .flatMap((place): KeptDraft[] => {
      const id = idIn(place);
      const draft = read(place);
      const [of, kind = '', step = ''] = parseId(id);
      return of !== debate || draft === undefined || isEmpty(draft.fields, draft.initial)
        ? []
        : [{ id, kind, step, draft }];
    })
    .sort((one, other) => other.draft.at - one.draft.at)
    .filter(
      ({ id, draft }, index, all) => all.findIndex((each) => each.id === id && each.draft.key === draft.key) === index,
    );
}

function parseId(id: string): readonly string[] {
  try {
    return JSON.parse(id) as string[];
  } catch {
    return [];
  }
}
