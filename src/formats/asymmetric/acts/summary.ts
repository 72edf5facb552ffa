// The summary that the experienced side writes for semi-fresh seats.
import * as z from 'zod';
import { defineAct, readWords } from '../../define-act.ts';
import { labelSeat, readRole } from '../setup.ts';
import { changeParticipant, type State } from '../state.ts';
import { getBudget, nameLanguage, readsNames } from '../words.ts';

const data = z.strictObject({});

const sample = (selective: boolean): string =>
  selective
    ? 'Unsure: who pays while both ways are kept running.'
    : 'In short: start with one part, measure it, and settle who pays in the meantime.';

export const summary = defineAct<State, string, z.infer<typeof data>>({
  parse: readWords,
  data,
  request({ options }, seat) {
    const selective = options.delivery === 'selective';
    return {
      id: `summary-${seat}`,
      task: selective ? 'summary-selective' : 'summary',
      label: `${labelSeat(options, seat)} writes a summary for the semi-fresh side`,
      values: { language: nameLanguage(options), words: String(getBudget(options).summary) },
      sample: () => sample(selective),
    };
  },
  read: () => ({ data: {} }),
  apply(state, { seq, at }) {
    const semiFresh = Object.keys(state.participants).filter((each) => readRole(each) === 'semi-fresh');
    const summarized = semiFresh.reduce((before, each) => changeParticipant(before, each, { since: at }), state);
    return { ...summarized, summary: seq };
  },
  title: ({ seat }, history) =>
    readsNames(history) ? `Summary for the semi-fresh side, ${history.label(seat)}` : 'Summary of other positions',
});
