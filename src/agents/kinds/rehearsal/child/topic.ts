// Reads a topic as a facilitator would: what kind of question it is, its key words, and the premises that it hides.
import { plain, quoted } from './sheet.ts';

export type Kind = 'should' | 'choice' | 'safe' | 'how' | 'other';
export type Family = 'replace' | 'add' | 'remove' | 'release' | 'change';

export interface Topic {
  /** The question, shortened, without quotation marks. */
  readonly question: string;
  readonly kind: Kind;
  /** What would be done: "rewrite our backend in Rust". */
  readonly action: string;
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
  worth whether please`.split(/\s+/),
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
    ask: (word) =>
      `“${word}” is taken to be one party with one interest. Who inside it would lose, and do they know that it is being decided?`,
  },
  {
    pattern: /\b(better|faster|cheaper|easier|safer|simpler|cleaner|best|more|less)\b/i,
    ask: (word) => `“${word}” compares with something unsaid. Compared with what, measured how, and for whom?`,
  },
  {
    pattern: /\b(always|never|everyone|everything|nobody|nothing|all|every|only|must)\b/i,
    ask: (word) => `“${word}” leaves no exception. What is the one case in which it does not hold?`,
  },
  {
    pattern:
      /\b(now|today|soon|immediately|finally|already|this (?:week|month|quarter|year)|by (?:monday|friday|\w+ \d{4}))\b/i,
    ask: (word) => `“${word}” sets a time. What happens on the day after it if nothing was done, and who says so?`,
  },
  {
    pattern: /\b(still|again|back|anymore|instead)\b/i,
    ask: (word) =>
      `“${word}” presupposes a history. Why was it settled the other way the first time, and does that reason still hold?`,
  },
  {
    pattern: /\d[\d.,]*\s?(?:%|percent|users?|people|days?|weeks?|months?|years?|euros?|dollars?|ms|gb|tb)?/i,
    ask: (word) =>
      `“${word.trim()}” is a figure. Where does it come from, and at which other figure would the answer turn?`,
  },
];

/** Reads at most the first 4,000 characters; never throws, whatever the script or length. */
export function readTopic(raw: string): Topic {
  const text = plain(raw.slice(0, LONGEST_READ));
  const sentence = (/[^.!?。？！]*[?？]/u.exec(text)?.[0] ?? /^[^.!?。？！]+/u.exec(text)?.[0] ?? text).trim();
  const question = quoted(sentence, 110) || 'the question without words';
  const bare = sentence.slice(0, LONGEST_SENTENCE).replace(/[?？!.\s]+$/u, '');
  const should =
    /\b(?:should|shall|must|do|does|ought|is it (?:worth|time|wise) (?:to )?(?:for)?)\s*(?:we|i|they|you|one|our \w+|the \w+)?\s*(?:need to|have to|to)?\s+(.+)$/iu.exec(
      bare,
    )?.[1];
  const choice = /^(.*?)\s*,?\s+(?:or|vs\.?|versus|oder|ou|o)\s+(.+)$/iu.exec(
    bare.replace(/^(?:should|shall|do|must|is|are|which(?: is)?(?: better)?[:,]?)\s+(?:(?:we|i|they|you)\s+)?/iu, ''),
  );
  const trivial = choice !== null && /^(?:not|no|nothing|never)\b/i.test(choice[2] ?? '');
  const kind = kindOf(bare, choice !== null && !trivial, should !== undefined);
  const action = quoted(should ?? bare, 60) || question;
  const terms = termsOf(text, question);
  return {
    question,
    kind,
    action,
    sides: [
      quoted(choice?.[1] ?? '', 40) || terms[0],
      quoted((choice?.[2] ?? '').replace(/\s+(?:for|in|as|at|on|when|to)\s.*$/i, ''), 40) || 'its opposite',
    ],
    family: FAMILIES.find(([, pattern]) => pattern.test(action))?.[0] ?? 'change',
    terms,
    premises: premisesOf(text, kind, action, terms),
  };
}

function kindOf(bare: string, choice: boolean, should: boolean): Kind {
  if (
    /^(?:is|are|was|were|can|does|do)\b.*\b(?:safe|secure|ready|correct|sound|ok|okay|acceptable|good enough)\b/i.test(
      bare,
    )
  ) {
    return 'safe';
  }
  if (choice) return 'choice';
  if (/^(?:how|what is the best way|what's the best way|in which way)\b/i.test(bare)) return 'how';
  return should ? 'should' : 'other';
}

function termsOf(text: string, question: string): [string, ...string[]] {
  const terms: string[] = [];
  /** Taken only when there is nothing better. */
  const weaker: string[] = [];
  for (const [word] of text.matchAll(/[\p{L}\p{N}][\p{L}\p{N}\p{M}+#.'’-]*/gu)) {
    const term = quoted(word, 24);
    const known = terms.some((other) => other.toLowerCase() === term.toLowerCase());
    if (Array.from(term).length < 2 || known || STOP_WORDS.has(term.toLowerCase())) continue;
    (QUALITY.test(term) || FAMILIES.some(([, pattern]) => pattern.test(term)) ? weaker : terms).push(term);
    if (terms.length === 6) break;
  }
  const [first = weaker[0] ?? quoted(question, 24), ...rest] = terms;
  return [first, ...rest];
}

function premisesOf(text: string, kind: Kind, action: string, terms: readonly [string, ...string[]]): string[] {
  const last = terms.at(-1) ?? terms[0];
  const hidden: Record<Kind, string> = {
    should: `That “${action}” would remove a cause and not a symptom. Which complaint would stop, and who made it last?`,
    choice: 'That these two are the only candidates, and that exactly one of them must win. Who drew up the list?',
    safe: 'That “safe” means the same to everyone who is asked. Safe for whom, against what, for how long?',
    how: `That it ought to be done at all. What happens if “${terms[0]}” is simply not done this season?`,
    other: `That “${terms[0]}” calls for a decision. What would be different tomorrow if it were settled today?`,
  };
  const cues = CUES.flatMap(({ pattern, ask }) => {
    const word = pattern.exec(text)?.[0];
    return word === undefined ? [] : [ask(quoted(word, 24))];
  });
  return [
    hidden[kind],
    ...cues,
    `That everyone means the same by “${last}”. Let two people write down one sentence each and compare.`,
    `That the people who would have to live with “${terms[0]}” have been asked. Which of them was it, and when?`,
  ];
}
