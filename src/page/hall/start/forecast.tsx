// What a debate will probably take, from past calls of the same agents, before anything is spent.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { ForecastAnswer, ForecastRequest } from '../../../domain/hall-page/start.ts';
import { safe } from '../../report/words.ts';
import { postJson } from '../talk/api.ts';
import { describeError } from '../talk/failures.ts';

const WAIT_MS = 400;

export function ForecastView({ opening }: { readonly opening: ForecastRequest | undefined }) {
  const forecast = useSignal<ForecastAnswer | undefined>(undefined);
  const problem = useSignal('');
  const json = opening === undefined ? '' : JSON.stringify(opening);
  useEffect(() => {
    if (json === '') return;
    let isOver = false;
    const timer = setTimeout(() => {
      postJson<ForecastAnswer>('/api/forecast', JSON.parse(json) as ForecastRequest).then(
        (answer) => {
          if (isOver) return;
          forecast.value = answer;
          problem.value = '';
        },
        (error: unknown) => {
          if (isOver) return;
          forecast.value = undefined;
          problem.value = describeError(error);
        },
      );
    }, WAIT_MS);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [json]);
  if (problem.value !== '') {
    return (
      <p class="problem" role="status">
        {safe(problem.value)}
      </p>
    );
  }
  const known = forecast.value;
  if (known === undefined || opening === undefined) {
    return <p class="quiet">An estimate appears here once you have entered a question.</p>;
  }
  return (
    <section class="forecast" aria-label="Forecast">
      <p role="status">{safe(known.text)}</p>
      <ul>
        {known.seats.map(({ seat, label, agent, person }) => (
          <li key={seat} dir="auto">
            <strong>{safe(label)}</strong> {safe(agent)}
            {person && <span class="quiet"> the debate waits for a person</span>}
          </li>
        ))}
      </ul>
      {known.questionNote !== undefined && <p role="note">{safe(known.questionNote)}</p>}
      {[...(known.viewing ?? []), ...known.passedOver].map((sentence) => (
        <p key={sentence} class="quiet" dir="auto">
          {safe(sentence)}
        </p>
      ))}
    </section>
  );
}
