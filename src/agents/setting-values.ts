// Values of settings that start a program or reach a service, for agents and for whatever else a person sets up in the same way.
import * as z from 'zod';

export const argument = z
  .string()
  .refine((text) => !text.includes('\0'), { error: 'must not contain a NUL character' });

export const environmentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_()]*(?![\s\S])/, {
  error: 'must be the name of an environment variable',
});

/** Variables that a program gets from those of the person. */
export const inheritEnv = z
  .array(z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*\*?(?![\s\S])/))
  .default([])
  .describe('Variables that the program gets from yours; `NAME_*` stands for all that begin so');

export const baseUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).refine(
  (text) => {
    const url = URL.canParse(text) ? new URL(text) : undefined;
    return url === undefined || (url.username === '' && url.password === '');
  },
  { error: 'must not contain a user name or password' },
);

/** The part of an address that all requests begin with, such as `https://openrouter.ai/api/v1`; `path` follows it. */
export const baseUrlBefore = (path: `/${string}`) =>
  baseUrl
    .refine((text) => !/[?#]/.test(text), { error: 'must not contain "?" or "#"' })
    .refine((text) => !text.replace(/\/+(?![\s\S])/, '').endsWith(path), { error: `must end before "${path}"` });
