// One line at the top of a file about the file itself: damaged, being checked, checked, or not able to check itself.
import { countNoun } from '../../domain/words/format-figures.ts';
import { checked } from './checking.ts';
import { pageData } from './state.ts';

function Damage({ parts }: { readonly parts: readonly string[] }) {
  return (
    <p class="check-line bad" role="alert">
      <strong>✗ This file is damaged.</strong> Its {parts.join(' and its ')} cannot be read, so nothing here is checked.
    </p>
  );
}

export function CheckLine() {
  const { ledger, record, damaged = [] } = pageData.value;
  if (damaged.length > 0) return <Damage parts={damaged} />;
  const found = checked.value;
  if (ledger === undefined) {
    return (
      <p class="check-line">
        This file carries no ledger, so it cannot check itself. <a href="#about">How to check it</a>
      </p>
    );
  }
  if (found === undefined) return <p class="check-line">Checking {countNoun(record.ledger.events, 'event')} …</p>;
  if (found.problem !== undefined) {
    return (
      <p class="check-line bad" role="alert">
        <strong>✗ The check failed: do not rely on this page.</strong> {found.problem}
      </p>
    );
  }
  return (
    <p class="check-line good">
      <strong>✓ Checked against its own ledger.</strong> <a href="#about">What that means</a>
    </p>
  );
}
