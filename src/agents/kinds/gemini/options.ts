// Settings of a gemini agent: the shared ones, without an effort, which gemini has no flag for.
import * as z from 'zod';
import { pictureSetting, programSettings, transportSetting } from '../../settings.ts';

const { effort: _, ...settings } = programSettings;

export const geminiOptionsSchema = z.strictObject({ ...settings, ...transportSetting, ...pictureSetting });

export type GeminiOptions = z.infer<typeof geminiOptionsSchema>;
