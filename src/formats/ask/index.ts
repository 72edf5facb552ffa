// One agent answers one question, once: what `ask --agent` records. Nobody looks at the answer, so nothing is decided by it.
import * as z from 'zod';
import { isBlank } from '../../domain/answers/nothing.ts';
import { ask } from '../common/admission.ts';
import type { BaseState } from '../common/base-state.ts';
import { closeByRules } from '../common/closing.ts';
import { defineAct, readWords } from '../define-act.ts';
import { defineFormat } from '../define-format.ts';

const AGENT = 'agent';
/** Code points of an answer. */
const LONGEST = 1_000_000;

const optionsSchema = z.strictObject({});
type Options = z.infer<typeof optionsSchema>;

interface State extends BaseState {
  readonly options: Options;
  readonly answered: boolean;
}

const dataSchema = z.strictObject({});

const answer = defineAct<State, string, z.infer<typeof dataSchema>>({
  parse: readWords,
  longest: LONGEST,
  data: dataSchema,
  request: () => ({
    id: 'answer',
    task: 'answer',
    label: 'Agent answers',
    values: {},
    sample: () => 'This is a rehearsal: no model was called.',
  }),
  read: (_, text) => ({ data: {}, fatal: isBlank(text) ? ['The answer is empty.'] : [] }),
  apply: (state) => ({ ...state, answered: true }),
  title: () => 'Answer',
});

const ONE_ANSWER = { summary: 'One answer.', options: {} };

export const format = defineFormat<Options, State>({
  id: 'ask',
  title: 'One agent',
  summary: 'One agent answers, and nobody looks at the answer.',
  options: optionsSchema,
  ownCommand: true,
  recipes: { quick: ONE_ANSWER, standard: ONE_ANSWER, deep: ONE_ANSWER },
  prompts: ['agent', 'answer'],
  seats: () => [{ id: AGENT, label: 'Agent', role: 'agent' }],
  calls: () => ({ atLeast: 1, atMost: 1 }),
  acts: { answer },
  initial: (options) => ({ options, answered: false }),
  next: ({ answered }) => (answered ? closeByRules('decided') : ask('answer', [AGENT])),
  explainOutcome: (_, outcome) =>
    outcome === 'decided' ? 'One agent has answered. Nobody looked at the answer, so it is no decision.' : undefined,
});
