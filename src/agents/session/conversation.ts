// What a live session has heard so far, and so what it has to be told for its next question.
import type { FencedEntry, Prompt } from '../agent.ts';

export interface Conversation {
  /**
   * The message for the next question: everything in the first one, then only what is new. `undefined` when what was
   * heard is not what the seat may see now (a text was redacted, a role was changed) or has become too much for its
   * model: then a fresh session is due.
   */
  nextMessage(prompt: Prompt): string | undefined;
  /** The message was answered. */
  recordAnswer(prompt: Prompt, nextMessage: string, answer: string): void;
}

/** `window`: characters that the model is sure to take in, what it said itself included. */
export function createConversation(window = Number.POSITIVE_INFINITY): Conversation {
  /** By the event that holds it. */
  const heard = new Map<number, string>();
  let start: Pick<Prompt, 'system' | 'opening' | 'redactions'> | undefined;
  /** Its own last answer, which it need not be told. */
  let lastAnswer: string | undefined;
  let characters = 0;

  function isUnchanged(prompt: Prompt): boolean {
    if (start?.system !== prompt.system || start.opening !== prompt.opening) return false;
    // It may be its own words that are gone, which it remembers although it was never told them.
    if (start.redactions !== prompt.redactions) return false;
    const visible = new Map(prompt.transcript.map(({ seq, fenced }) => [seq, fenced]));
    return [...heard].every(([seq, fenced]) => visible.get(seq) === fenced);
  }

  function composeUpdate(prompt: Prompt): string {
    const isOwn = ({ seat, text }: FencedEntry) => seat === prompt.step.seat && text?.trim() === lastAnswer?.trim();
    const newEntries = prompt.transcript.filter((entry) => !heard.has(entry.seq) && !isOwn(entry));
    const newTexts = newEntries.map(({ fenced }) => fenced).join('\n\n');
    if (newTexts === '') return prompt.request;
    const newSection = `# What was said since\n\n${newTexts}`;
    return prompt.step.saidLast === true ? `${prompt.request}\n\n${newSection}` : `${newSection}\n\n${prompt.request}`;
  }

  return {
    nextMessage(prompt) {
      if (start === undefined) return prompt.user;
      if (!isUnchanged(prompt)) return undefined;
      const text = composeUpdate(prompt);
      return characters + text.length > window ? undefined : text;
    },
    recordAnswer(prompt, message, answer) {
      const { system, opening, redactions, transcript } = prompt;
      characters += start === undefined ? system.length : 0;
      start = { system, opening, redactions };
      for (const { seq, fenced } of transcript) heard.set(seq, fenced);
      lastAnswer = answer;
      characters += message.length + answer.length;
    },
  };
}
