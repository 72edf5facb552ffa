// The panel as an editor meets it, through the client library of the protocol: the built program in a process of its own, or
// the agent in the process of the tests.
import { spawn } from 'node:child_process';
import { PassThrough, Readable, Writable } from 'node:stream';
import {
  type ClientContext,
  client,
  ndJsonStream,
  type PromptResponse,
  type RequestPermissionRequest,
  type RequestPermissionResponse,
  type SessionUpdate,
} from '@agentclientprotocol/sdk';
import { PanelAgent } from '../../src/doors/acp/panel-agent.ts';
import { MAIN, type Project } from '../support/project.ts';

export interface EditorOptions {
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** The option that the editor's user picks when they are asked; none: the request is cancelled; `null`: they never answer. */
  readonly picks?: string | null;
  /** What they answer instead when they are asked, as it stands in the protocol. */
  readonly answers?: () => unknown;
  /** Hears what an agent in a process of its own says on standard error. */
  readonly onStderr?: (text: string) => void;
  /** What the command line said of seats, for an agent in this process. */
  readonly seats?: Readonly<Record<string, string>>;
}

export interface Editor {
  readonly agent: ClientContext;
  readonly updates: SessionUpdate[];
  readonly asked: RequestPermissionRequest[];
  open(): Promise<string>;
  prompt(sessionId: string, text: string): Promise<PromptResponse>;
  /** All that the agent has said, as the editor shows it. */
  said(): string;
  /** Goes away as an editor does that is closed; returns the exit code of the program. */
  leave(): Promise<number | null>;
}

/** Where the editor writes to and reads from, and how it goes away. */
interface Line {
  readonly toAgent: Writable;
  readonly fromAgent: Readable;
  readonly leave: () => Promise<number | null>;
}

/** With the built program, started anywhere. */
export function openEditor(project: Project, options: EditorOptions = {}): Promise<Editor> {
  const child = spawn(process.execPath, [MAIN, 'acp', ...(options.args ?? [])], {
    cwd: project.root,
    env: { ...project.env, ...options.env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  child.stderr.setEncoding('utf8').on('data', options.onStderr ?? ((text: string) => process.stderr.write(text)));
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const leave = async () => {
    child.stdin.end();
    return await ended;
  };
  return connectEditor(project, options, { toAgent: child.stdin, fromAgent: child.stdout, leave });
}

/** The same without the start of a program: editor and agent exchange the same lines within this process. */
export async function openEditorHere(project: Project, options: EditorOptions = {}): Promise<Editor> {
  const [toAgent, fromAgent] = [new PassThrough(), new PassThrough()];
  const settings = Object.entries(options.seats ?? {}).map(([seat, value]) => ({
    name: `--seat ${seat}=${value}`,
    path: ['seats', seat],
    value,
  }));
  const panel = new PanelAgent({ settings, env: { ...project.env, ...options.env }, home: project.env.HOME });
  panel.connect(ndJsonStream(Writable.toWeb(fromAgent), Readable.toWeb(toAgent) as ReadableStream<Uint8Array>));
  const leave = async () => {
    toAgent.end();
    await panel.close();
    return 0;
  };
  return await connectEditor(project, options, { toAgent, fromAgent, leave });
}

async function connectEditor(project: Project, options: EditorOptions, line: Line): Promise<Editor> {
  const updates: SessionUpdate[] = [];
  const asked: RequestPermissionRequest[] = [];
  const app = client({ name: 'test-editor' })
    .onNotification('session/update', ({ params }) => {
      updates.push(params.update);
    })
    .onRequest('session/request_permission', async ({ params }) => {
      asked.push(params);
      const { picks, answers } = options;
      if (answers !== undefined) return answers() as RequestPermissionResponse;
      if (picks === null) await new Promise(() => {});
      return {
        outcome: typeof picks !== 'string' ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: picks },
      };
    });
  const output = Readable.toWeb(line.fromAgent) as ReadableStream<Uint8Array>;
  const connection = app.connect(ndJsonStream(Writable.toWeb(line.toAgent), output));
  const { agent } = connection;
  await agent.request('initialize', {
    protocolVersion: 1,
    clientCapabilities: {},
    clientInfo: { name: 'test-editor', version: '1.0.0' },
  });
  return {
    agent,
    updates,
    asked,
    open: async () => (await agent.request('session/new', { cwd: project.folder, mcpServers: [] })).sessionId,
    prompt: (sessionId, text) => agent.request('session/prompt', { sessionId, prompt: [{ type: 'text', text }] }),
    said: () => textOf(updates, 'agent_message_chunk'),
    leave: line.leave,
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
