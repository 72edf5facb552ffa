// The kinds of turns that people take: what each asks for, and how what was filled in is written, as an agent would write it.
import { defined } from '../defined.ts';
import type { RuleData } from '../event-parts.ts';
import { areNumbered } from '../question/match-options.ts';
import type { Question } from '../question/question.ts';
import { type AskedClaim, askPoints, askReplies, writePoints, writeReplies } from './claims.ts';
import {
  askChoice,
  askWords,
  type Filled,
  option,
  readLines,
  readPercent,
  readWords,
  type TurnField,
} from './fields.ts';

/** What a step asks, as far as its form depends on it. */
export interface Asked {
  /** How the words may be written, in a few sentences. */
  readonly form?: string;
  /** Labels for them to be written behind. */
  readonly blankForm?: string;
  /** What kind of answer an opening or ballot gives, and between what. */
  readonly question?: Question;
  /** Those that wait for an answer or can be named, then those of the seat itself that it has not given up. */
  readonly claims?: readonly AskedClaim[];
  /** Whose positions can be answered, as whoever answers knows them. */
  readonly targets?: readonly string[];
  /** Whose words a review can replace. */
  readonly sides?: readonly string[];
  /** A ballot that is also a vote on the decision. */
  readonly votes?: true;
}

interface WrittenTurn {
  readonly content: string;
  readonly data?: RuleData;
  /** It was made of what was filled in, below words that say how. */
  readonly fromFields?: true;
}

interface Kind {
  fields(asked: Asked): readonly TurnField[];
  /** Of what fits the fields. */
  write(filled: Filled): WrittenTurn;
}

const WAYS_OUT = ['None of these', 'Not enough to say'];
const WAYS_OUT_IN_WORDS = 'Or "none of these" if the question is put wrongly, or "not enough to say".';

function describeRanking(question: Question): string {
  const { options } = question;
  if (!areNumbered(question))
    return ['All of these in their words, the best first, with > between them.', ...options].join('\n');
  const numbered = options.map((each, index) => `${index + 1}. ${each}`);
  return ['All of these by number, the best first, such as 2 > 1 > 3.', ...numbered].join('\n');
}

function askAnswer(question: Question | undefined): TurnField {
  const answer = { name: 'answer', label: 'Your answer', needed: true } as const;
  const askLine = (hint: string): TurnField => ({ ...answer, type: 'line', hint: `${hint}\n${WAYS_OUT_IN_WORDS}` });
  switch (question?.answer) {
    case 'yes-no':
    case 'choice': {
      const values = new Set([...question.options, ...WAYS_OUT]);
      return { ...answer, type: 'choice', options: [...values].map((value) => option(value)) };
    }
    case 'ranking':
      return askLine(describeRanking(question));
    case 'number': {
      const unit = question.unit === undefined ? '' : ` of ${question.unit}`;
      return askLine(`A number${unit}, and where you would bet that it lies, such as 12.5 (10 to 15).`);
    }
    case 'probability':
      return askLine('In percent, such as 70%.');
    default: {
      const hint = 'In one or two sentences, so concrete that someone could show it to be wrong.';
      return { ...answer, type: 'words', hint, rows: 5 };
    }
  }
}

const CONFIDENCE = {
  name: 'confidence',
  type: 'percent',
  label: 'How sure are you?',
  hint: 'In percent, from 0 to 100.',
} as const;

const CLAIMS = askWords('claims', 'What it rests on', 4, { hint: 'One to three claims, each on a line of its own.' });

function askMovedBy(claims: readonly AskedClaim[]): readonly TurnField[] {
  const named = claims.flatMap(({ name, about, isOwn }) => (isOwn ? [] : option(name, about)));
  const options = [option('nothing', 'None'), ...named];
  return named.length === 0 ? [] : [askChoice('moved_by', 'The claim that changed your answer', options)];
}

const VOTES = [
  option('own', 'It is what I would have decided'),
  option('accept', 'I can live with it'),
  option('reject', 'I reject it'),
];
const OBJECTION = {
  when: 'vote',
  hint: 'The fault, and the change that would make it acceptable.',
  needed: true,
} as const;
const VOTE = [
  askChoice('vote', 'The decision', VOTES, { needed: true }),
  askWords('objection', { reject: 'Your objection' }, 3, OBJECTION),
];

