// The contract of a tool and the one place that registers them: arguments parsed strictly, failures typed, results small.
import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  isInputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type * as z from 'zod';
import { type NamedMaterial, namesFiles } from '../../../hall/operations/debate/opening/request.ts';
import type { Hall } from '../../../hall/operations/hall.ts';
import { findDebate, requireWholeId } from '../../../hall/operations/records/lists/find-debate.ts';
import type { Gate } from '../../../platform/access/gate.ts';
import type { Operation } from '../../../platform/access/permissions.ts';
import type { OfferedTools } from '../clients/offered-tools.ts';
import { badArguments, toolError } from '../errors.ts';
import type { ServerParts } from '../parts.ts';
import { waitsFor } from '../runs/progress.ts';
import { fitResult } from '../texts/text.ts';
import { resourceLink } from '../texts/uris.ts';
import { advertiseInput, advertiseOutput } from './advertise.ts';
import { threadId } from './shapes.ts';

/**
 * Arguments as clients of neighbouring servers name them, by tool: our name for theirs; `undefined` for what asks for something that is
 * always so here. They are taken without being advertised, since every session of every client pays for what is.
 */
const PEER_NAMES: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  // debate-hall-mcp from 0.3 on: a transcript always has the hashes and times that it calls metadata.
  get_debate: { context_turns: 'context_lines', include_metadata: undefined },
  // Ploidy.
  debate_auto: { prompt: 'topic' },
};

/** What has our name as well keeps it. */
function mapPeerNames(tool: string, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = PEER_NAMES[tool];
  if (names === undefined) return args;
  const ours = Object.entries(args).flatMap(([key, value]) => {
    if (!Object.hasOwn(names, key)) return [[key, value]];
    const name = names[key];
    return name === undefined || Object.hasOwn(args, name) ? [] : [[name, value]];
  });
  return Object.fromEntries(ours);
}

/** All four are always said, since what clients assume in their absence differs. */
export interface Hints {
  readonly readOnlyHint: boolean;
  readonly destructiveHint: boolean;
  readonly idempotentHint: boolean;
  readonly openWorldHint: boolean;
}

export const READS: Hints = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };
export const WRITES: Hints = { ...READS, readOnlyHint: false, idempotentHint: false };
export const DESTROYS: Hints = { ...WRITES, destructiveHint: true };
/** Starts agents, which reach out to models. */
export const RUNS_AGENTS: Hints = { ...WRITES, openWorldHint: true };

export interface ToolCall {
  readonly hall: Hall;
  readonly parts: ServerParts;
  readonly server: McpServer;
  readonly context: ServerContext;
  readonly tools: OfferedTools;
  readonly gate: Gate;
  /** Who acts, as the record names them: the principal where a door has recognised one, else the client's name. */
  readonly author: string;
  readonly signal: AbortSignal;
}

/** Results are made of what others keep, and nobody changes them. */
type Unchanged<T> = T extends readonly (infer Item)[]
  ? readonly Unchanged<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Unchanged<T[Key]> }
    : T;

export interface ToolResult<Output> {
  readonly structured: Output;
  /** The same for readers: short, what others said quoted. */
  readonly text: string;
  /** Resources of the debate that hold the rest. */
  readonly links?: readonly { readonly threadId: string; readonly part: 'transcript' | 'octave' | 'ledger' }[];
}

export interface Tool<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly input: Input;
  readonly output: Output;
  readonly hints: Hints;
  /** What every call does. */
  readonly operation: Operation;
  /** The debate that these arguments are about, where none of them is its ID. */
  findDebateId?(args: z.output<Input>): string | undefined;
  /** What these arguments ask for beyond that. */
  also?(args: z.output<Input>): readonly Operation[];
  run(args: z.output<Input>, call: ToolCall): Promise<ToolResult<Unchanged<z.input<Output>>> | InputRequiredResult>;
}

/** Keeps the types of arguments and result inside a tool and hides them from the list that it goes into. */
export function defineTool<Input extends z.ZodObject, Output extends z.ZodObject>(tool: Tool<Input, Output>): Tool {
  return tool as unknown as Tool;
}

/** What material needs that arguments name: files are those of the machine that serves. */
export const listReadOperations = (named: NamedMaterial): readonly Operation[] =>
  namesFiles(named) ? ['read-files'] : [];

/** What gemini adds to the arguments of every tool and passes on; it is meant for gemini itself. */
const OF_CLIENTS: readonly string[] = ['wait_for_previous'];

