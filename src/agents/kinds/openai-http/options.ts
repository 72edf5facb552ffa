// The settings of an agent behind a service that speaks OpenAI's Chat Completions.
import * as z from 'zod';
import { baseUrlBefore, environmentName } from '../../setting-values.ts';
import { pictureSetting, programSettings } from '../../settings.ts';

const { model, effort, limits, windowCharacters } = programSettings;

export const openaiHttpOptions = z.strictObject({
  baseUrl: baseUrlBefore('/chat/completions').describe('Address up to where `/chat/completions` follows'),
  keyEnv: environmentName
    .optional()
    .describe(
      'Variable that holds the key; it may be in `.env`, if its name ends with `_KEY` or `_TOKEN`. Default: no key is sent',
    ),
  model: model.describe('Model. Default: the service’s choice'),
  effort: effort.describe('Sent as `reasoning_effort`'),
  ...pictureSetting,
  vendor: z.string().min(1).max(200).optional().describe('Who makes the model, to tell when two seats think alike'),
  limits,
  windowCharacters: windowCharacters.describe(
    'Longest conversation, about three characters for each token of the model’s context',
  ),
});

export type OpenaiHttpOptions = z.infer<typeof openaiHttpOptions>;
