// How the hall answers what an agent asks of it: it may read files of one folder if there is one, and nothing else.
import type { ReadableFolder } from './files.ts';
import type { permissionSchema, readFileSchema } from './messages.ts';
import { quoteName, type Remarks } from './remarks.ts';

type Permission = ReturnType<typeof permissionSchema.parse>;

type PermissionReply = {
  readonly outcome: { readonly outcome: 'selected'; readonly optionId: string } | { readonly outcome: 'cancelled' };
};

/** Declines the request, or cancels it when the agent offers no option to decline. */
export function declinePermission({ toolCall, options }: Permission, remarks: Remarks): PermissionReply {
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
