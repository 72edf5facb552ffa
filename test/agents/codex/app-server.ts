// An agent whose codex stays and says what the real `codex app-server` was recorded to say.
import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import type { AgentSession, Reply } from '../../../src/agents/agent.ts';
import { agentKind } from '../../../src/agents/kinds/codex/index.ts';
import { aPrompt } from '../../support/agents.ts';
import { recordedAgent, toShell, toText } from '../recorded-cli.ts';

const PROGRAM = fileURLToPath(new URL('app-server.sh', import.meta.url));
const VERSION = '0.169.0';

export interface Conversation {
  /** The lines that follow each message of the client, in order; recorded answers get the id of that message. */
  readonly exchanges?: readonly (readonly string[])[];
  /** Lines that are printed before anything else. */
  readonly talk?: readonly string[];
  readonly stderr?: readonly string[];
  readonly exitCode?: number;
  /** How many messages it hears before it ends with `exitCode`; without it that is at once. */
  readonly exitsAfter?: number;
  /** Ignores SIGTERM and ends when it hears this method. */
  readonly endsOnlyWith?: string;
}

export interface StayingCodex {
  readonly session: AgentSession;
  ask(request?: string, options?: Asking): Promise<{ reply: Reply; deltas: string[] }>;
  /** The messages that it heard, a line `{ started: true }` for each of its starts among them. */
  heard(): Record<string, unknown>[];
}

interface Asking {
  readonly signal?: AbortSignal;
  readonly onText?: () => void;
}

export async function recordedConversation(
  name: string,
): Promise<Omit<Conversation, 'exchanges'> & { exchanges: string[][] }> {
  return JSON.parse(await readFile(new URL(`fixtures/app-server-${name}-${VERSION}.json`, import.meta.url), 'utf8'));
}

/** A recorded answer belongs to the request that comes now. */
function markId(line: string): string {
  const message = JSON.parse(line);
  return message.method === undefined ? JSON.stringify({ ...message, id: '<id>' }) : line;
}

async function writeConversation(folder: string, conversation: Conversation): Promise<void> {
  const { exchanges = [], talk, stderr, exitCode, exitsAfter, endsOnlyWith } = conversation;
  const values = { exit_code: exitCode, exits_after: exitsAfter, ends_only_with: endsOnlyWith };
  await writeFile(join(folder, 'script'), toShell(values));
  await writeFile(join(folder, 'talk'), toText(talk));
  await writeFile(join(folder, 'stderr'), toText(stderr));
  for (const [index, lines] of exchanges.entries()) {
    await writeFile(join(folder, `exchange-${index}`), toText(lines.map(markId)));
  }
}

/** Ends with the test. */
export async function stayingCodex(
  conversation: Conversation,
  settings: Record<string, unknown> = {},
): Promise<StayingCodex> {
  const folder = await mkdtemp(join(tmpdir(), 'app-server-'));
  const heard = join(folder, 'heard');
  await writeConversation(folder, conversation);
  await writeFile(heard, '');
  const { agent } = await recordedAgent(
    agentKind,
    { version: VERSION },
    { path: PROGRAM, transport: 'session', ...settings, env: { APP_SERVER: folder } },
  );
  const session = await agent.open('wall');
  onTestFinished(async () => {
    await session.close();
    await rm(folder, { recursive: true, force: true });
  });
  return {
    session,
    async ask(request = 'Speak.', { signal = new AbortController().signal, onText = () => {} } = {}) {
      const deltas: string[] = [];
      const reply = await session.ask(aPrompt(request), {
        signal,
        onText: (delta) => {
          deltas.push(delta);
          onText();
        },
      });
      return { reply, deltas };
    },
    heard() {
      return readFileSync(heard, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line));
    },
  };
}
