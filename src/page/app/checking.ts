// What the page found when it checked the ledger that it carries: made once for each record that is shown.
import { effect, signal } from '@preact/signals';
import { pageData } from './state.ts';
import { type Checked, checkLedger } from './verify/check-ledger.ts';

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
