// How the hall answers what an agent asks of it: it may read files of one folder if there is one, and nothing else; and what is kept, for
// the reader of the record, of what an agent did or was not let do.
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { shorten } from '../../domain/words/cut-line.ts';
import { type SeatTools, TOOL_SERVER } from '../../material/reading/seat-tools.ts';
import { stripControl } from '../../support/control-characters.ts';
import type { AcpDialogueOptions } from './dialogue-options.ts';
import type { FileReader, FileRequest } from './files.ts';
import type { permissionSchema } from './messages.ts';

const MAX_REMARKS = 12;
const MAX_NAME = 120;

/** An agent's own words inside a remark: one short line. */
export function quoteName(words: string | null | undefined): string {
  const line = stripControl(words ?? '')
    .replace(/\s+/g, ' ')
    .trim();
  return line === '' ? 'something unnamed' : `"${shorten(line, MAX_NAME)}"`;
}

export type Remarks = ReturnType<typeof createRemarks>;

export function createRemarks() {
  let remarks = new Map<string, number>();
  return {
    add(remark: string): void {
      remarks.set(remark, (remarks.get(remark) ?? 0) + 1);
    },
    /** Everything since the last call. */
    takeAll(): readonly string[] {
      const all = [...remarks].map(([remark, times]) => (times === 1 ? remark : `${remark} (${times} times)`));
      remarks = new Map();
      return all.length <= MAX_REMARKS
        ? all
        : [...all.slice(0, MAX_REMARKS), `and ${all.length - MAX_REMARKS} more like these`];
    },
  };
}

type Permission = ReturnType<typeof permissionSchema.parse>;

type PermissionReply = {
  readonly outcome: { readonly outcome: 'selected'; readonly optionId: string } | { readonly outcome: 'cancelled' };
};

/** Whether the name of a call is that of one of the hall's tools, however the agent joins it with that of the server. */
export function isHallTool(title: string | null | undefined, { declarations }: SeatTools): boolean {
  const [, name] = /^(?:mcp[_:.\s-]*)?([A-Za-z_:.\s-]+?)(?:\s*\(.*\))?$/s.exec(title ?? '') ?? [];
  const parts = new RegExp(`^(?:${TOOL_SERVER}[_:./\\s-]+)?(?<tool>[a-z_]+)$`).exec(name ?? '')?.groups;
  return declarations.some((tool) => tool.name === parts?.['tool']);
}

/** What an author may do in its working tree; commands, pages and what has no kind are none of it. */
const WORK: ReadonlySet<string> = new Set(['read', 'edit', 'delete', 'move', 'search', 'think']);

/** Whether a call is work on files of this folder alone, by its own account: the sandbox sees to it that it is true. */
function isWorkIn(folder: string, { kind, locations, content }: Permission['toolCall']): boolean {
  const paths = [...(locations ?? []), ...(content ?? [])].flatMap(({ path }) => path ?? []);
  const isInside = (path: string) => {
    const [first] = relative(folder, resolve(folder, path)).split(sep);
    return first !== '..' && first !== '.git' && !isAbsolute(relative(folder, resolve(folder, path)));
  };
  return WORK.has(kind ?? '') && paths.every(isInside);
}

/** Allows calls of the hall's tools, and the work of an author in its folder, once each, and declines everything else. */
export function answerPermission(
  request: Permission,
  remarks: Remarks,
  { tools, works, cwd }: Pick<AcpDialogueOptions, 'tools' | 'works' | 'cwd'>,
): PermissionReply {
  const { options, toolCall } = request;
  const allow = options.find(({ kind }) => kind === 'allow_once');
  const isAllowed =
    (tools !== undefined && isHallTool(toolCall.title, tools)) || (works === true && isWorkIn(cwd, toolCall));
  if (allow === undefined || !isAllowed) return declinePermission(request, remarks);
  return { outcome: { outcome: 'selected', optionId: allow.optionId } };
}

/** Declines the request, or cancels it when the agent offers no option to decline. */
function declinePermission({ toolCall, options }: Permission, remarks: Remarks): PermissionReply {
  remarks.add(`the agent asked for permission for ${quoteName(toolCall.title ?? toolCall.kind)} and was declined`);
  const reject =
    options.find(({ kind }) => kind === 'reject_once') ?? options.find(({ kind }) => kind?.startsWith('reject'));
  return {
    outcome: reject === undefined ? { outcome: 'cancelled' } : { outcome: 'selected', optionId: reject.optionId },
  };
}

export async function readForAgent(
  readFile: FileReader | undefined,
  request: FileRequest,
  remarks: Remarks,
): Promise<{ readonly content: string } | { readonly refused: string }> {
  const reply = (await readFile?.(request)) ?? { refused: 'no file may be read' };
  if ('refused' in reply) {
    remarks.add(`the agent asked to read ${quoteName(request.path)} and was declined: ${reply.refused}`);
    return reply;
  }
  remarks.add(`the agent read ${quoteName(reply.name)}`);
  return { content: reply.text };
}

/** Everything else: writing files, terminals, questions to a person. */
export function refuseRequest(method: string, remarks: Remarks): { readonly refused: string } {
  remarks.add(`the agent asked for ${quoteName(method)} and was declined`);
  return { refused: 'this seat may only answer' };
}
