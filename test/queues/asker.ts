// Somebody who asks servers of a hall for debates through MCP, with a key, and asks another one when a server goes away.
import { setTimeout as pause } from 'node:timers/promises';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { FOREVER_MS } from '../support/limits.ts';

const TRY_AGAIN_MS = 100;
/** What waiting does not help against. */
const REFUSED = /^(?:bad-input|not-permitted|config-invalid|ledger-damaged|unauthorized)/;

export interface Asker {
  /** Resolves when a server has said that it is over. */
  hold(threadId: string): Promise<void>;
  close(): Promise<void>;
}

interface Answer {
  readonly run?: string;
  readonly status?: string;
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
  /** Opens it, or has it continued where somebody has opened it; whichever is due. */
  const ask = async (threadId: string): Promise<boolean> => {
    const opened = await call('debate_auto', { topic: 'Should we?', thread_id: threadId });
    const code = opened?.error?.code;
    if (code !== undefined && REFUSED.test(code)) throw new Error(`${threadId}: ${code}: ${opened?.error?.message}`);
    if (opened?.run === 'closed') return true;
    if (code === 'already-exists') {
      const resumed = await call('resume_debate', { thread_id: threadId });
      if (resumed?.run === 'closed') return true;
    }
    return (await call('get_debate', { thread_id: threadId }))?.status === 'synthesis';
  };
  return {
    async hold(threadId) {
      while (!(await ask(threadId))) await pause(TRY_AGAIN_MS);
    },
    close: disconnect,
  };
}
