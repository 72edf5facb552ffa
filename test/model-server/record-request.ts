// Reads one request: which protocol it speaks, who asks, and how much is sent.
import type { IncomingMessage } from 'node:http';
import { anthropic } from './anthropic.ts';
import type { RecordedRequest, ToolName } from './behaviour.ts';
import { gemini } from './gemini.ts';
import { openai } from './openai.ts';
import { asList, asObject, type Wire } from './wire.ts';

const WIRES: readonly Wire[] = [anthropic, openai, gemini];

export async function readRequest(
  incoming: IncomingMessage,
  number: number,
): Promise<{ request: RecordedRequest; wire: Wire | undefined }> {
  const at = Date.now();
  const parts: Buffer[] = [];
  for await (const part of incoming) parts.push(part as Buffer);
  const body = parseBody(Buffer.concat(parts).toString('utf8'));
  const fields = asObject(body);
  const method = incoming.method ?? '';
  const path = incoming.url ?? '/';
  const plainPath = path.split('?')[0] ?? path;
  const headers = Object.fromEntries(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]));
  const common = { number, at, method, path, headers, body };

  for (const wire of WIRES) {
    const route = wire.route(method, plainPath, fields);
    if (route === undefined) continue;
    const { system, messages } = wire.conversation(fields);
    const tools = declaredTools(fields['tools']);
    const toolCharacters = tools.reduce<number>((sum, tool) => sum + JSON.stringify(tool).length, 0);
    const said = messages.reduce((sum, message) => sum + message.text.length, 0);
    const request: RecordedRequest = {
      ...common,
      protocol: wire.protocol,
      kind: route.kind,
      model: route.model ?? (typeof fields['model'] === 'string' ? fields['model'] : undefined),
      streaming: route.streaming,
      system,
      messages,
      inputCharacters: system.length + said + toolCharacters,
      tools: tools.length,
      toolNames: toolNames(tools),
      seat: seatOf(system),
    };
    return { request, wire };
  }
  const nothingSaid = {
    model: undefined,
    streaming: false,
    system: '',
    messages: [],
    inputCharacters: 0,
    tools: 0,
    toolNames: [],
  };
  return {
    request: { ...common, ...nothingSaid, protocol: undefined, kind: 'other', seat: undefined },
    wire: undefined,
  };
}

/** One by one, also where a protocol keeps them in groups. */
function declaredTools(tools: unknown): readonly unknown[] {
  return asList(tools).flatMap((tool) => asList(asObject(tool)['functionDeclarations'] ?? [tool]));
}

function toolNames(tools: readonly unknown[]): readonly ToolName[] {
  return tools.map(asObject).flatMap((tool) => {
    const name = String(tool['name'] ?? '');
    const members = asList(tool['tools']).map(asObject);
    return members.length === 0
      ? [{ name }]
      : members.map((member) => ({ name: String(member['name']), namespace: name }));
  });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** "You are Wall …" names the seat outright; else the first seat that is mentioned. */
function seatOf(system: string): string | undefined {
  const named = /\byou are (?:the )?\W*(wind|wall|door)\b/i.exec(system) ?? /\b(wind|wall|door)\b/i.exec(system);
  return named?.[1]?.toLowerCase();
}
