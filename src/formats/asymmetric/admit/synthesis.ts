// Reads a synthesis and the root causes that it names.

import { accept, refuseViolation } from '../../common/admission.ts';
import type { Admission, Contribution } from '../../format.ts';
import { readSynthesis } from '../answers.ts';
import { countPoints } from '../requests.ts';
import type { State } from '../state.ts';

export function admitSynthesis(state: State, content: string, { data, byHand }: Contribution): Admission {
  const { points, agreements } = countPoints(state);
  const confidence = points === 0 ? 0 : Math.round((1000 * agreements) / points);
  const read = readSynthesis(content);
  if (!read.ok) {
    if (!byHand) return refuseViolation(read.issues);
    // Plain words are the synthesis, unless whoever has the debate converge says that they are none.
    return accept({ written: data['written'] !== false, causes: [], confidence });
  }
  const { synthesis, points: said } = read.value;
  const issues = said.flatMap(({ index }, place) => {
    if (index < 1 || index > points) return [`There is no point ${index}; points are numbered from 1 to ${points}.`];
    return said.findIndex((each) => each.index === index) < place ? [`Point ${index} has two root causes.`] : [];
  });
  if (synthesis.trim() === '') issues.push('The synthesis is empty.');
  if (issues.length > 0) return refuseViolation(issues);
  const causes = said.map(({ index, root_cause: cause }) => ({ index, cause }));
  return accept({ written: true, causes, confidence }, read.repairs);
}
