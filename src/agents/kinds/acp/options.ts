// What a configuration can say about an agent that is any program which speaks the Agent Client Protocol.
import * as z from 'zod';
import { genericProgramSettings } from '../../cli/generic-program.ts';
import { programSettings } from '../../settings.ts';

const { baseUrl: _noCommonWay, effort: _notInTheProtocol, ...shared } = programSettings;

export const acpOptionsSchema = z.strictObject({
  ...shared,
  /** The program, then its arguments. */
  argv: z.tuple([z.string().min(1)], z.string()),
  ...genericProgramSettings,
  /** It is set up to have no tools of its own, so it may be given those of the hall. */
  usesTools: z.literal(true).optional(),
  /** Folder that the agent may read files of through the hall, relative to the one in which the hall was started. */
  readRoot: z.string().min(1).optional(),
});

export type AcpOptions = z.infer<typeof acpOptionsSchema>;
