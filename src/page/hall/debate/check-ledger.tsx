// Has the hall check the ledger, rules and all, and says what it found.
import type { VerifyAnswer } from '../../../domain/hall-page/debate.ts';
import { countNoun } from '../../../domain/words/format-figures.ts';
import { safe } from '../../report/words.ts';
import { Problem, useAnswer } from '../problem.tsx';
import { debatePath, getJson } from '../talk/api.ts';

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
