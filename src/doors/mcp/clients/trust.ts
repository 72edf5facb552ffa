// Asks the client's user to trust the project, before a tool uses anything that the project names.
import {
  acceptedContent,
  type InputRequiredResult,
  inputRequired,
  isInputRequiredResult,
} from '@modelcontextprotocol/server';
import * as z from 'zod';
import { createNotTrustedError } from '../../../hall/config/trust/trust.ts';
import { trustQuestion } from '../../../hall/config/trust/trust-request.ts';
import { canAskUser } from '../runs/person.ts';
import type { Tool, ToolCall } from '../tools/tool.ts';

/** What does not fit is not asked in part: who agrees has seen everything. */
const MESSAGE_CHARACTERS = 12_000;
const ANSWER = 'trust';
const form = z.object({ trust: z.boolean().describe('Trust this project as it is now') });
const askedSchema = z.strictObject({ digest: z.string() });

/**
 * The call with a hall that goes by what the user decided, or the question to them. Throws `not-trusted` when nobody can be
 * asked, or they gave no answer. Once they said no, tools do what they can without.
 */
async function settleTrust({ hints }: Tool, call: ToolCall): Promise<ToolCall | InputRequiredResult> {
  const { state, request, withheldHall } = call.hall.loaded.trust;
  const isUsed = hints.openWorldHint || withheldHall;
  if (state !== 'undecided' || request === undefined || !isUsed) return call;
  const asked = askedSchema.safeParse(call.context.mcpReq.requestState());
  if (asked.success && asked.data.digest === request.digest) {
    const answer = acceptedContent(call.context.mcpReq.inputResponses, ANSWER, form);
    if (answer === undefined)
      throw createNotTrustedError('Nobody has decided whether to trust the settings of this project', request);
    await call.parts.decide(request, answer.trust);
    return { ...call, hall: await call.parts.hall() };
  }
  const message = trustQuestion(request);
  if (!canAskUser(call) || message.length > MESSAGE_CHARACTERS)
    throw createNotTrustedError('This needs settings that come with the project', request);
  return inputRequired({
    inputRequests: { [ANSWER]: inputRequired.elicit({ message, requestedSchema: form }) },
    requestState: await call.parts.requestStates.mint({ digest: request.digest }, call.context),
  });
}

/** The tool, asking first. */
export function withTrustQuestion(tool: Tool): Tool {
  return {
    ...tool,
    run: async (args, call) => {
      const settled = await settleTrust(tool, call);
      return isInputRequiredResult(settled) ? settled : await tool.run(args, settled);
    },
  };
}
