// The synthesis: what follows from both sides, and why they do not agree on the rest.

import type * as z from 'zod';
import { isNothing } from '../../../domain/answers/nothing.ts';
import { defineAct } from '../../define-act.ts';
import { readSynthesis, synthesisForm, type synthesisSchema } from '../answers.ts';
import { convergeData } from '../data.ts';
import { buildOverview } from '../overview.ts';
import { spellOut } from '../points.ts';
import { countPoints, type State } from '../state.ts';
import { getBudget, nameLanguage, SUBJECT } from '../words.ts';

/** Plain words of a person are the synthesis. */
type Answer = z.infer<typeof synthesisSchema> | { readonly plain: string };

function sample(points: number, subject = SUBJECT): string {
  const causes = ['missing_constraint', 'true_trade_off', 'anchoring', 'chance'];
  return JSON.stringify({
    synthesis: `Rehearsal: both sides would start with one part of ${subject}. They differ on what to measure, and who measures it.`,
    points: Array.from({ length: points }, (_, index) => ({
      index: index + 1,
      root_cause: causes[index % causes.length],
      why: 'The two sides had different numbers in front of them.',
    })),
    search_terms: [`Where do we begin with ${subject}?`, 'rehearsal'],
  });
}

export const converge = defineAct<State, Answer, z.infer<typeof convergeData>>({
  form: synthesisForm,
  parse(text, { byHand }) {
    const read = readSynthesis(text);
    return read.ok || !byHand ? read : { ok: true, value: { plain: text }, repairs: [] };
  },
  data: convergeData,
  outright: ['written'],
  request(state) {
    const { points } = countPoints(state);
    const { options } = state;
    return {
      id: 'converge',
      task: 'converge',
      label: 'The convergence seat writes the synthesis',
      values: { language: nameLanguage(options), points: String(points), words: String(getBudget(options).synthesis) },
      sample: (subject) => sample(points, subject),
    };
  },
  read(state, answer, { data }) {
    const { points, agreements } = countPoints(state);
    const confidence = points === 0 ? 0 : Math.round((1000 * agreements) / points);
    // Whoever has the debate converge may say that the words are no synthesis.
    if ('plain' in answer) return { data: { written: data['written'] !== false, causes: [], confidence } };
    const { synthesis, points: said } = answer;
    const fatal = said.flatMap(({ index }, place) => {
      if (index < 1 || index > points) return [`There is no point ${index}; points are numbered from 1 to ${points}.`];
      return said.findIndex((each) => each.index === index) < place ? [`Point ${index} has two root causes.`] : [];
    });
    if (isNothing(synthesis)) fatal.push('The synthesis is empty.');
    const causes = said.map(({ index, root_cause: cause }) => ({ index, cause }));
    return { data: { written: true, causes, confidence }, fatal };
  },
  apply: (state, { seq, data: { written } }) => ({ ...state, converged: { seq, written } }),
  title: (_, { step }) => (step === undefined ? 'Synthesis' : 'converge'),
  text(_, { seq }, { log }) {
    const { synthesis } = buildOverview(log);
    if (synthesis?.seq !== seq) return undefined;
    const causes = [...synthesis.causes].map(
      ([index, { cause, why }]) => `- Point ${index}: ${spellOut(cause)}${why === undefined ? '' : `. ${why.trim()}`}`,
    );
    return [synthesis.text ?? '', ...(causes.length === 0 ? [] : [causes.join('\n')])].join('\n\n');
  },
});
