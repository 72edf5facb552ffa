// Makes the call of a program from its template: arguments, environment, and where the request goes.
import { join } from 'node:path';
import { defined } from '../../../domain/defined.ts';
import type { Failure } from '../../../domain/failures/failures.ts';
import { PICTURE_TYPES, type PictureType } from '../../../domain/pictures.ts';
import { type SeatTools, TOOL_TOKEN_VARIABLE } from '../../../material/reading/seat-tools.ts';
import type { AgentPorts, Prompt } from '../../agent.ts';
import type { CliCall } from '../../cli/cli-call.ts';
import { withLoopback } from '../../cli/environment.ts';
import { createEnvironment } from '../../cli/generic-program.ts';
import { toFiles, toMessage } from '../../pictures.ts';
import { fillArguments, findMissingValues, findPlaceholders, type PlaceholderValues } from './argv.ts';
import type { CommandOptions } from './options.ts';

/** The working directory; the files of the request lie in it, since many programs read nothing outside of theirs. */
const FOLDER = 'work';

export function getProgram(options: CommandOptions): string {
  return options.path ?? options.argv[0];
}

const getSettingValues = ({ model, effort }: CommandOptions): PlaceholderValues => defined({ model, effort });

/** The failure of a template that needs a setting which is not there. */
export function findMissingSetting(options: CommandOptions): Failure | undefined {
  const fromPrompt = { prompt: '', promptFile: '', systemFile: '' };
  const [name] = findMissingValues(options.argv, { ...getSettingValues(options), ...fromPrompt });
  if (name === undefined) return undefined;
  return { code: 'rejected', message: `"${getProgram(options)}" needs the setting "${name}".` };
}

/** It gets their paths. */
export const listSeenTypes = ({ argv }: Pick<CommandOptions, 'argv'>): readonly PictureType[] =>
  argv.flat().flatMap(findPlaceholders).includes('picture') ? PICTURE_TYPES : [];

/** Programs read a request that begins like a command, an option or a file reference as one; an empty line prevents it. */
function escapeLeadingSign(text: string): string {
  return /^\s*[-/@!]/.test(text) ? `\n${text}` : text;
}

/** The call for one prompt in one scratch folder. */
export function createCall(
  options: CommandOptions,
  ports: AgentPorts,
  prompt: Prompt,
  scratch: string,
  tools?: SeatTools,
): CliCall | Failure {
  const missing = findMissingSetting(options);
  if (missing !== undefined) return missing;
  const [, ...template] = options.argv;
  const { system, user, pictures } = prompt;
  const { text, attached } = toMessage({ text: user, pictures }, listSeenTypes(options));
  const images = toFiles(attached, FOLDER);
  const paths = images.map(([path]) => join(scratch, path));
  const args = (values: PlaceholderValues) => [
    ...fillArguments(template, { ...getSettingValues(options), ...defined({ toolUrl: tools?.url }), ...values }, paths),
    ...options.extraArgs,
  ];
  const separate = template.flat().some((part) => part.includes('{systemFile}'));
  const request = escapeLeadingSign(separate ? text : `${system}\n\n${text}`);
  const files = { promptFile: `${FOLDER}/prompt.md`, systemFile: `${FOLDER}/system.md` };
  const promptFile = join(scratch, files.promptFile);
  const systemFile = join(scratch, files.systemFile);
  return {
    args: args({ prompt: request, promptFile, systemFile }),
    // A record can lose its texts later; the request must not live on in the arguments.
    shownArgs: args({ prompt: '{prompt}', promptFile, systemFile }),
    env: withLoopback(
      createEnvironment(options, ports, {
        TMPDIR: scratch,
        NO_COLOR: '1',
        ...defined({ [TOOL_TOKEN_VARIABLE]: tools?.token }),
      }),
      tools,
    ),
    ...(options.prompt === 'stdin' ? { stdin: request } : {}),
    folder: FOLDER,
    files: {
      ...(options.prompt === 'file' ? { [files.promptFile]: request } : {}),
      ...(separate ? { [files.systemFile]: system } : {}),
      ...Object.fromEntries(images),
    },
    notes: [],
  };
}
