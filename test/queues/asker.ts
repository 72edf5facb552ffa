// Somebody who asks servers of a hall for debates through MCP, with a key, and asks another one when a server goes away.
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { FOREVER_MS } from '../support/limits.ts';

const TRY_AGAIN_MS = 100;
/** What waiting does not help against. */
const REFUSED = /^(?:bad-input|not-permitted|config-invalid|ledger-damaged|unauthorized)/;

/** What somebody who has a seat says when it is asked, whatever the agents are doing at that moment. */
const WORDS: Readonly<Record<string, string>> = {
  opening: 'No, 70%\nThe load is low.',
  turn: 'The load is low.',
  ballot: 'No, 70%\nThe load is low.\nVote: accept',
};

export interface Asker {
  /**
   * Resolves when a server has said that it is over, with the keys of the turns that servers took from the seat `plays`. With a seat
   * the others rehearse the recipe `standard`, whose openings and ballots are given at the same time as theirs.
   */
  hold(threadId: string, plays?: string): Promise<readonly string[]>;
  close(): Promise<void>;
}

interface Answer {
  readonly run?: string;
  readonly status?: string;
  readonly due?: readonly { readonly role: string; readonly act: string }[];
  readonly error?: { readonly code: string; readonly message: string };
}

/** `find` gives what a server has said at its start. */
export function createAsker(key: string, find: () => string): Asker {
  let client: Client | undefined;
  const connect = async () => {
    const [, url] = /at (http:\/\/[\d.:]+)\//.exec(find()) ?? [];
    const headers = { authorization: `Bearer ${key}` };
    const transport = new StreamableHTTPClientTransport(new URL(`${url}/mcp`), { requestInit: { headers } });
    const opened = new Client({ name: 'asker', version: '1.0.0' }, { versionNegotiation: { mode: 'auto' } });
    await opened.connect(transport);
    return opened;
  };
  const disconnect = async () => {
    const old = client;
    client = undefined;
    await old?.close().catch(() => {});
  };
  /** `undefined` when the server has gone away. */
  const call = async (name: string, given: object): Promise<Answer | undefined> => {
    try {
      client ??= await connect();
      const result = await client.callTool({ name, arguments: { ...given } }, { timeout: FOREVER_MS });
      return (result.structuredContent ?? {}) as Answer;
    } catch {
      await disconnect();
      await pause(TRY_AGAIN_MS);
      return undefined;
    }
  };
  /** Opens it, or has it continued where somebody has opened it. Whether a server has said that it does. */
  const ask = async (threadId: string, plays: string | undefined): Promise<boolean> => {
    const seats = { wind: 'rehearsal', wall: 'rehearsal', door: 'rehearsal', ...(plays && { [plays]: 'human' }) };
    const played = plays === undefined ? {} : { recipe: 'standard', seats };
    const opened = await call('debate_auto', { topic: 'Should we?', thread_id: threadId, ...played });
    const code = opened?.error?.code;
    if (code !== undefined && REFUSED.test(code)) throw new Error(`${threadId}: ${code}: ${opened?.error?.message}`);
    const answer = code === 'already-exists' ? await call('resume_debate', { thread_id: threadId }) : opened;
    return answer !== undefined && answer.error === undefined;
  };
  return {
    async hold(threadId, plays) {
      const taken = new Set<string>();
      let isAsked = false;
      for (;;) {
        // Nobody asks again for a run in which a person has a seat: it continues by itself.
        if (!isAsked || plays === undefined) isAsked = await ask(threadId, plays);
        const state = await call('get_debate', { thread_id: threadId });
        if (state?.status === 'synthesis') return [...taken];
        const due = state?.due?.find(({ role }) => role.toLowerCase() === plays);
        if (due !== undefined) {
          const key = `${threadId}-${due.act}`;
          const turn = { thread_id: threadId, role: due.role, content: WORDS[due.act] ?? 'Yes.', key };
          const answer = await call('add_turn', turn);
          if (answer !== undefined && answer.error === undefined) taken.add(key);
        }
        await pause(TRY_AGAIN_MS);
      }
    },
    close: disconnect,
  };
}
