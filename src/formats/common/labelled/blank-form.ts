// The blank form of a structured answer: its labels, for a person to write behind, and how that is done.
import type { JsonSchema } from '../../../domain/answers/schema.ts';
import { listForms, type Node } from '../../../domain/answers/wanted.ts';
import { onceForEach } from '../../../domain/once.ts';
import type { Step } from '../../format.ts';
import { spellLabel } from './labels.ts';

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
