// What stands around every place of the hall: its name, the ways around, and how the connection is.
import { useSignal, useSignalEffect } from '@preact/signals';
import type { ComponentType, TargetedSubmitEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { safe } from '../report/words.ts';
import { Figures } from './figures/figures.tsx';
import { List } from './list/list.tsx';
import { Problem } from './problem.tsx';
import { route } from './route.ts';
import { Start } from './start/start.tsx';
import { hall } from './state.ts';
import { findCode, openSession, refusal, session } from './talk/session.ts';
import { connection, type StreamState, streamProblem } from './talk/stream.ts';

/** Asks for a link or a key: where there was none, where the hall did not take it, and where it takes it no longer. */
function Lost() {
  const text = useSignal('');
  const problem = useSignal('');
  async function submit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = findCode(text.value);
    if (code === undefined) problem.value = 'That is not such a link: it must end with "#" and a long code.';
    else {
      problem.value = '';
      await openSession(code);
    }
  }
  const isLost = session.value === 'lost';
  return (
    <section class="lost" aria-labelledby="lost-title">
      <h1 id="lost-title">{isLost ? 'Sign in again' : 'A link or key is needed'}</h1>
      {isLost && <p>The hall takes your link, key or token no longer. What you were writing is kept.</p>}
      <p>
        The page of a hall of your own opens with the link that <code>debate-hall view</code> prints. It works once,
        within one minute. Press Enter where <code>debate-hall view</code> runs to get a new one.
      </p>
      <p>A shared hall opens with your key or token: paste it here.</p>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          Link or key
          <input
            id="sign-in"
            autocomplete="off"
            spellcheck={false}
            value={text.value}
            onInput={({ currentTarget }) => {
              text.value = currentTarget.value;
            }}
          />
        </label>
        <button type="submit">Open</button>
      </form>
      <Problem text={problem.value || refusal.value} />
    </section>
  );
}

const PLACES = [
  { kind: 'list', address: '#/', title: 'Debates' },
  { kind: 'figures', address: '#/figures', title: 'Figures' },
  { kind: 'start', address: '#/start', title: 'Start a debate' },
] as const;

const CONNECTION: Readonly<Record<StreamState, string>> = {
  open: 'Live',
  opening: 'Connecting…',
  asleep: 'Asleep while this tab is hidden',
  broken: 'Retrying…',
};

/** For those who hear the page or use the keyboard: where a place begins, whatever is still to be read of it. */
function focusOnPlace(): void {
  document.getElementById('page')?.focus({ preventScroll: true });
}

function Bar() {
  const here = route.value.kind;
  const { name } = hall.value ?? {};
  return (
    <header class="bar">
      <button type="button" class="skip" onClick={focusOnPlace}>
        Skip to the content
      </button>
      <a class="home" href="#/">
        Debate Hall
      </a>
      {name !== undefined && (
        <span class="hall-name" dir="auto">
          {safe(name)}
        </span>
      )}
      <nav aria-label="Hall">
        {PLACES.map(({ kind, address, title }) => (
          <a key={kind} href={address} aria-current={kind === here ? 'page' : undefined}>
            {title}
          </a>
        ))}
      </nav>
      {session.value === 'open' && (
        <p class={`connection ${connection.value}`} role="status">
          {connection.value === 'broken' && `${safe(streamProblem.value || 'Cannot reach the hall.')} `}
          {CONNECTION[connection.value]}
        </p>
      )}
    </header>
  );
}

/** The report and the forms are a script of their own, which the list does not wait for. */
function DebateView({ id }: { readonly id: string }) {
  const view = useSignal<ComponentType<{ readonly id: string }> | undefined>(undefined);
  const failed = useSignal(false);
  useSignalEffect(() => {
    import('./debate/debate.tsx').then(
      ({ DebatePage }) => {
        view.value = DebatePage;
      },
      () => {
        failed.value = true;
      },
    );
  });
  const View = view.value;
  if (View !== undefined) return <View id={id} />;
  return (
    <main>
      <h1 class="plain">{safe(id)}</h1>
      <p role="status">
        {failed.value ? 'Cannot reach the hall. Reload this page once it is running again.' : 'Opening…'}
      </p>
    </main>
  );
}

function Place() {
  const here = route.value;
  switch (here.kind) {
    case 'list':
      return <List />;
    case 'figures':
      return <Figures />;
    case 'start':
      return <Start />;
    case 'debate':
      return <DebateView key={here.id} id={here.id} />;
  }
}

const nameRoute = (here: typeof route.value) => (here.kind === 'debate' ? here.id : here.kind);

export function Frame() {
  const last = useRef<string | undefined>(undefined);
  useSignalEffect(() => {
    const name = nameRoute(route.value);
    if (last.current !== undefined && last.current !== name) {
      scrollTo(0, 0);
      requestAnimationFrame(focusOnPlace);
    }
    last.current = name;
  });
  return (
    <>
      <Bar />
      {session.value !== 'open' && <Lost />}
      {session.value !== 'none' && (
        <div id="page" class={route.value.kind} tabIndex={-1}>
          <Place />
        </div>
      )}
    </>
  );
}
