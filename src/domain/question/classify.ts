// What kind of answer a topic asks for, by its form alone: no model is called. Whatever is doubtful is a question for words.
import type { AnswerKind } from './choices.ts';

export interface Classified {
  readonly answer: AnswerKind;
  readonly options?: readonly string[];
}

const TEXT: Classified = { answer: 'text' };
const AUXILIARY =
  /^(?:should|shall|is|are|was|were|am|do|does|did|can|could|will|would|has|have|had|must|may|might|need)\b/i;
const PROBABILITY = /^(?:how likely|what (?:is|are) the (?:probability|chance|chances|odds|likelihood))\b/i;
const NUMBER = /^(?:how many|how much|what (?:number|percentage|share|fraction) of)\b/i;
const MOST_WORDS = 3;

/** "Rust, Go or neither" as its parts; `undefined` when they are not a short list. */
function splitAlternatives(text: string): readonly string[] | undefined {
  const parts = text
    .split(/\s*,\s*(?:or\s+)?|\s+or\s+/i)
    .map((part) => part.trim())
    .filter((part) => part !== '');
  const short = parts.every((part) => part.split(/\s+/).length <= MOST_WORDS);
  const distinct = new Set(parts.map((part) => part.toLowerCase())).size === parts.length;
  return /\bor\b/i.test(text) && parts.length >= 2 && short && distinct ? parts : undefined;
}

/** The last question of the topic's first line is what counts. */
export function classifyTopic(topic: string): Classified {
  const [line = ''] = topic.trim().split('\n');
  if (!line.trimEnd().endsWith('?')) return TEXT;
  // A dot inside a name or a number ends no sentence.
  const question = (
    line
      .trim()
      .split(/(?<=[.!?])\s+/)
      .at(-1) ?? ''
  )
    .replace(/\?+$/, '')
    .trim();
  if (PROBABILITY.test(question)) return { answer: 'probability' };
  if (NUMBER.test(question)) return { answer: 'number' };
  const afterColon = question.includes(':') ? question.slice(question.lastIndexOf(':') + 1).trim() : question;
  if (AUXILIARY.test(question) && !/\bor\b/i.test(question)) return { answer: 'yes-no' };
  const options = AUXILIARY.test(afterColon) ? undefined : splitAlternatives(afterColon);
  return options === undefined ? TEXT : { answer: 'choice', options };
}
