// Says what the page found when it checked the ledger that it carries, and what it did not check.
import { effect, signal } from '@preact/signals';
import { countNoun } from '../../domain/words/format-figures.ts';
import { pageData } from './state.ts';
import { type Checked, checkLedger } from './verify/check-ledger.ts';

// What the page found when it checked the ledger that it carries: made once for each record that is shown.

export const checkedLedger = signal<Checked | undefined>(undefined);

/** Of a file that carries its ledger; a hall checks its own. */
export function checkPage(): void {
  effect(() => {
    const page = pageData.value;
    if (page.ledger === undefined) return;
    void checkLedger(page, page.ledger).then((result) => {
      checkedLedger.value = result;
    });
  });
}

interface ResultProps {
  readonly found: Checked;
  readonly hasForks: boolean;
}

function Result({ found: { problem, events, texts, redacted, head }, hasForks }: ResultProps) {
  if (problem !== undefined) {
    return (
      <p class="check bad">
        <strong>✗ The check failed.</strong> {problem}
      </p>
    );
  }
  return (
    <div class="check good">
      <p>
        <strong>✓ This page checked its ledger:</strong> {countNoun(events, 'event')} in an unbroken chain,{' '}
        {countNoun(texts, 'text')} that fit their digests
        {redacted > 0 && `, ${countNoun(redacted, 'text')} removed by recorded redactions`}. It made everything that it
        shows out of that ledger again, and found the same.
      </p>
      <p>
        It did not check {hasForks && 'which debates are its forks, '}whether the rules of the format allow each event,
        or any signature: <code>debate-hall verify</code> checks rules and signatures. Whoever can write this file can
        write both page and ledger, so compare the head with one you got elsewhere: <code class="hash">{head}</code>
      </p>
    </div>
  );
}

export function Verify() {
  const { ledger, record } = pageData.value;
  if (ledger === undefined) {
    return (
      <p class="check">
        This file carries no ledger, so the page cannot check anything. <code>debate-hall export --with-ledger</code>{' '}
        writes one that can.
      </p>
    );
  }
  return (
    <div role="status" data-checked={checkedLedger.value !== undefined}>
      {checkedLedger.value === undefined ? (
        <p class="check">Checking {countNoun(record.ledger.events, 'event')} …</p>
      ) : (
        <Result found={checkedLedger.value} hasForks={record.forks !== undefined} />
      )}
    </div>
  );
}
