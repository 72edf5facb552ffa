// What a live session has heard so far, and so what it has to be told for its next question.
import type { Prompt, Said } from '../agent.ts';

export interface Conversation {
  /**
   * The message for the next question: everything in the first one, then only what is new. `undefined` when what was
   * heard is not what the seat may see now (a text was redacted, a role was changed) or has become too much for its
   * model: then a fresh session is due.
   */
  message(prompt: Prompt): string | undefined;
  /** The message was answered. */
  answered(prompt: Prompt, message: string, answer: string): void;
}

/** `window`: characters that the model is sure to take in, what it said itself included. */
export function createConversation(window = Number.POSITIVE_INFINITY): Conversation {
  /** By the event that holds it. */
  const heard = new Map<number, string>();
  let begun: Pick<Prompt, 'system' | 'opening' | 'redactions'> | undefined;
  /** Its own last answer, which it need not be told. */
  let said: string | undefined;
  let characters = 0;

  function stillHolds(prompt: Prompt): boolean {
    if (begun?.system !== prompt.system || begun.opening !== prompt.opening) return false;
    // It may be its own words that are gone, which it remembers although it was never told them.
    if (begun.redactions !== prompt.redactions) return false;
    const visible = new Map(prompt.transcript.map(({ seq, fenced }) => [seq, fenced]));
    return [...heard].every(([seq, fenced]) => visible.get(seq) === fenced);
  }

  function news(prompt: Prompt): string {
    const isOwn = ({ seat, text }: Said) => seat === prompt.step.seat && text?.trim() === said?.trim();
    const pieces = prompt.transcript.filter((each) => !heard.has(each.seq) && !isOwn(each));
    const since = pieces.map(({ fenced }) => fenced).join('\n\n');
    if (since === '') return prompt.request;
    const whatWasSaid = `# What was said since\n\n${since}`;
    return prompt.step.saidLast === true
      ? `${prompt.request}\n\n${whatWasSaid}`
      : `${whatWasSaid}\n\n${prompt.request}`;
  }

  return {
    message(prompt) {
      if (begun === undefined) return prompt.user;
      if (!stillHolds(prompt)) return undefined;
      const text = news(prompt);
      return characters + text.length > window ? undefined : text;
    },
    answered(prompt, message, answer) {
      const { system, opening, redactions, transcript } = prompt;
      characters += begun === undefined ? system.length : 0;
      begun = { system, opening, redactions };
      for (const { seq, fenced } of transcript) heard.set(seq, fenced);
      said = answer;
      characters += message.length + answer.length;
    },
  };
}
