// Settings of a codex agent: the shared ones.
import * as z from 'zod';
import { pictureSetting, programSettings, transportSetting } from '../../settings.ts';

export const codexOptionsSchema = z.strictObject({ ...programSettings, ...transportSetting, ...pictureSetting });

export type CodexOptions = z.infer<typeof codexOptionsSchema>;
