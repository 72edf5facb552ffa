// What a live session has heard so far, and so what it has to be told for its next question.
import type { Prompt, Said } from './agent.ts';

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
  let begun: Pick<Prompt, 'system' | 'opening'> | undefined;
  /** Its own last answer, which it need not be told. */
  let said: string | undefined;
  let characters = 0;

  function stillHolds(prompt: Prompt): boolean {
    if (begun?.system !== prompt.system || begun.opening !== prompt.opening) return false;
    const visible = new Map(prompt.transcript.map(({ seq, fenced }) => [seq, fenced]));
    if (![...heard].every(([seq, fenced]) => visible.get(seq) === fenced)) return false;
    // Its own words, which it remembers, may have been redacted before it was ever told them.
    return !fresh(prompt).some(({ seat, text }) => seat === prompt.step.seat && text === undefined);
  }

  function fresh(prompt: Prompt): readonly Said[] {
    return prompt.transcript.filter(({ seq }) => !heard.has(seq));
  }

  function news(prompt: Prompt): string {
    const isOwn = ({ seat, text }: Said) => seat === prompt.step.seat && text?.trim() === said?.trim();
    const pieces = fresh(prompt).filter((each) => !isOwn(each));
    const since = pieces.map(({ fenced }) => fenced).join('\n\n');
    return since === '' ? prompt.request : `# What was said since\n\n${since}\n\n${prompt.request}`;
  }

  return {
    message(prompt) {
      if (begun === undefined) return prompt.user;
      if (!stillHolds(prompt)) return undefined;
      const text = news(prompt);
      return characters + text.length > window ? undefined : text;
    },
    answered(prompt, message, answer) {
      const { system, opening, transcript } = prompt;
      characters += begun === undefined ? system.length : 0;
      begun = { system, opening };
      for (const { seq, fenced } of transcript) heard.set(seq, fenced);
      said = answer;
      characters += message.length + answer.length;
    },
  };
}
