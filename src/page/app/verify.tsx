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
    const { ledger, record } = pageData.value;
    if (ledger === undefined) return;
    void checkLedger(record, ledger).then((result) => {
      checkedLedger.value = result;
    });
  });
}

function Result({ found: { problem, events, texts, redacted, head } }: { readonly found: Checked }) {
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
        {redacted > 0 && `, ${countNoun(redacted, 'text')} removed by recorded redactions`}; topic, outcome, answers,
        tallies, decision, findings and transcript are those of the ledger.
      </p>
      <p>
        It did not check the rules of the format, the readable form of structured answers, or any signature:{' '}
        <code>debate-hall verify</code> does. Whoever can write this file can write both page and ledger, so compare the
        head with one you got elsewhere: <code class="hash">{head}</code>
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
        <Result found={checkedLedger.value} />
      )}
    </div>
  );
}
