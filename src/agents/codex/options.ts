// Settings of a codex agent: the shared ones.
import { z } from 'zod';
import { programSettings } from '../settings.ts';

export const codexOptionsSchema = z.strictObject({ ...programSettings });

export type CodexOptions = z.infer<typeof codexOptionsSchema>;
