// The panel as an editor meets it: the built program in a process of its own, and the client library of the protocol.
import { type ChildProcess, spawn } from 'node:child_process';
import { Readable, Writable } from 'node:stream';
import {
  type ClientContext,
  client,
  ndJsonStream,
  type PromptResponse,
  type RequestPermissionRequest,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { MAIN, type Project } from '../support/project.ts';

export interface EditorOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The option that the editor's user picks when they are asked; none: the request is cancelled. */
  readonly picks?: string;
}

export interface Editor {
  readonly agent: ClientContext;
  readonly child: ChildProcess;
  readonly updates: SessionUpdate[];
  readonly asked: RequestPermissionRequest[];
  open(): Promise<string>;
  prompt(sessionId: string, text: string): Promise<PromptResponse>;
  /** All that the agent has said, as the editor shows it. */
  said(): string;
  /** Goes away as an editor does that is closed; returns the exit code of the program. */
  leave(): Promise<number | null>;
}

export async function openEditor(project: Project, options: EditorOptions = {}): Promise<Editor> {
  const child = spawn(process.execPath, [MAIN, 'acp', ...(options.args ?? [])], {
    cwd: project.root,
    env: { ...project.env, ...options.env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const app = client({ name: 'test-editor' })
    .onNotification('session/update', ({ params }) => {
      updates.push(params.update);
    })
    .onRequest('session/request_permission', ({ params }) => {
      asked.push(params);
      const { picks } = options;
      return { outcome: picks === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: picks } };
    });
  const output = Readable.toWeb(child.stdout) as ReadableStream<Uint8Array>;
  const connection = app.connect(ndJsonStream(Writable.toWeb(child.stdin), output));
  const { agent } = connection;
  await agent.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: 'test-editor', version: '1.0.0' },
  });
  return {
    agent,
    child,
    updates,
    asked,
    open: async () => (await agent.request('session/new', { cwd: project.folder, mcpServers: [] })).sessionId,
    prompt: (sessionId, text) => agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    said: () => textOf(updates, 'agent_message_chunk'),
    leave: async () => {
      child.stdin.end();
      return await ended;
    },
  };
}

export function textOf(updates: readonly SessionUpdate[], kind: 'agent_message_chunk' | 'user_message_chunk'): string {
  return updates
    .flatMap((update) =>
      update.sessionUpdate === kind && 'content' in update && update.content.type === 'text'
        ? [update.content.text]
        : [],
    )
    .join('');
}
