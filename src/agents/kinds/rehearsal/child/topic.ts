// Reads a topic as a facilitator would: what kind of question it is, its key words, and the premises that it hides.
import { defined } from '../../../../domain/defined.ts';
import { plain, quoteText } from './sheet.ts';
import { findSubject, type Kind, type TwoSides, toNoun } from './subject.ts';

export type Family = 'replace' | 'add' | 'remove' | 'release' | 'change';

export interface Topic {
  /** The question, shortened, without quotation marks inside. */
  readonly question: string;
  readonly kind: Kind;
  /** What would be done: "rewrite our backend in Rust". */
  readonly action: string;
  /** What the question is about, to stand inside a sentence: "our backend". In quotation marks where its grammar is unknown. */
  readonly subject: string;
  /** The two sides of a choice. */
  readonly sides: readonly [string, string];
  readonly family: Family;
  /** At least one; the words that carry the topic, in the order in which they come. */
  readonly terms: readonly [string, ...string[]];
  /** Questions about what the wording takes for granted. */
  readonly premises: readonly string[];
}

const LONGEST_READ = 4_000;
/** Longer ones are not looked at for their form, which keeps the patterns below quick. */
const LONGEST_SENTENCE = 400;

const STOP_WORDS = new Set(
  `a an the and or but not no nor of in on at to for from by with without into about over under as is are was were be
  been being am do does did done should shall would will can could may might must ought need needs we our ours us i my
  me you your they their them it its this that these those there here he she his her who whom whose which what when
  where why how if then than so such very more most less least much many any some all every each other another same own
  just only also too yet still now again instead versus vs way best better good bad new old get make let have has had
  worth whether please go going gone long often far soon take takes`.split(/\s+/),
);

const FAMILIES: readonly (readonly [Family, RegExp])[] = [
  [
    'replace',
    /\b(rewrit|migrat|replac|mov(e|ing)\b|switch|port(ing)?\b|convert|swap|upgrad|refactor|redesign|renam|split|break|merg|consolidat|unif)/i,
  ],
  [
    'remove',
    /\b(drop|remov|delet|stop|kill|clos(e|ing)|end(ing)?\b|quit|deprecat|ban(ning)?\b|cancel|abandon|sell|cut|shut|retire)/i,
  ],
  ['release', /\b(ship|releas|deploy|publish|launch|go(ing)? live|roll(ing)? out|announc)/i],
  ['add', /\b(adopt|add|introduc|us(e|ing)\b|build|creat|start|hir(e|ing)|buy|invest|open|writ(e|ing)\b|offer|join)/i],
];

/** Words that judge and do not name anything. */
const QUALITY = /^(?:safe|secure|ready|correct|sound|ok|okay|acceptable|enough)$/i;

interface Cue {
  readonly pattern: RegExp;
  readonly ask: (word: string) => string;
}

const CUES: readonly Cue[] = [
  {
    pattern: /\b(we|our|us)\b/i,
    ask: (word) => `That “${word}” is one group with one interest. Who in it would lose, and do they know?`,
  },
  {
    pattern: /\b(better|faster|cheaper|easier|safer|simpler|cleaner|best|more|less)\b/i,
    ask: (word) => `That “${word}” is clear. Compared with what, measured how, and for whom?`,
  },
  {
    pattern: /\b(always|never|everyone|everything|nobody|nothing|all|every|only|must)\b/i,
    ask: (word) => `That “${word}” has no exception. Where does it not hold?`,
  },
  {
    pattern:
      /\b(now|today|soon|immediately|finally|already|this (?:week|month|quarter|year)|by (?:monday|friday|\w+ \d{4}))\b/i,
    ask: (word) => `That “${word}” is a real deadline. What happens the day after, and who says so?`,
  },
  {
    pattern: /\b(still|again|back|anymore|instead)\b/i,
    ask: (word) =>
      `That “${word}” needs no history. Why was it settled the other way before, and does that reason still hold?`,
  },
  {
    pattern: /\d[\d.,]*\s?(?:%|percent|users?|people|days?|weeks?|months?|years?|euros?|dollars?|ms|gb|tb)?/i,
    ask: (word) =>
      `That “${word.trim()}” is the right number. Where is it from, and at which number would the answer flip?`,
  },
];

