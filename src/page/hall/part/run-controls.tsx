// Pauses and resumes a run, and picks who speaks next: writes without words of their own.
import type { DebateView, PossibleActions } from '../../../domain/hall-page/debate.ts';
import { safe } from '../../report/words.ts';
import { Action } from './action.tsx';

/** Without what is the next step anyway, and so stands at the top. */
export function RunControls({ view: { record, can, waitsFor } }: { readonly view: DebateView }) {
  const debate = record.threadId;
  const isPersonNext = waitsFor.length > 0 || can.pick.length > 0;
  return (
    <>
      {can.pause && <Action debate={debate} action="pause" title="Pause" body={{}} />}
      {can.resume && isPersonNext && <Action debate={debate} action="resume" title="Resume" body={{}} />}
      {can.close === 'by-rules' && (isPersonNext || can.resume) && (
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
