// The one thing to do next, at the top: take the turn, pick, resume, close, or ask again what was decided.
import type { DebateView } from '../../../domain/hall-page/debate.ts';
import { safe } from '../../report/words.ts';
import { Action } from '../part/action.tsx';
import { debateAddress } from '../route.ts';

export function NextStep({ view: { record, waitsFor, can, running } }: { readonly view: DebateView }) {
  const debate = record.threadId;
  const [turn] = waitsFor;
  const toPart = (words: string) => (
    <a class="button primary" href={debateAddress(debate, 'take-part')}>
      {words}
    </a>
  );
  const button = () => {
    if (turn !== undefined) return toPart(`Take the turn: ${safe(turn.label)}`);
    if (can.pick.length > 0) return toPart('Pick who speaks next');
    if (can.resume) return <Action debate={debate} action="resume" title="Resume" body={{}} isPrimary />;
    if (can.close === 'by-rules')
      return <Action debate={debate} action="close" title="Close the debate" body={{}} isPrimary />;
    if (running && can.interject) return toPart('Interject');
    if (!can.again) return null;
    return (
      <a class="button primary" href={debateAddress(debate, 'again')}>
        Ask again
      </a>
    );
  };
  const content = button();
  return content === null ? null : <p class="submit next-step">{content}</p>;
}
