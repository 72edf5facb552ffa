// Pauses and resumes a run, and picks who speaks next: writes without words of their own.
import { useSignal } from '@preact/signals';
import type { DebateView, PossibleActions } from '../../../domain/hall-page/debate.ts';
import { safe } from '../../report/words.ts';
import { readAgain } from '../debate/reading.ts';
import { debatePath, describeError, NoAnswer, postJson } from '../talk/api.ts';
import { createKey } from './drafts.ts';

interface ActionProps {
  readonly debate: string;
  readonly action: 'pause' | 'resume' | 'pick' | 'close';
  readonly title: string;
  readonly body?: object;
}

function Action({ debate, action, title, body = {} }: ActionProps) {
  const isUnderWay = useSignal(false);
  const problem = useSignal('');
  /** The same for every attempt until one is answered. */
  const key = useSignal(createKey());
  async function act() {
    isUnderWay.value = true;
    try {
      await postJson(debatePath(debate, action), { key: key.value, ...body });
      key.value = createKey();
      problem.value = '';
      await readAgain();
    } catch (error) {
      if (!(error instanceof NoAnswer)) key.value = createKey();
      problem.value = describeError(error);
    }
    isUnderWay.value = false;
  }
  return (
    <>
      <button type="button" disabled={isUnderWay.value} onClick={() => void act()}>
        {title}
      </button>
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {safe(problem.value)}
        </p>
      )}
    </>
  );
}

export function RunControls({ view: { record, can } }: { readonly view: DebateView }) {
  const debate = record.threadId;
  return (
    <>
      {can.pause && <Action debate={debate} action="pause" title="Pause" />}
      {can.resume && <Action debate={debate} action="resume" title="Resume" />}
      {can.close === 'by-rules' && <Action debate={debate} action="close" title="Close as the rules have it" />}
    </>
  );
}

interface PicksProps {
  readonly debate: string;
  readonly seats: PossibleActions['pick'];
}

export function Picks({ debate, seats }: PicksProps) {
  return (
    <section class="due-turn" aria-labelledby="pick-title">
      <h3 id="pick-title">Who speaks next?</h3>
      <p class="submit">
        {seats.map(({ seat, label }) => (
          <Action key={seat} debate={debate} action="pick" title={safe(label)} body={{ seat }} />
        ))}
      </p>
    </section>
  );
}
