// A request for an answer as its blocks (tools, parts of the system prompt, parts of messages), in the order in which
// services cache them, and how much of it the same seat had sent before.
import { asList, asObject, type Json, type RecordedRequest } from '../../src/agents/model-server/wire.ts';

export interface Block {
  readonly place: 'tool' | 'system' | 'message';
  readonly role: string;
  /** What it says; a tool or a part without text is its JSON. */
  readonly text: string;
}

/** Where Anthropic's cache is to end moves from request to request and is no part of what is said. */
function withoutMark({ cache_control: _, ...part }: Json): Json {
  return part;
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part;
  const fields = asObject(part);
  return typeof fields['text'] === 'string' ? fields['text'] : JSON.stringify(withoutMark(fields));
}

function parts(place: Block['place'], role: string, content: unknown): Block[] {
  const all = Array.isArray(content) ? content : content === undefined || content === '' ? [] : [content];
  return all.map((part) => ({ place, role, text: textOf(part) }));
}

function tools(list: unknown): Block[] {
  return asList(list)
    .flatMap((tool) => asObject(tool)['functionDeclarations'] ?? [tool])
    .map((tool) => ({ place: 'tool', role: '', text: JSON.stringify(withoutMark(asObject(tool))) }));
}

function said(list: unknown, content: (entry: Json) => unknown): Block[] {
  return asList(list)
    .map(asObject)
    .flatMap((entry) => {
      if (entry['type'] === 'additional_tools') return tools(entry['tools']);
      const role = String(entry['role'] ?? entry['type'] ?? 'user');
      const place = role === 'developer' || role === 'system' ? 'system' : 'message';
      return parts(place, role, content(entry));
    });
}

export function blocksOf(request: RecordedRequest): readonly Block[] {
  const body = asObject(request.body);
  switch (request.protocol) {
    case 'anthropic':
      return [
        ...tools(body['tools']),
        ...parts('system', '', body['system']),
        ...said(body['messages'], (entry) => entry['content']),
      ];
    case 'openai':
      return [
        ...tools(body['tools']),
        ...parts('system', '', body['instructions']),
        ...said(
          typeof body['input'] === 'string' ? [{ role: 'user', content: body['input'] }] : body['input'],
          ({ id: _, ...entry }) => entry['content'] ?? entry,
        ),
      ];
    case 'openai-chat':
      return [...tools(body['tools']), ...said(body['messages'], (entry) => entry['content'])];
    case 'gemini':
      return [
        ...tools(body['tools']),
        ...parts('system', '', asObject(body['systemInstruction'])['parts']),
        ...said(body['contents'], (entry) => entry['parts']),
      ];
    case undefined:
      return [];
  }
}

const charactersOf = (blocks: readonly Block[]): number => blocks.reduce((sum, { text }) => sum + text.length, 0);

/** What a model said, in whatever words its protocol has for it. */
export const isAnswer = ({ role }: Pick<Block, 'role'>): boolean => role === 'assistant' || role === 'model';

const key = ({ place, role, text }: Block): string => `${place}\n${role}\n${text}`;

/** Those blocks that were not in the request before, wherever they stood in it. */
function newBlocks(blocks: readonly Block[], before: readonly Block[]): readonly Block[] {
  const left = new Map<string, number>();
  for (const block of before) left.set(key(block), (left.get(key(block)) ?? 0) + 1);
  return blocks.filter((block) => {
    const count = left.get(key(block)) ?? 0;
    if (count > 0) left.set(key(block), count - 1);
    return count === 0;
  });
}

/** Characters of the blocks up to the first one that differs. */
function sameBlocksFromStart(blocks: readonly Block[], before: readonly Block[]): number {
  const end = blocks.findIndex((block, index) => {
    const other = before[index];
    return other === undefined || key(other) !== key(block);
  });
  return charactersOf(end === -1 ? blocks : blocks.slice(0, end));
}

/** Characters up to the first one that differs, blocks or not. */
function sameCharactersFromStart(blocks: readonly Block[], before: readonly Block[]): number {
  const [text, other] = [blocks, before].map((list) => list.map(key).join('\n')) as [string, string];
  let same = 0;
  while (same < text.length && text[same] === other[same]) same += 1;
  let counted = 0;
  for (const block of blocks) {
    const head = key(block).length - block.text.length;
    counted += Math.min(Math.max(0, same - head), block.text.length);
    same -= key(block).length + 1;
    if (same <= 0) break;
  }
  return counted;
}

export interface Sent {
  requests: number;
  characters: number;
  /** Of the longest request: at the least, so much of all has to be new. */
  longest: number;
  /** In blocks that the seat's request before held as well, wherever they stood. */
  repeated: number;
  /** In blocks that are new and hold what the model itself had answered. */
  newAnswers: number;
  /** In blocks that stood at the start of the request before, in the same order. */
  repeatedFromStart: number;
  /** From the start of the request before, character by character. */
  repeatedCharacters: number;
}

export const nothingSent = (): Sent => ({
  requests: 0,
  characters: 0,
  longest: 0,
  repeated: 0,
  newAnswers: 0,
  repeatedFromStart: 0,
  repeatedCharacters: 0,
});

export function addSent(one: Sent, other: Sent): Sent {
  const sum = { ...one };
  for (const name of Object.keys(sum) as (keyof Sent)[]) sum[name] += other[name];
  return sum;
}

/** Of one seat's requests, oldest first. */
export function sentBy(requests: readonly RecordedRequest[]): Sent {
  let before: readonly Block[] = [];
  const sum = nothingSent();
  for (const request of requests) {
    const blocks = blocksOf(request);
    sum.requests += 1;
    const characters = charactersOf(blocks);
    const fresh = newBlocks(blocks, before);
    sum.characters += characters;
    sum.longest = Math.max(sum.longest, characters);
    sum.repeated += characters - charactersOf(fresh);
    sum.newAnswers += charactersOf(fresh.filter(isAnswer));
    sum.repeatedFromStart += sameBlocksFromStart(blocks, before);
    sum.repeatedCharacters += sameCharactersFromStart(blocks, before);
    before = blocks;
  }
  return sum;
}
