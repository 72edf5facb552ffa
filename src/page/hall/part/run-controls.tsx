// Pauses and resumes a run, and picks who speaks next: writes without words of their own.
import { useSignal } from '@preact/signals';
import type { DebateView, PossibleActions } from '../../../domain/hall-page/debate.ts';
import type { CloseRequest, PauseRequest, PickRequest, ResumeRequest } from '../../../domain/hall-page/writes.ts';
import { safe } from '../../report/words.ts';
import { readAgain } from '../debate/reading.ts';
import { debatePath, describeError, NoAnswer, postJson } from '../talk/api.ts';
import { createKey } from './drafts.ts';

/** Bodies without the key. */
interface Bodies {
  readonly pause: Omit<PauseRequest, 'key'>;
  readonly resume: Omit<ResumeRequest, 'key'>;
  readonly pick: Omit<PickRequest, 'key'>;
  readonly close: Omit<CloseRequest, 'key'>;
}

interface ActionProps<Name extends keyof Bodies> {
  readonly debate: string;
  readonly action: Name;
  readonly title: string;
  readonly body: Bodies[Name];
}

function Action<Name extends keyof Bodies>({ debate, action, title, body }: ActionProps<Name>) {
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
      {can.pause && <Action debate={debate} action="pause" title="Pause" body={{}} />}
      {can.resume && <Action debate={debate} action="resume" title="Resume" body={{}} />}
      {can.close === 'by-rules' && (
        <Action debate={debate} action="close" title="Close as the rules have it" body={{}} />
      )}
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
