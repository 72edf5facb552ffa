// The hall in figures: how well confidence was founded, and what debates cost over time.
import { useSignal, useSignalEffect } from '@preact/signals';
import type { CalibrationAnswer, CostsAnswer } from '../../../domain/hall-page/insight.ts';
import { beginnings } from '../state.ts';
import { describeError, getJson } from '../talk/api.ts';
import { session } from '../talk/session.ts';
import { Calibration } from './calibration.tsx';
import { Costs } from './costs.tsx';

interface Known {
  readonly calibration: CalibrationAnswer;
  readonly costs: CostsAnswer;
}

export function Figures() {
  const known = useSignal<Known | undefined>(undefined);
  const problem = useSignal('');
  useSignalEffect(() => {
    void beginnings.value;
    if (session.value !== 'open') return;
    const all = [getJson<CalibrationAnswer>('/api/calibration'), getJson<CostsAnswer>('/api/costs')] as const;
    Promise.all(all).then(
      ([calibration, costs]) => {
        known.value = { calibration, costs };
        problem.value = '';
      },
      (error: unknown) => {
        problem.value = describeError(error);
      },
    );
  });
  return (
    <main>
      <h1 class="plain">Figures</h1>
      {problem.value !== '' && (
        <p class="problem" role="alert">
          {problem.value}
        </p>
      )}
      {known.value === undefined ? (
        <p role="status">{problem.value === '' ? 'Loading…' : ''}</p>
      ) : (
        <>
          <Costs costs={known.value.costs} />
          <Calibration calibration={known.value.calibration} />
        </>
      )}
    </main>
  );
}
