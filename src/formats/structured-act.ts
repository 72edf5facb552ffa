// An act whose contributions are structured answers: how they are read, recorded and shown.
import type * as z from 'zod';
import { readAnswer } from '../domain/answers/read-answer.ts';
import { admitRecorded, refuse } from './common/admission.ts';
import { admitReading, type Reading } from './common/answer-reading.ts';
import { type BaseState, countRefusals } from './common/base-state.ts';
import type { Admission, Contribution } from './format.ts';

interface StructuredAct<State, Answer> {
  readonly answer: z.ZodType<Answer>;
  /** The form of what `read` returns; a redacted turn is held to it. */
  readonly data: z.ZodType;
  read(state: State, answer: Answer, contribution: Contribution): Reading;
  /** As people and seats read it. */
  format(answer: Answer): string;
}

export interface ActRules<State> {
  admit(state: State, contribution: Contribution): Admission;
  format(text: string): string;
}

/** Doors list the issues below the message. */
function refuseIssues(issues: readonly string[]): Admission {
  return refuse({ code: 'rule-violation', message: 'The answer cannot be used.', issues });
}

const MISFIT = refuse({ code: 'rule-violation', message: 'The data of the turn do not fit.' });

/** For formats of other people; the ones here read several answers in one act. @public */
export function structuredAct<State extends BaseState, Answer>(act: StructuredAct<State, Answer>): ActRules<State> {
  return {
    admit(state, contribution) {
      const { content, data, seat } = contribution;
      if (content === undefined) return admitRecorded(act.data, data, MISFIT);
      return admitReading(readAnswer(content, act.answer), (answer) => act.read(state, answer, contribution), {
        patient: countRefusals(state, seat, contribution.act) === 0,
        refuse: refuseIssues,
      });
    },
    format(text) {
      const read = readAnswer(text, act.answer);
      return read.ok ? act.format(read.value) : text;
    },
  };
}