const MODAL = 'should|shall|must|do|does|can|could|would|will';
const PARTY = 'we|i|they|you|one|our \\w+|the \\w+';
const SHOULD = new RegExp(
  `\\b(?:should|shall|must|do|does|ought|is it (?:worth|time|wise) (?:to )?(?:for)?)\\s*(?:${PARTY})?\\s*(?:need to|have to|to)?\\s+(.+)$`,
  'iu',
);
const HOW = new RegExp(
  `^(?:how (?:best )?(?:to|(?:${MODAL})(?: best)? (?:${PARTY}))|what(?: is|'s|’s) the best way to|in (?:what|which) way (?:${MODAL}) (?:${PARTY}))\\s+(.+)$`,
  'iu',
);
const ASKS_FOR_A_THING = /^(?:what|which|who|whom|when|where|why|how)\b/iu;
const QUALIFIED =
  /^(?:is|are|was|were|can|does|do)\b(.*?)\b(?:safe|secure|ready|correct|sound|ok|okay|acceptable|good enough)\b/iu;

/** What a motion or a goal would do: "This house would …", "Move the sessions …". */
function statedAction(bare: string): string | undefined {
  const motion = /^this house (?:would|should|will) (.+)$/iu.exec(bare)?.[1];
  if (motion !== undefined) return motion.replace(/\b(?:its|their)\b/iu, 'the');
  const goal = /^(\p{L})(\p{Ll}+\s.+)$/u.exec(bare);
  const verb = bare.split(' ', 1)[0] ?? '';
  const acts = !/ing$/i.test(verb) && FAMILIES.some(([, pattern]) => pattern.test(verb));
  return goal !== null && acts ? `${goal[1]?.toLowerCase()}${goal[2]}` : undefined;
}

// A dot within a word ends no sentence, nor does that of "vs.": "users.legacy_id", "3.5".
const QUESTION = /(?:[^.!?。？！؟]|\.(?=[^\s.!?])|(?<=\bvs)\.)*[?？؟]/u;
const STATEMENT = /^(?:[^.!?。？！؟]|\.(?=[^\s.!?])|(?<=\bvs)\.)+/u;

/** Reads at most the first 4,000 characters; never throws, whatever the script or length. */
export function readTopic(raw: string): Topic {
  const text = plain(raw.slice(0, LONGEST_READ));
  const sentence = (QUESTION.exec(text)?.[0] ?? STATEMENT.exec(text)?.[0] ?? text).trim();
  const question = quoteText(sentence, 110) || 'the question without words';
  const bare = sentence.slice(0, LONGEST_SENTENCE).replace(/[?？؟!.\s]+$/u, '');
  const how = HOW.exec(bare)?.[1];
  const should = ASKS_FOR_A_THING.test(bare) ? undefined : (SHOULD.exec(bare)?.[1] ?? statedAction(bare));
  const choice = choiceIn(bare);
  const qualified = QUALIFIED.exec(bare)?.[1]?.trim();
  const kind = findKind({ qualified, choice, how, should });
  const action = quoteText(how ?? should ?? bare, 60) || question;
  const terms = findTerms(text, question);
  const [left, right] = choice?.sides ?? ['', ''];
  const sides = [quoteText(left, 40) || terms[0], quoteText(right, 40) || 'its opposite'] as const;
  const subject = findSubject({ kind, action: how ?? should, qualified, choice, bare });
  return {
    question: /[?？؟]$/u.test(sentence) && !question.endsWith('…') ? `${question}?` : question,
    kind,
    action,
    subject,
    sides,
    family: FAMILIES.find(([, pattern]) => pattern.test(action))?.[0] ?? 'change',
    terms,
    premises: listPremises(text, { kind, action, sides, terms, subject }),
  };
}

