// The opening: what a seat answers by itself, before anybody reads anybody.
import * as z from 'zod';
import { isNothing } from '../../../../domain/answers/nothing.ts';
import { isAnswerTo } from '../../../../domain/question/answer.ts';
import { defineAct } from '../../../define-act.ts';
import type { Opinionated } from '../../base-state.ts';
import { claimName } from '../../claims/state.ts';
import { REHEARSED } from '../../rehearsal.ts';
import { inOneParagraph, optionalText } from '../../wording.ts';
import { isPlain, percent, readInWords, readPlain, type Worded, words } from '../answers.ts';
import { MAX_CLAIMS, MAX_OPINION, type OpeningData, openingData } from '../data.ts';
import {
  describeChoice,
  describeFirstLine,
  describeForm,
  describeScale,
  formatAnswerLine,
  readOpinion,
} from '../opinion.ts';
import { sampleAnswer, sampleWords } from '../samples.ts';
import { findFirstClaim, type OpinionState } from '../state.ts';

const answer = z.object({
  answer: words(),
  confidence: percent(),
  claims: z.array(z.string()).default([]),
  change_mind: optionalText,
});
export type OpeningAnswer = Worded<z.infer<typeof answer>>;

export const pickClaims = ({ claims }: OpeningAnswer, count: number): readonly string[] =>
  claims.filter((claim) => !isNothing(claim)).slice(0, count);

function sample(state: OpinionState, seat: string): string {
  const place = state.seats.indexOf(seat);
  return JSON.stringify({
    answer: sampleAnswer(state, place),
    confidence: Math.min(95, 60 + 5 * place),
    claims: sampleWords(place).claims,
    change_mind: `A measurement that shows the opposite. ${REHEARSED}`,
  });
}

export const opening = defineAct<Opinionated, OpeningAnswer, OpeningData>({
  form: z.object({
    claims: z.array(z.string()).min(1).max(MAX_CLAIMS),
    change_mind: z.string(),
    answer: z.string(),
    confidence: z.int().min(0).max(100),
  }),
  data: openingData,
  longest: MAX_OPINION,
  request({ opinions }, seat) {
    const { question, language, labels } = opinions;
    return {
      id: `opening-${seat}`,
      task: 'opening',
      label: `${labels.get(seat) ?? seat} gives an opening`,
      asItself: true,
      values: { form: describeForm(question), scale: describeScale(question), language },
      plainForm: `Your own answer: ${describeChoice(question)}. Plain lines will do: ${describeFirstLine(question)}; then one to three lines with the claims it rests on; then, if you like, "Change my mind: …".`,
      sample: () => sample(opinions, seat),
    };
  },
  parse(text, { state, byHand }) {
    const { question } = state.opinions;
    if (!isPlain(text, byHand)) return readInWords(text, answer, question);
    const { answer: said, confidence, reasons, labelled } = readPlain(text, question);
    const change_mind = labelled('change my mind');
    return { ok: true, value: { answer: said, confidence, claims: reasons, change_mind }, repairs: [] };
  },
  fits: ({ opinions }, data) => isAnswerTo(opinions.question, data.answer),
  read({ opinions }, said, { byHand }) {
    const count = said.claims.filter((claim) => !isNothing(claim)).length;
    const more =
      count > MAX_CLAIMS ? [`There are ${count} claims; give the ${MAX_CLAIMS} that your answer rests on most.`] : [];
    const none = count === 0 ? ['There are no claims; name at least one that your answer rests on.'] : [];
    return readOpinion(opinions, said, byHand, {
      data: { claims: Math.min(count, MAX_CLAIMS) },
      fatal: byHand ? more : [],
      doubts: [...(byHand ? [] : more), ...none],
    });
  },
  apply: ({ opinions, ...state }, { seat, seq, by, data }) => ({
    ...{ ...state, opinions: { ...opinions, openings: { ...opinions.openings, [seat]: { ...data, seq, by } } } },
  }),
  title: ({ seat }, { refer }) => `Opening, ${refer(seat)}`,
  text(said, { seat, data }, { state: { opinions } }) {
    const first = findFirstClaim(opinions, seat);
    const claims = pickClaims(said, data.claims).map(
      (claim, index) => `- ${claimName(first + index)}: ${inOneParagraph(claim)}`,
    );
    return [
      formatAnswerLine(opinions.question, data, inOneParagraph(said.answer)),
      ...(claims.length === 0 ? [] : [claims.join('\n')]),
      ...(said.change_mind === null || isNothing(said.change_mind)
        ? []
        : [`Would change my mind: ${inOneParagraph(said.change_mind)}`]),
    ].join('\n\n');
  },
});
