// What went wrong, in sentences: it is always there for whoever hears the page, and empty while nothing is.
import { type Signal, useSignal } from '@preact/signals';
import { safe } from '../report/words.ts';
import { describeError } from './talk/failures.ts';

export const Problem = ({ text }: { readonly text: string }) => (
  <p class="problem" role="alert" dir="auto">
    {safe(text)}
  </p>
);

interface Asked<Answer> {
  /** The last one that came. */
  readonly answer: Signal<Answer | undefined>;
  readonly problem: Signal<string>;
  readonly ask: (call: Promise<Answer>) => Promise<void>;
}

/** What the hall answers to one kind of call. */
export function useAnswer<Answer>(): Asked<Answer> {
  const answer = useSignal<Answer | undefined>(undefined);
  const problem = useSignal('');
  const ask = async (call: Promise<Answer>) => {
    try {
      answer.value = await call;
      problem.value = '';
    } catch (error) {
      problem.value = describeError(error);
    }
  };
  return { answer, problem, ask };
}