function findKind(found: Record<'qualified' | 'how' | 'should', string | undefined> & { choice: unknown }): Kind {
  if (found.qualified !== undefined) return 'safe';
  if (found.choice !== undefined) return 'choice';
  if (found.how !== undefined) return 'how';
  return found.should === undefined ? 'other' : 'should';
}

function choiceIn(bare: string): TwoSides | undefined {
  const asked =
    /^(?:should|shall|do|must|is|are|which(?: is)?(?: better)?[:,]?)\s+(?:(?:we|i|they|you)\s+)?/iu.exec(bare)?.[0] ??
    '';
  const found = /^(.*?)\s*,?\s+(?:or|vs\.?|versus|oder|ou|o)\s+(.+)$/iu.exec(bare.slice(asked.length));
  if (found === null || /^(?:not|no|nothing|never)\b/i.test(found[2] ?? '')) return undefined;
  const [, right = '', purpose] = /^(.+?)(?:\s+(?:for|in|as|at|on|when|to)\s+(.+))?$/iu.exec(found[2] ?? '') ?? [];
  const left = found[1] ?? '';
  // "use Postgres or SQLite": the verb belongs to both sides.
  const shared =
    /\b(?:we|i|they|you)\s+$/iu.test(asked) && (!right.includes(' ') || /^(?:\p{Lu}|an?\s|the\s|our\s)/u.test(right));
  const [first = '', ...others] = listNames(shared ? left.replace(/^\S+\s+(?=\S)/u, '') : left);
  return { sides: [first, [...others, right].join(' or ')], ...defined({ purpose }) };
}

/** "Postgres, MySQL" as two names; whole where a part is too long for a name ("Given our budget, Rust"). */
function listNames(text: string): string[] {
  const names = text.split(/,\s*/u);
  return names.every((name) => /^\S+(?: \S+)?$/u.test(name)) ? names : [text];
}

function findTerms(text: string, question: string): [string, ...string[]] {
  const terms: string[] = [];
  /** Taken only when there is nothing better. */
  const weaker: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}+#.'’_-]*/gu)) {
    const term = quoteText(word, 24);
    const known = terms.some((other) => other.toLowerCase() === term.toLowerCase());
    if (Array.from(term).length < 2 || known || STOP_WORDS.has(term.toLowerCase())) continue;
    const isWeak = QUALITY.test(term) || !/\p{L}/u.test(term) || FAMILIES.some(([, pattern]) => pattern.test(term));
    (isWeak ? weaker : terms).push(term);
    if (terms.length === 6) break;
  }
  const [first = weaker[0] ?? quoteText(question, 24), ...rest] = terms;
  return [first, ...rest];
}

function listPremises(
  text: string,
  { kind, action, sides, terms, subject }: Pick<Topic, 'kind' | 'action' | 'sides' | 'terms' | 'subject'>,
): string[] {
  const hidden: Record<Kind, string> = {
    should: `That “${action}” fixes a cause, not a symptom. Which complaint would go away, and who made it last?`,
    choice: `That ${toNoun(sides[0])} and ${toNoun(sides[1])} are the only candidates, and that one of them must win. Who made the list?`,
    safe: 'That “safe” means the same to everyone. Safe for whom, against what, and for how long?',
    how: `That we have to ${action} at all. What happens if we simply leave it this quarter?`,
    other: `That ${subject} needs a decision. What would be different tomorrow if it were settled today?`,
  };
  const cues = CUES.flatMap(({ pattern, ask }) => {
    const word = pattern.exec(text)?.[0];
    return word === undefined ? [] : [ask(quoteText(word, 24))];
  });
  return [
    hidden[kind],
    ...cues,
    `That everyone means the same by “${terms.at(-1)}”. Ask two people for one sentence each, and compare.`,
    `That the people closest to ${subject} have been asked. Who was it, and when?`,
  ];
}
