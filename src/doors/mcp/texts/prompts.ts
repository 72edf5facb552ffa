// Prompts: the text of each seat, with its debate if one is named, and one that walks through a whole debate.
import { completable, type GetPromptResult, type McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { defined } from '../../../domain/defined.ts';
import { checkTopic } from '../../../hall/operations/debate/opening/topic.ts';
import { seatPrompt } from '../../../hall/operations/debate/take-part/seat-prompt.ts';
import { fence } from '../../../material/prompts/fence.ts';
import { loadPrompts } from '../../../material/prompts/load.ts';
import { answering } from '../errors.ts';
import type { ServerParts } from '../parts.ts';
import type { ToolPorts } from '../tools/tool.ts';
import { completeThreadId } from './resources.ts';

const SEATS = {
  wind: { title: 'Wind: propose', description: 'Take the seat that opens real alternatives' },
  wall: { title: 'Wall: test', description: 'Take the seat that tests what was proposed' },
  door: { title: 'Door: decide', description: 'Take the seat that decides' },
} as const;

const OWN_TEXTS = { format: 'mcp', names: ['debate'] } as const;
const MARKER_DIGITS = 16;
const DEFAULT_RECIPE = 'standard';

const toUserMessage = (description: string, text: string): GetPromptResult => ({
  description,
  messages: [{ role: 'user', content: { type: 'text', text } }],
});

function registerSeats(server: McpServer, ports: ToolPorts): void {
  const { parts, gate, tools } = ports;
  const named = z.string().max(200).describe('The debate that waits for this seat; omit for the rules alone');
  const argsSchema = z.object({
    thread_id: completable(named, async (value) => completeThreadId(ports, value ?? '')).optional(),
  });
  for (const [seat, about] of Object.entries(SEATS)) {
    server.registerPrompt(seat, { ...about, argsSchema }, async ({ thread_id: threadId }) =>
      answering(tools, async () => {
        await gate.permit(threadId === undefined ? 'describe-hall' : 'read-debate', threadId);
        const hall = await parts.hall();
        const { system, user } = await seatPrompt(hall, { seat, ...defined({ threadId }) });
        return toUserMessage(about.description, user === undefined ? system : `${system}\n\n${user}`);
      }),
    );
  }
}

async function recipeNames(parts: ServerParts): Promise<string[]> {
  const hall = await parts.hall().catch(() => undefined);
  const format = await hall?.format(hall.loaded.config.format);
  return Object.keys(format?.recipes ?? {});
}

export function registerPrompts(server: McpServer, ports: ToolPorts): void {
  const { parts, gate, tools } = ports;
  registerSeats(server, ports);
  const description = 'Debate a question from start to finish and report the outcome';
  const recipe = z.string().max(100).describe('quick, standard or deep');
  const argsSchema = z.object({
    topic: z.string().max(20_000).describe('The question to decide'),
    recipe: completable(recipe, async (value) => {
      const names = await recipeNames(parts);
      return names.filter((name) => name.startsWith(value ?? ''));
    }).optional(),
  });
  server.registerPrompt('debate', { title: 'Debate a question', description, argsSchema }, async (args) =>
    answering(tools, async () => {
      await gate.permit('describe-hall');
      const hall = await parts.hall();
      const { prompts: overrideFolder } = hall.loaded.config;
      const texts = await loadPrompts({ ...OWN_TEXTS, ...defined({ overrideFolder }) });
      const question = fence(hall.random(MARKER_DIGITS), 'question', checkTopic(args.topic));
      const chosen = (args.recipe ?? DEFAULT_RECIPE).replace(/[^a-z0-9-]/g, '').slice(0, 40);
      return toUserMessage(description, texts.render('debate', { question, recipe: chosen }));
    }),
  );
}
