// The one look at openings that all agree, before they end the debate.
import * as z from 'zod';
import { YES_NO } from '../../../../domain/question/choices.ts';
import { formatAnswer } from '../../../../domain/question/format-answer.ts';
import { readAnswerTo } from '../../../../domain/question/read-answer.ts';
import { defineAct } from '../../../define-act.ts';
import type { Opinionated } from '../../base-state.ts';
import { claimName } from '../../claims/state.ts';
import { REHEARSED } from '../../rehearsal.ts';
import { inOneParagraph } from '../../wording.ts';
import { isPlain } from '../answers.ts';
import { MAX_OPINION } from '../data.ts';
import { countOpeningClaims, type OpinionState, tallyOpenings } from '../state.ts';

const answer = z.object({ case: z.string(), stands: z.boolean() });
/** `stands`: there is a reason to debate them. */
const data = z.strictObject({ stands: z.boolean() });

const IT_HOLDS = '(?:it|this|that|the (?:answer|agreement))\\s+(?:holds|stands)(?:\\s+up)?';
/** What a person says who has nothing against the answer. */
const HOLDS = new RegExp(
  `^\\W*(?:(?:no|none|nothing|nope)\\b\\W*)?(?:${IT_HOLDS}|(?:no|none|nothing|n/a)(?:\\s+(?:case|objections?|to add|against it))?)?\\W*$`,
  'iu',
);
const BEGINS_WITH_NO = /^\W*(?:no|none|nothing)\s*[:;,.–—-]/i;
const UNCLEAR =
  'The first line must be "None" alone if the answer holds, or the case against it without "No" before it.';

/** What the openings say: one answer, or numbers that lie in each other's ranges. */
function listAnswers(state: OpinionState): string {
  const { counts } = tallyOpenings(state);
  return counts.map(({ answer }) => formatAnswer(state.question, answer)).join(', ');
}

function sample(state: OpinionState): string {
  const answers = listAnswers(state);
  const overturned = answers === '' ? 'the answer' : `“${answers}”`;
  const against = `All seats may take the same thing for granted. To overturn ${overturned}, somebody would need a number that none of them has.`;
  return JSON.stringify({ stands: false, case: `${against} ${REHEARSED}` });
}

export const challengeAgreement = defineAct<Opinionated, z.infer<typeof answer>, z.infer<typeof data>>({
  answer,
  data,
  longest: MAX_OPINION,
  request: ({ opinions }, seat) => ({
    id: 'challenge-agreement',
    task: 'challenge-agreement',
    label: `${opinions.labels.get(seat) ?? seat} challenges the agreement`,
    values: { answer: listAnswers(opinions), language: opinions.language },
    asItself: true,
    plainForm: 'Plain lines will do: the strongest case against the answer, or "None" if it holds.',
    sample: () => sample(opinions),
  }),
  parse(text, { byHand }) {
    if (!isPlain(text, byHand)) return undefined;
    const [first = ''] = text.trim().split('\n');
    if (HOLDS.test(first)) return { ok: true, value: { stands: false, case: text.trim() }, repairs: [] };
    if (BEGINS_WITH_NO.test(first)) return { ok: false, issues: [UNCLEAR] };
    const read = readAnswerTo({ answer: 'yes-no', options: YES_NO }, first);
    const stands = !read.ok || (read.answer.kind === 'option' && read.answer.option === 1);
    return { ok: true, value: { stands, case: text.trim() }, repairs: [] };
  },
  read: (_, { stands }) => ({ data: { stands } }),
  apply: (state, { data: { stands } }) => ({ ...state, opinions: { ...state.opinions, challengeStands: stands } }),
  title: ({ seat }, { refer }) => `Challenge of the agreement, ${refer(seat)}`,
  text({ case: said, stands }, _, { state }) {
    if (!stands) return `**The agreement holds**\n\n${inOneParagraph(said)}`;
    const name = state.numberedClaims === undefined ? '' : `${claimName(countOpeningClaims(state.opinions) + 1)}: `;
    return `**There is a reason to debate**\n\n${name}${inOneParagraph(said)}`;
  },
});
