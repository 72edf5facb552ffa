// The settings of a claude agent.
import * as z from 'zod';
import { pictureSetting, programSettings, transportSetting } from '../../settings.ts';

export const claudeOptions = z.strictObject({
  ...programSettings,
  ...transportSetting,
  ...pictureSetting,
  // claude takes an effort that it does not know for its default, so only the known ones are let through.
  effort: z
    .enum(['low', 'medium', 'high', 'xhigh', 'max'])
    .optional()
    .describe('Effort of reasoning. Default: claude’s own'),
});
export type ClaudeOptions = z.infer<typeof claudeOptions>;
