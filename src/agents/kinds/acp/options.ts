// What a configuration can say about an agent that is any program which speaks the Agent Client Protocol.
import * as z from 'zod';
import { genericProgramSettings, pattern } from '../../cli/generic-program.ts';
import { programSettings } from '../../settings.ts';

const { baseUrl: _noCommonWay, effort: _notInTheProtocol, ...shared } = programSettings;

export const acpOptionsSchema = z.strictObject({
  ...shared,
  /** The program, then its arguments. */
  argv: z.tuple([z.string().min(1)], z.string()),
  ...genericProgramSettings,
  /** It is set up to have no tools of its own, so it may be given those of the hall. */
  usesTools: z.literal(true).optional(),
  /** Its way to log in, of those that it offers, for an agent that opens no session before. */
  authMethod: z.string().min(1).optional(),
  /** What its tokens are counted for: each question, or the session so far. */
  countsTokens: z.enum(['question', 'session']).default('question'),
  /** It counts tokens for every answer that comes to its end; one without any broke off. */
  countsEveryAnswer: z.boolean().default(false),
  /** Pieces of its answers that the program writes itself, as a regular expression. */
  notices: pattern.optional(),
  /** Folder that the agent may read files of through the hall, relative to the one in which the hall was started. */
  readRoot: z.string().min(1).optional(),
});

export type AcpOptions = z.infer<typeof acpOptionsSchema>;
