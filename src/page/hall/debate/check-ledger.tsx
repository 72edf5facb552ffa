// Has the hall check the ledger, rules and all, and says what it found.
import { useSignal } from '@preact/signals';
import type { VerifyAnswer } from '../../../domain/hall-page/debate.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { safe } from '../../report/words.ts';
import { debatePath, describeError, getJson } from '../talk/api.ts';

function Found({ answer: { ok, events, problems } }: { readonly answer: VerifyAnswer }) {
  if (ok) {
    return (
      <p class="check good">
        <strong>✓ The hall checked its ledger:</strong> {countNoun(events, 'event')} in an unbroken chain, and the rules
        of the format give this result.
      </p>
    );
  }
  return (
    <div class="check bad">
      <p>
        <strong>✗ The check failed.</strong>
      </p>
      <ul>
        {problems.map((problem) => (
          <li key={problem} dir="auto">
            {safe(problem)}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function CheckLedger({ id }: { readonly id: string }) {
  const answer = useSignal<VerifyAnswer | undefined>(undefined);
  const problem = useSignal('');
  const check = async () => {
    try {
      answer.value = await getJson<VerifyAnswer>(debatePath(id, 'verify'));
      problem.value = '';
    } catch (error) {
      problem.value = describeError(error);
    }
  };
  return (
    <div class="check-ledger">
      <button type="button" onClick={() => void check()}>
        Check the ledger
      </button>
      <div role="status">{answer.value !== undefined && <Found answer={answer.value} />}</div>
      <p class="problem" role="alert">
        {problem.value}
      </p>
    </div>
  );
}
