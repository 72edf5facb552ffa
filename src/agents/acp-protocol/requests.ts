// How the hall answers what an agent asks of it: it may read files of one folder if there is one, and nothing else.
import { type SeatTools, TOOL_SERVER } from '../../material/reading/seat-tools.ts';
import type { ReadableFolder } from './files.ts';
import type { permissionSchema, readFileSchema } from './messages.ts';
import { quoteName, type Remarks } from './remarks.ts';

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

/** Allows calls of the hall's tools, once each, and declines everything else. */
export function answerPermission(request: Permission, remarks: Remarks, tools: SeatTools | undefined): PermissionReply {
  const allow = request.options.find(({ kind }) => kind === 'allow_once');
  if (tools === undefined || allow === undefined || !isHallTool(request.toolCall.title, tools))
    return declinePermission(request, remarks);
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

/** What an error for the agent is made of. */
export interface Refusal {
  readonly refused: string;
}

/** Reads a file for the agent, or says why not. */
export async function readForAgent(
  folder: ReadableFolder | undefined,
  request: ReturnType<typeof readFileSchema.parse>,
  remarks: Remarks,
): Promise<{ readonly content: string } | Refusal> {
  const reply = folder === undefined ? { refused: 'no file may be read' } : await folder.read(request);
  if ('refused' in reply) {
    remarks.add(`the agent asked to read ${quoteName(request.path)} and was declined: ${reply.refused}`);
    return reply;
  }
  remarks.add(`the agent read ${quoteName(reply.name)}`);
  return { content: reply.text };
}

/** Everything else: writing files, terminals, questions to a person. */
export function refuseRequest(method: string, remarks: Remarks): Refusal {
  remarks.add(`the agent asked for ${quoteName(method)} and was declined`);
  return { refused: 'this seat may only answer' };
}
