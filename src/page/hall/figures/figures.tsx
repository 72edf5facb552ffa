// The hall in figures: how well confidence was founded, and what debates cost over time.
import { useSignalEffect } from '@preact/signals';
import type { CalibrationAnswer, CostsAnswer } from '../../../domain/hall-page/insight.ts';
import { Problem, useAnswer } from '../problem.tsx';
import { beginnings } from '../state.ts';
import { getJson } from '../talk/api.ts';
import { session } from '../talk/session.ts';
import { Calibration } from './calibration.tsx';
import { Costs } from './costs.tsx';

interface Known {
  readonly calibration: CalibrationAnswer;
  readonly costs: CostsAnswer;
}

export function Figures() {
  const { answer: known, problem, ask } = useAnswer<Known>();
  useSignalEffect(() => {
    void beginnings.value;
    if (session.value !== 'open') return;
    const all = [getJson<CalibrationAnswer>('/api/calibration'), getJson<CostsAnswer>('/api/costs')] as const;
    void ask(Promise.all(all).then(([calibration, costs]) => ({ calibration, costs })));
  });
  return (
    <main>
      <h1 class="plain">Figures</h1>
      <Problem text={problem.value} />
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
