// The settings of an agent behind a service that speaks OpenAI's Chat Completions.
import * as z from 'zod';
import { environmentName, programSettings } from '../../settings.ts';

const { model, effort, limits, windowCharacters, baseUrl } = programSettings;

/** The part of the address that all requests begin with, such as `https://openrouter.ai/api/v1`. */
const serviceUrl = baseUrl
  .unwrap()
  .refine((text) => !/[?#]/.test(text), { error: 'must not contain "?" or "#"' })
  .refine((text) => !/\/chat\/completions\/*(?![\s\S])/.test(text), {
    error: 'must end before "/chat/completions"',
  });

export const openaiHttpOptions = z.strictObject({
  baseUrl: serviceUrl,
  /** Name of the environment variable that holds the key; without it none is sent. */
  keyEnv: environmentName.optional(),
  /** Without it the service chooses, if it does. */
  model,
  /** Sent as `reasoning_effort`. */
  effort,
  /** Who makes the model behind it. */
  vendor: z.string().min(1).max(200).optional(),
  limits,
  windowCharacters,
});

export type OpenaiHttpOptions = z.infer<typeof openaiHttpOptions>;
