// What a configuration can say about an agent that is any program: how to call it and how to read its answer.
import * as z from 'zod';
import { genericProgramSettings, pattern } from '../../cli/generic-program.ts';
import { programSettings } from '../../settings.ts';
import { findPlaceholders, PLACEHOLDERS } from './argv.ts';

const path = z
  .string()
  .min(1)
  .regex(/^[^.]+(\.[^.]+)*(?![\s\S])/, { error: 'must be a dot path such as "result.text"' });

/** Where things stand in a JSON value; `-1` is the last element of a list. */
const paths = {
  path: path.optional().describe('The answer'),
  errorPath: path
    .optional()
    .describe('Anything here except null, false and empty text means that there is no answer; text here says why'),
  sessionPath: path.optional(),
  modelPath: path.optional(),
  usage: z
    .strictObject({
      inputTokens: path.optional(),
      cachedInputTokens: path.optional(),
      outputTokens: path.optional(),
      costUsd: path.optional().describe('In US dollars'),
    })
    .default({}),
};

const outputSchema = z.discriminatedUnion('format', [
  z.strictObject({
    format: z.literal('text'),
    errorPattern: pattern
      .optional()
      .describe('Output that this regular expression finds something in is an error, whatever the exit code'),
  }),
  z.strictObject({ format: z.literal('json'), ...paths, path }),
  z.strictObject({
    format: z.literal('jsonl'),
    ...paths,
    path,
    when: z
      .record(path, z.union([z.string(), z.number(), z.boolean()]))
      .default({})
      .describe('Only lines with these values at these paths hold the answer'),
    collect: z
      .enum(['last', 'join'])
      .default('last')
      .describe('The last such line is the answer, or all of them joined'),
  }),
]);

export type OutputOptions = z.infer<typeof outputSchema>;

const argument = z.string().superRefine((text, context) => {
  for (const name of findPlaceholders(text)) {
    if (name in PLACEHOLDERS) continue;
    const known = Object.keys(PLACEHOLDERS).map((known) => `{${known}}`);
    context.addIssue({ code: 'custom', message: `unknown placeholder {${name}}; known: ${known.join(', ')}` });
  }
});

const { baseUrl: _noCommonWay, ...shared } = programSettings;

export const optionsSchema = z
  .strictObject({
    ...shared,
    argv: z
      .tuple([z.string().min(1)], z.union([argument, z.array(argument).min(1)]))
      .describe('The program, then its arguments. A list among them is left out when a placeholder in it has no value'),
    prompt: z
      .enum(['stdin', 'file', 'argument'])
      .describe('How it gets the prompt; with `file`, `argv` has `{promptFile}`, with `argument` `{prompt}`'),
    output: outputSchema
      .default({ format: 'text' })
      .describe('How its answer is read; dot paths such as `result.text` lead to the parts'),
    ...genericProgramSettings,
  })
  .superRefine(({ argv, prompt }, context) => {
    const used = new Set(argv.flat().flatMap(findPlaceholders));
    const issue = (message: string) => context.addIssue({ code: 'custom', path: ['argv'], message });
    const alone = argv.filter((part) => typeof part === 'string').flatMap(findPlaceholders);
    if (alone.includes('picture')) issue('{picture} belongs into a list of arguments, which is repeated for each one');
    if (findPlaceholders(argv[0]).length > 0) issue('the program itself cannot be a placeholder');
    if (used.has('prompt') !== (prompt === 'argument'))
      issue('{prompt} belongs to "prompt": "argument", and only there');
    if (used.has('promptFile') !== (prompt === 'file'))
      issue('{promptFile} belongs to "prompt": "file", and only there');
  });

export type CommandOptions = z.infer<typeof optionsSchema>;
