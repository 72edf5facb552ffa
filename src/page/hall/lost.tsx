// Asks for a fresh link: where there was none, where it was used before, and where the hall was started again.
import { useSignal } from '@preact/signals';
import type { TargetedSubmitEvent } from 'preact';
import { findCode, openSession, session } from './talk/session.ts';

export function Lost() {
  const text = useSignal('');
  const problem = useSignal('');
  async function submit(event: TargetedSubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const code = findCode(text.value);
    if (code === undefined) problem.value = 'That is no such link: it ends with "#" and a long code.';
    else if (!(await openSession(code)))
      problem.value = 'The hall does not take this code. It works once, and not for long.';
  }
  const isRestart = session.value === 'lost';
  return (
    <section class="lost" aria-labelledby="lost-title">
      <h1 id="lost-title">{isRestart ? 'The hall was started again' : 'A link is needed'}</h1>
      <p>
        {isRestart
          ? 'Open the link that it printed, or paste it here. What you were writing is kept.'
          : 'This page opens with the link that "debate-hall view" prints. It works once, within one minute.'}{' '}
        Press Enter where <code>debate-hall view</code> runs to get a new one.
      </p>
      <p>A shared hall opens with your key or token: paste it here.</p>
      <form onSubmit={(event) => void submit(event)}>
        <label>
          Link or key
          <input
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
      <p class="problem" role="alert">
        {problem.value}
      </p>
    </section>
  );
}
