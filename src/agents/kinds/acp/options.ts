// What a configuration can say about an agent that is any program which speaks the Agent Client Protocol.
import * as z from 'zod';
import { genericProgramSettings, pattern } from '../../cli/generic-program.ts';
import { programSettings } from '../../settings.ts';

const { baseUrl: _noCommonWay, effort: _notInTheProtocol, ...shared } = programSettings;

export const acpOptionsSchema = z.strictObject({
  ...shared,
  argv: z.tuple([z.string().min(1)], z.string()).describe('The program, then its arguments'),
  ...genericProgramSettings,
  usesTools: z
    .literal(true)
    .optional()
    .describe(
      'It is set up to have no tools of its own, so it may be given those of the hall; it has to connect to MCP servers over HTTP',
    ),
  authMethod: z
    .string()
    .min(1)
    .optional()
    .describe('Its way to log in, for an agent that opens no session before; the failure names those that it offers'),
  countsTokens: z
    .enum(['question', 'session'])
    .default('question')
    .describe('`session` for an agent that reports tokens as a sum since its session began'),
  countsEveryAnswer: z
    .boolean()
    .default(false)
    .describe(
      'It counts tokens for every answer that comes to its end: one without a token broke off, and is `crashed`',
    ),
  notices: pattern
    .optional()
    .describe(
      'Pieces of an answer that the program writes itself, as a regular expression; what comes before one in an answer is left out',
    ),
  readRoot: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Folder that the agent may read files of through the hall, relative to where you started it; none without it',
    ),
});

export type AcpOptions = z.infer<typeof acpOptionsSchema>;