/** `null` is how clients of the Python server leave an argument out. */
function meantForTool(tool: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value ?? {};
  const kept = Object.entries(value).filter(([key, item]) => item !== null && !OF_CLIENTS.includes(key));
  return mapPeerNames(tool, Object.fromEntries(kept));
}

/** What cannot be undone, here as at the command line. */
const FOR_GOOD: ReadonlySet<Operation> = new Set(['close-debate', 'force-close', 'redact', 'delete-debate']);

/** Debates that arguments name, as whole ids; what cannot be undone takes nothing shorter. */
async function withWholeIds(tool: Tool, args: Record<string, unknown>, hall: Hall): Promise<Record<string, unknown>> {
  const find = FOR_GOOD.has(tool.operation) ? requireWholeId : findDebate;
  const whole = { ...args };
  for (const [name, schema] of Object.entries(tool.input.shape)) {
    const reference = args[name];
    if (schema === threadId && typeof reference === 'string') whole[name] = await find(hall, reference);
  }
  return whole;
}

function findNamedDebate(tool: Tool, args: Record<string, unknown>): string | undefined {
  if (tool.findDebateId !== undefined) return tool.findDebateId(args);
  const { input } = tool;
  const name = Object.keys(input.shape).find((key) => input.shape[key] === threadId);
  const id = name === undefined ? undefined : args[name];
  return typeof id === 'string' ? id : undefined;
}

/** Does what it is permitted to. */
async function permitCall<T>(
  gate: Gate,
  tool: Tool,
  args: Record<string, unknown>,
  work: () => Promise<T>,
): Promise<T> {
  const operations = [...(tool.also?.(args) ?? []), tool.operation];
  const debate = findNamedDebate(tool, args);
  for (const operation of operations) await gate.permit(operation, debate);
  try {
    return await work();
  } catch (error) {
    for (const operation of operations) await gate.noteRefused(operation, error, debate);
    throw error;
  }
}

function clientName(server: McpServer, context: ServerContext): string {
  const envelope = context.mcpReq.envelope as Record<string, { name?: unknown }> | undefined;
  const info = envelope?.[CLIENT_INFO_META_KEY];
  const name = info?.name ?? server.server.getClientVersion()?.name;
  const clean =
    typeof name === 'string'
      ? name
          .normalize('NFC')
          .replace(/[^\p{L}\p{M}\p{N} ._/-]/gu, '')
          .slice(0, 80)
          .trim()
      : '';
  return clean === '' ? 'mcp-client' : clean;
}

/** What a shortened result ends with. */
export const shortenedNote = ({ step }: OfferedTools) =>
  step(
    'Shortened to fit: export_debate has all of a debate, in parts.',
    'Shortened to fit: the resource debate://{thread_id}/transcript has all that was said.',
  );

function toWire({ links = [], ...told }: ToolResult<object>, tools: OfferedTools): CallToolResult {
  const { structured, text } = fitResult(told, shortenedNote(tools));
  return {
    content: [{ type: 'text', text }, ...links.map(({ threadId, part }) => resourceLink(threadId, part))],
    structuredContent: structured as Record<string, unknown>,
  };
}

/** What all calls of one server have in common. */
export type ToolPorts = Pick<ToolCall, 'parts' | 'gate' | 'tools'>;

export function registerTool(server: McpServer, tool: Tool, { parts, gate, tools }: ToolPorts): void {
  const { name, title, description, hints } = tool;
  const config = {
    title,
    description,
    inputSchema: advertiseInput(tool.input),
    outputSchema: advertiseOutput(tool.output),
    annotations: { ...hints },
  };
  server.registerTool(name, config, async (given: unknown, context) => {
    try {
      const meant = meantForTool(name, given);
      const args = tool.input.safeParse(meant);
      if (!args.success) throw badArguments(name, tool.input, meant);
      const hall = await parts.hall();
      const whole = await withWholeIds(tool, args.data, hall);
      const call = {
        hall,
        parts,
        server,
        context,
        tools,
        gate,
        author: gate.principal.by === 'local' ? clientName(server, context) : gate.principal.name,
        signal: context.mcpReq.signal,
      };
      const result = await permitCall(gate, tool, whole, async () => {
        return await parts.sayingWaits(waitsFor(context), async () => await tool.run(whole, call));
      });
      return isInputRequiredResult(result) ? result : toWire(result as ToolResult<object>, tools);
    } catch (error) {
      return toolError(error, tools);
    }
  });
}
