// The debates of the hall: what is going on, and everything there ever was, filtered and searched.
import { computed, useSignal, useSignalEffect } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { DebateRow, ListPage } from '../../../domain/hall-page/list.ts';
import { cutTitle } from '../../../domain/words/cut-line.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { LongWords } from '../../report/long-words.tsx';
import { safe } from '../../report/words.ts';
import { readClock } from '../clock.ts';
import { LiveSeats } from '../debate/live-seats.tsx';
import { Problem } from '../problem.tsx';
import { debateAddress, listAddress, replaceAddress, route } from '../route.ts';
import { beginnings, followedFromList, getLive, going, hall, isUnreadable, listChanges } from '../state.ts';
import { getJson } from '../talk/api.ts';
import { describeError } from '../talk/failures.ts';
import { session } from '../talk/session.ts';
import { Filters, readFilter, toQuery } from './filters.tsx';
import { describeAge, RowView } from './row.tsx';

const TOPIC_LENGTH = 120;

function Card({ row, now }: { readonly row: DebateRow; readonly now: number }) {
  const { threadId, topic, running, waitsFor = [], changedAt } = row;
  return (
    <li class={running ? 'going-on live' : 'going-on'}>
      <h3 dir="auto">
        <a href={debateAddress(threadId)}>
          <LongWords text={safe(cutTitle(topic ?? threadId, TOPIC_LENGTH))} />
        </a>
      </h3>
      {waitsFor.map(({ seat, act, label }) => (
        <p key={`${seat} ${act}`} class="waits-for" dir="auto">
          Waiting for a person: <strong>{safe(label)}</strong>.{' '}
          {hall.value?.takesTurns === true && <a href={debateAddress(threadId, 'your-turn')}>Take the turn</a>}
        </p>
      ))}
      {running && followedFromList.value.includes(threadId) && <LiveSeats live={getLive(threadId)} isBrief />}
      {!running && <p class="quiet">Last event {describeAge(changedAt, now)}</p>}
    </li>
  );
}

/** What is going on in the hall right now: debates that are running, each with its seats, and those that wait for a person. */
function Going({ debates, now }: { readonly debates: readonly DebateRow[]; readonly now: number }) {
  return (
    <section class="going" aria-labelledby="going-title">
      <h2 id="going-title">In progress</h2>
      <ul>
        {debates.map((row) => (
          <Card key={row.threadId} row={row} now={now} />
        ))}
      </ul>
    </section>
  );
}

const isWriting = (target: EventTarget | null) =>
  target instanceof HTMLElement && (target.matches('input, select, textarea') || target.isContentEditable);

function moveFocus(step: 1 | -1): void {
  const links = [...document.querySelectorAll<HTMLElement>('.debate-row h3 a')];
  const here = links.findIndex((link) => link.closest('.debate-row')?.contains(document.activeElement) === true);
  const next = here < 0 ? (step === 1 ? 0 : links.length - 1) : here + step;
  links[Math.min(Math.max(next, 0), links.length - 1)]?.focus();
}

function onKey(event: KeyboardEvent): void {
  if (isWriting(event.target) || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === 'j') moveFocus(1);
  else if (event.key === 'k') moveFocus(-1);
  else if (event.key === 'n') location.hash = '#/start';
  else if (event.key === '/') document.querySelector<HTMLElement>('.filters input[type="search"]')?.focus();
  else return;
  event.preventDefault();
}

/** Returns what ends it. */
function listenToKeys(): () => void {
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

const STEP = 100;
const MOST = 1_000;
/** So that typing does not search for every letter, and a busy hall is not listed at every event. */
const WAIT_MS = 150;

const EMPTY_HALL = 'No debates yet.';

const search = computed(() => (route.value.kind === 'list' ? route.value.search.toString() : ''));

export function List() {
  useEffect(listenToKeys, []);
  const page = useSignal<ListPage | undefined>(undefined);
  /** What the page answers. */
  const asked = useSignal('');
  const problem = useSignal('');
  const limit = useSignal(STEP);
  useSignalEffect(() => {
    const wanted = search.value;
    const query = toQuery(new URLSearchParams(wanted), limit.value);
    // Whatever may have changed the list has it read again.
    void beginnings.value;
    void listChanges.value;
    if (session.value !== 'open') return;
    const current = new AbortController();
    const timer = setTimeout(
      () => {
        getJson<ListPage>(`/api/debates?${query}`, current.signal).then(
          (answer) => {
            page.value = answer;
            asked.value = wanted;
            problem.value = '';
          },
          (error: unknown) => {
            if (!current.signal.aborted) problem.value = describeError(error);
          },
        );
      },
      page.peek() === undefined ? 0 : WAIT_MS,
    );
    return () => {
      clearTimeout(timer);
      current.abort();
    };
  });
  const filter = new URLSearchParams(search.value);
  const { rows = [], total = 0, unreadable = 0 } = page.value ?? {};
  const isFiltered = search.value !== '';
  const now = readClock();
  const describeCount = () => {
    if (problem.value !== '') return '';
    if (page.value === undefined) return 'Loading…';
    if (asked.value !== search.value) return 'Searching…';
    const left = unreadable === 0 ? '' : `; ${unreadable} cannot be read`;
    return `${countNoun(total, 'debate')}${isFiltered ? (total === 1 ? ' matches' : ' match') : ''}${left}`;
  };
  const change = (next: URLSearchParams) => {
    limit.value = STEP;
    replaceAddress(listAddress(next));
  };
  return (
    <main>
      <h1 class="plain">Debates</h1>
      {going.value.length > 0 && <Going debates={going.value} now={now} />}
      <section class="all" aria-labelledby="all-title">
        <h2 id="all-title" class={going.value.length > 0 ? '' : 'hidden'}>
          All debates
        </h2>
        {(total > 0 || isFiltered) && (
          <Filters filter={filter} rows={rows.flatMap((row) => (isUnreadable(row) ? [] : [row]))} onChange={change} />
        )}
        <p class="count" role="status">
          {describeCount()}
        </p>
        {total > 1 && (
          <p class="keys">
            <kbd>j</kbd> <kbd>k</kbd> move, <kbd>Enter</kbd> opens, <kbd>/</kbd> searches, <kbd>n</kbd> starts a debate
          </p>
        )}
        <Problem text={problem.value} />
        {page.value !== undefined && total === 0 && !isFiltered ? (
          <Nothing />
        ) : (
          <ol class="debates">
            {rows.map((row) => (
              <RowView key={row.threadId} row={row} query={readFilter(filter).q ?? ''} now={now} />
            ))}
          </ol>
        )}
        {rows.length < total && limit.value < MOST && (
          <button
            type="button"
            onClick={() => {
              limit.value = Math.min(MOST, limit.value + STEP);
            }}
          >
            Show {Math.min(STEP, total - rows.length)} more
          </button>
        )}
      </section>
    </main>
  );
}

function Nothing() {
  return (
    <div class="nothing">
      <p>{EMPTY_HALL}</p>
      <p>
        <a class="button primary" href="#/start">
          Start a debate
        </a>
      </p>
      <p>Or in a terminal:</p>
      <pre>
        <code>debate-hall run "Should we rewrite our backend in Rust?"</code>
      </pre>
    </div>
  );
}
