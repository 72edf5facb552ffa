// The blank form of a structured answer: its labels, for a person to write behind, how that is done, and how what they wrote is read.
import type * as z from 'zod';
import { OUT_OF_WORDS } from '../../../domain/answers/json-in-text.ts';
import { type ReadAnswer, readAnswer } from '../../../domain/answers/read-answer.ts';
import type { JsonSchema } from '../../../domain/answers/schema.ts';
import { listForms, type Node } from '../../../domain/answers/wanted.ts';
import { onceForEach } from '../../../domain/once.ts';
import type { Step } from '../../format.ts';
import { isJson } from '../wording.ts';
import { spellLabel } from './labels.ts';
import { readLabelled } from './read-labelled.ts';

interface Member {
  readonly label: string;
  readonly isList: boolean;
  readonly isOptional: boolean;
  /** A closed set. */
  readonly words: readonly string[];
  readonly below: readonly Member[];
}

function listMembers(form: Node, root: Node): readonly Member[] {
  return Object.entries((form['properties'] ?? {}) as Record<string, Node>).map(([key, node]) => {
    const forms = listForms(node, root);
    const inner = forms.flatMap((each) => listForms((each['items'] ?? each) as Node, root));
    return {
      label: spellLabel(key),
      isList: forms.some(({ type }) => type === 'array'),
      isOptional: forms.some(({ type }) => type === 'null'),
      words: inner.flatMap((each) => (each['enum'] ?? []) as readonly string[]),
      below: inner.flatMap((each) => listMembers(each, root)),
    };
  });
}

const list = (words: readonly string[], last: string) => words.join(', ').replace(/, ([^,]*)$/, ` ${last} $1`);
const flatten = (members: readonly Member[]): readonly Member[] =>
  members.flatMap((member) => [member, ...flatten(member.below)]);

/** How a person fills in the form of `schema`, and its labels. */
export const writeBlankForm = onceForEach((schema: JsonSchema): Required<Pick<Step, 'plainForm' | 'blankForm'>> => {
  const members = flatten(listMembers(schema, schema));
  const named = (which: readonly Member[], last: string) => list([...new Set(which.map(({ label }) => label))], last);
  const optional = members.filter(({ isOptional }) => isOptional);
  const repeated = members.filter(({ isList, below }) => isList && below.length > 0);
  return {
    plainForm: [
      'Plain lines will do, each with its label: write behind the colon and below it, and "none" where there is nothing.',
      ...(repeated.length === 0 ? [] : [`For one more entry of ${named(repeated, 'or')} repeat its labels.`]),
      ...(optional.length === 0 ? [] : [`${named(optional, 'and')} may stay blank.`]),
      ...new Set(
        members.flatMap(({ label, words }) =>
          words.length === 0
            ? []
            : [
                `${label}: ${list(
                  words.map((word) => word.replaceAll('_', ' ')),
                  'or',
                )}.`,
              ],
        ),
      ),
    ].join(' '),
    blankForm: members.map(({ label }) => `${label}:`).join('\n'),
  };
});

/** The same for an act that takes other words, too. */
export function addToBlankForm(schema: JsonSchema, words: string) {
  const { plainForm, blankForm } = writeBlankForm(schema);
  return { plainForm: `${words} ${plainForm}`, blankForm };
}

/** All that tells a person how a step is answered in plain lines. */
export const describePlainForm = ({ plainForm, blankForm }: Pick<Step, 'plainForm' | 'blankForm'>) =>
  plainForm === undefined || blankForm === undefined ? plainForm : `${plainForm}\n\n${blankForm}`;

const NO_LABEL = 'there are neither lines with labels nor JSON';

/** JSON in the middle of lines with labels is a part of what they say. */
export function readForPerson<T>(text: string, schema: z.ZodType<T>): ReadAnswer<T> {
  const json = readAnswer(text, schema);
  if (json.ok && !json.repairs.includes(OUT_OF_WORDS)) return json;
  const labelled = readLabelled(text, schema);
  if (labelled?.ok === true) return labelled;
  if (json.ok || /^\W*[[{]/.test(text) || (labelled === undefined && isJson(text))) return json;
  return labelled ?? { ok: false, issues: [NO_LABEL] };
}
