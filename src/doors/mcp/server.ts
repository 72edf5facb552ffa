// Makes a server for one connection: tools, resources and prompts over the same operations as the command line.
import { McpServer } from '@modelcontextprotocol/server';
import type { Hall } from '../../hall/operations/hall.ts';
import { mayEver } from '../../platform/access/check-permission.ts';
import { type Gate, OPEN_GATE } from '../../platform/access/gate.ts';
import { offeredTools } from './clients/offered-tools.ts';
import { withTrustQuestion } from './clients/trust.ts';
import type { ServerParts } from './parts.ts';
import { acceptSubscriptions, type Era } from './runs/updates.ts';
import { instructionsFor } from './texts/instructions.ts';
import { registerPrompts } from './texts/prompts.ts';
import { registerResources } from './texts/resources.ts';
import { registerTool } from './tools/tool.ts';
import { chosenTools, TOOL_NAMES } from './tools/toolsets.ts';

/** Small, since newer clients get it with every result: a wall, and a door in it. */
const ICON =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'><path fill='#245' d='M0 0h9v9H0z'/>" +
  "<path fill='#fb3' d='M3 2h3v7H3z'/></svg>";

/** A person may take minutes over each of many turns. */
const MOST_ROUNDS = 100;
const ROUND_TIMEOUT_MS = 60 * 60_000;

export interface ServerOptions {
  readonly toolsets?: readonly string[];
  /** Only tools that look and change nothing. */
  readonly readOnly?: boolean;
  readonly era: Era;
  /** What stands in front of every operation; left out: nothing, for the person who started the server. */
  readonly gate?: Gate;
  /** Who tells this client of changes; `elsewhere`: whoever serves it. */
  readonly updates?: 'here' | 'elsewhere';
}

export function createServer(parts: ServerParts, hall: Hall | undefined, options: ServerOptions): McpServer {
  const wanted = options.toolsets ?? hall?.loaded.config.mcp.toolsets;
  const { gate = OPEN_GATE } = options;
  const isLocal = gate.principal.by === 'local';
  const chosen = chosenTools(wanted, hall, options).filter(({ operation }) => mayEver(gate.principal, operation));
  const tools = offeredTools(
    chosen.map(({ name }) => name),
    TOOL_NAMES,
  );
  const server = new McpServer(
    {
      name: 'debate-hall',
      title: 'Debate Hall',
      version: parts.version,
      icons: [{ src: `data:image/svg+xml,${encodeURIComponent(ICON)}`, mimeType: 'image/svg+xml' }],
    },
    {
      instructions: instructionsFor(tools),
      capabilities: { tools: { listChanged: false }, prompts: { listChanged: false } },
      inputRequired: { maxRounds: MOST_ROUNDS, roundTimeoutMs: ROUND_TIMEOUT_MS },
      requestState: { verify: (state, context) => parts.requestStates.verify(state, context) },
    },
  );
  const ports = { parts, gate, tools };
  // Only the person at the machine decides what to trust.
  for (const tool of chosen) registerTool(server, isLocal ? withTrustQuestion(tool) : tool, ports);
  registerResources(server, ports);
  // Prompts walk through calls of these tools.
  if (tools.has('add_turn') || tools.has('debate_auto')) registerPrompts(server, ports);
  acceptSubscriptions(server, parts, options);
  return server;
}