const APPROVALS = [option('approve', 'Approve'), option('reject', 'Reject')];
const REVIEWS = [
  option('approve', 'Approve: the debate continues'),
  option('override', 'Override: your words replace those of one side'),
  option('reject', 'Reject: the debate ends'),
];
const REVIEW_WORDS = { approve: 'Why?', override: 'The full text that replaces theirs', reject: 'Why?' };

const KINDS = {
  text: {
    fields({ form, blankForm, claims }) {
      const more = { needed: true, ...defined({ hint: form, blank: blankForm }) } as const;
      const replies = claims === undefined ? [] : askReplies(claims, false);
      return [
        askWords('content', 'Your turn', blankForm === undefined ? 8 : 16, more),
        ...replies.map((field) => ({ ...field, inWords: true as const })),
      ];
    },
    write: (filled) => ({ content: `${filled['content']}\n\n${writeReplies(filled)}`.trimEnd() }),
  },
  claims: {
    fields: ({ claims = [] }) => askReplies(claims, true),
    write: (filled) => ({ content: writeReplies(filled) }),
  },
  points: {
    fields: ({ claims = [], targets = [] }) => askPoints(claims, targets),
    write: (filled) => ({ content: writePoints(filled) }),
  },
  opening: {
    fields: ({ question }) => [
      askAnswer(question),
      CONFIDENCE,
      CLAIMS,
      askWords('change_mind', 'What would change your mind?', 2),
    ],
    write({ answer, confidence, claims, change_mind }) {
      const rest = { claims: readLines(claims), change_mind: readWords(change_mind) };
      return { content: JSON.stringify({ answer, confidence: readPercent(confidence), ...rest }) };
    },
  },
  ballot: {
    fields: ({ question, claims = [], votes }) => [
      askAnswer(question),
      CONFIDENCE,
      ...askMovedBy(claims),
      askWords('reason', 'Why?', 3, { hint: 'In one or two sentences.' }),
      ...(votes === true ? VOTE : []),
    ],
    write({ answer, confidence, moved_by, reason, vote, objection }) {
      const words = { moved_by: readWords(moved_by), reason: readWords(reason), objection: readWords(objection) };
      return {
        content: JSON.stringify({ answer, confidence: readPercent(confidence), ...words, ...defined({ vote }) }),
      };
    },
  },
  vote: {
    fields: () => [
      askChoice('vote', 'Your vote', APPROVALS, { needed: true }),
      askWords('reason', 'Why?', 3, { hint: 'In a few sentences.' }),
    ],
    write: ({ vote = '', reason = '' }) => ({ content: `VOTE: ${vote.toUpperCase()}\n\n${reason}`.trim() }),
  },
  review: {
    fields({ sides }) {
      const options = sides?.map((side) => option(side, `Those of the ${side} side`));
      return [
        askChoice('action', 'Your review', options === undefined ? APPROVALS : REVIEWS, { needed: true }),
        ...(options === undefined
          ? []
          : [askChoice('side', { override: 'Whose words?' }, options, { when: 'action', needed: true })]),
        askWords('content', REVIEW_WORDS, 4, { when: 'action', needed: ['override'] }),
      ];
    },
    write: ({ action = '', side, content }) => ({
      content: readWords(content) ?? action.toUpperCase(),
      data: { action, ...defined({ side }) },
    }),
  },
} as const satisfies Readonly<Record<string, Kind>>;

export type TurnKind = keyof typeof KINDS;
export const TURN_KINDS = Object.keys(KINDS) as readonly TurnKind[];

export const listFields = (kind: TurnKind, asked: Asked): readonly TurnField[] => KINDS[kind].fields(asked);

/** What was filled in, as a turn. */
export const writeTurn = (kind: TurnKind, filled: Filled): WrittenTurn => ({
  ...KINDS[kind].write(filled),
  fromFields: true,
});
