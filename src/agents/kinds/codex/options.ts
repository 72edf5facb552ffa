// Settings of a codex agent: the shared ones.
import * as z from 'zod';
import { programSettings, transportSetting } from '../../settings.ts';

export const codexOptionsSchema = z.strictObject({ ...programSettings, ...transportSetting });

export type CodexOptions = z.infer<typeof codexOptionsSchema>;
