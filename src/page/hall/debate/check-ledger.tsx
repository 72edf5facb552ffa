// Has the hall check the ledger, rules and all, and says what it found.
import type { VerifyAnswer } from '../../../domain/hall-page/debate.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { safe } from '../../report/words.ts';
import { Problem, useAnswer } from '../problem.tsx';
import { debatePath, getJson } from '../talk/api.ts';

function Found({ answer: { ok, events, problems, unchecked } }: { readonly answer: VerifyAnswer }) {
  if (problems.length === 0) {
    return (
      <p class={ok ? 'check good' : 'check'} dir="auto">
        <strong>{ok ? '✓' : '?'} The hall checked its ledger:</strong> {countNoun(events, 'event')} in an unbroken chain
        {unchecked === undefined ? ', and the rules of the format give this result.' : `. ${safe(unchecked)}`}
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
  const { answer, problem, ask } = useAnswer<VerifyAnswer>();
  return (
    <div class="check-ledger">
      <button type="button" onClick={() => void ask(getJson(debatePath(id, 'verify')))}>
        Check the ledger
      </button>
      <div role="status">{answer.value !== undefined && <Found answer={answer.value} />}</div>
      <Problem text={problem.value} />
    </div>
  );
}
