// Settings of a gemini agent: the shared ones, without an effort, which gemini has no flag for.
import * as z from 'zod';
import { programSettings, transportSetting } from '../../settings.ts';

const { effort: _, ...settings } = programSettings;

export const geminiOptionsSchema = z.strictObject({ ...settings, ...transportSetting });

export type GeminiOptions = z.infer<typeof geminiOptionsSchema>;
