// Tracks what was sent to a live session, so that the next question only has to send what is new.
import type { FencedEntry, Prompt } from '../agent.ts';

export type Conversation = ReturnType<typeof createConversation>;

/** `window`: longest conversation in characters, the model's own answers included. */
export function createConversation(window = Number.POSITIVE_INFINITY) {
  /** Fenced texts by event number. */
  const delivered = new Map<number, string>();
  let start: Pick<Prompt, 'system' | 'opening' | 'redactions'> | undefined;
  let heardRole: string | undefined;
  /** The model's own last answer, which is not sent back to it. */
  let lastAnswer: string | undefined;
  let characters = 0;

  function isUnchanged(prompt: Prompt): boolean {
    if (start?.system !== prompt.system || start.opening !== prompt.opening) return false;
    // The redacted text may be the model's own, which is not among the texts that were sent.
    if (start.redactions !== prompt.redactions) return false;
    const visible = new Map(prompt.transcript.map(({ seq, fenced }) => [seq, fenced]));
    return [...delivered].every(([seq, fenced]) => visible.get(seq) === fenced);
  }

  function composeUpdate(prompt: Prompt): string {
    const isOwn = ({ seat, text }: FencedEntry) => seat === prompt.step.seat && text?.trim() === lastAnswer?.trim();
    const newEntries = prompt.transcript.filter((entry) => !delivered.has(entry.seq) && !isOwn(entry));
    const newTexts = newEntries.map(({ fenced }) => fenced).join('\n\n');
    const newRole = prompt.role === heardRole || prompt.role === undefined ? [] : [prompt.role];
    const asked = [...newRole, prompt.request];
    const newSection = newTexts === '' ? [] : [`# What was said since\n\n${newTexts}`];
    return (prompt.step.saidLast === true ? [...asked, ...newSection] : [...newSection, ...asked]).join('\n\n');
  }

  return {
    /**
     * The message for the next question: the whole prompt first, later only what is new. `undefined` when a new session is
     * needed, because a text that was sent has changed since (by a redaction or a new role) or the conversation outgrew the
     * model's window.
     */
    nextMessage(prompt: Prompt): string | undefined {
      if (start === undefined) return prompt.user;
      if (!isUnchanged(prompt)) return undefined;
      const text = composeUpdate(prompt);
      return characters + text.length > window ? undefined : text;
    },
    recordAnswer(prompt: Prompt, message: string, answer: string): void {
      const { system, opening, redactions, transcript } = prompt;
      characters += start === undefined ? system.length : 0;
      start = { system, opening, redactions };
      for (const { seq, fenced } of transcript) delivered.set(seq, fenced);
      heardRole = prompt.role ?? heardRole;
      lastAnswer = answer;
      characters += message.length + answer.length;
    },
  };
}
