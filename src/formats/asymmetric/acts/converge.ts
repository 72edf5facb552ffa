// The synthesis: what follows from both sides, and why they do not agree on the rest.
import type * as z from 'zod';
import { isNothing } from '../../../domain/answers/nothing.ts';
import { toJsonSchema } from '../../../domain/answers/schema.ts';
import { addToBlankForm } from '../../common/labelled/blank-form.ts';
import { inOneParagraph } from '../../common/wording.ts';
import { defineAct } from '../../define-act.ts';
import { readOrKeep, type SynthesisAnswer, synthesisForm, synthesisSchema } from '../answers.ts';
import { convergeData } from '../data.ts';
import { getOverview } from '../overview.ts';
import { spellOut } from '../points.ts';
import { countPoints, type State } from '../state.ts';
import { getBudget, nameLanguage } from '../words.ts';

function sample(points: number): string {
  const causes = ['missing_constraint', 'true_trade_off', 'anchoring', 'chance'];
  return JSON.stringify({
    synthesis: 'Rehearsal: both sides would start with one part. They differ on what to measure, and who measures it.',
    points: Array.from({ length: points }, (_, index) => ({
      index: index + 1,
      root_cause: causes[index % causes.length],
      why: 'The two sides had different numbers in front of them.',
    })),
    search_terms: ['rehearsal'],
  });
}

const NO_CAUSES = 'There is no root cause; "points" must have one for each point that rebuts.';

export const converge = defineAct<State, SynthesisAnswer, z.infer<typeof convergeData>>({
  form: synthesisForm,
  parse: (text, { byHand }) => readOrKeep(text, synthesisSchema, byHand),
  data: convergeData,
  outright: ['written'],
  request(state) {
    const { made } = countPoints(state);
    const { options } = state;
    return {
      id: 'converge',
      task: 'converge',
      label: 'The convergence seat writes the synthesis',
      values: { language: nameLanguage(options), points: String(made), words: String(getBudget(options).synthesis) },
      ...addToBlankForm(toJsonSchema(synthesisForm), 'Any words are the synthesis as they stand.'),
      sample: () => sample(made),
    };
  },
  read(state, answer, { data, byHand }) {
    const { made, points, agreements } = countPoints(state);
    const confidence = points === 0 ? 0 : Math.round((1000 * agreements) / points);
    // Whoever has the debate converge may say that the words are no synthesis.
    if ('plain' in answer) return { data: { written: data['written'] !== false, causes: [], confidence } };
    const { synthesis } = answer;
    const said = answer.points ?? [];
    const fatal = said.flatMap(({ index }, place) => {
      if (index < 1 || index > made) return [`There is no point ${index}; points are numbered from 1 to ${made}.`];
      return said.findIndex((each) => each.index === index) < place ? [`Point ${index} has two root causes.`] : [];
    });
    if (isNothing(synthesis)) fatal.push('The synthesis is empty.');
    const causes = said.map(({ index, root_cause: cause }) => ({ index, cause }));
    const doubts = byHand || said.length > 0 || agreements === points ? [] : [NO_CAUSES];
    return { data: { written: true, causes, confidence }, fatal, doubts };
  },
  apply: (state, { seq, data: { written } }) => ({ ...state, converged: { seq, written } }),
  title: (_, { step }) => (step === undefined ? 'Synthesis' : 'converge'),
  text(_, { seq }, history) {
    const { synthesis } = getOverview(history);
    if (synthesis?.seq !== seq) return undefined;
    const causes = [...synthesis.causes].map(
      ([index, { cause, why }]) =>
        `- Point ${index}: ${spellOut(cause)}${why === null ? '' : `. ${inOneParagraph(why)}`}`,
    );
    return [synthesis.text ?? '', ...(causes.length === 0 ? [] : [causes.join('\n')])].join('\n\n');
  },
});
