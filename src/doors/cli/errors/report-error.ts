// The one way in which the command line tells of an error: a message on standard error, with --json as JSON on standard
// output too, and the exit code.
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { EXIT, type ExitCode } from '../../../domain/failures/exit-codes.ts';
import { ALLOW_SECRETS } from '../../../domain/failures/hints.ts';
import { shownError } from '../../../domain/failures/storage-error.ts';
import { toPrintable } from '../../../support/control-characters.ts';
import { coloursFor, logEntry, printJson, printMessage } from '../terminal/io.ts';

/** As wide as "error: " and "next:  ". */
const LABEL_HANG = ' '.repeat(7);

const OPTION = '--allow-secrets';
/** Of the command that runs. */
let options: readonly { readonly long?: string | undefined }[] = [];

export function nameOptions(command: { readonly options: typeof options }): void {
  options = command.options;
}

/** By the option that does the same, where the command has it. */
function nameNext(error: HallError): HallError {
  const { code, message, hint, details } = error;
  if (hint?.includes(ALLOW_SECRETS) !== true || !options.some(({ long }) => long === OPTION)) return error;
  return new HallError(code, message, { hint: hint.replace(ALLOW_SECRETS, `pass ${OPTION}`), details });
}

async function reportFault(error: unknown, json: boolean): Promise<ExitCode> {
  const message = error instanceof Error ? error.message : String(error);
  if (json) await printJson({ error: { code: 'internal', message } });
  const stack = error instanceof Error ? (error.stack ?? message) : message;
  if (logEntry('error', stack)) return EXIT.internal;
  printMessage(`${coloursFor(process.stderr).red('internal error:')} ${stack}`);
  printMessage('This is a bug in Debate Hall; please report it. Everything recorded so far is safe.');
  return EXIT.internal;
}

export async function reportError(thrown: unknown, json: boolean): Promise<ExitCode> {
  const shown = shownError(thrown);
  if (!(shown instanceof HallError)) return await reportFault(shown, json);
  const error = nameNext(shown);
  if (json) await printJson({ error: error.toJSON() });
  const { code, place } = error;
  if (logEntry('error', error.message, defined({ code, hint: error.hint, place }))) return error.exitCode;
  const colours = coloursFor(process.stderr);
  const { message, hint, details } = toPrintable(error.toJSON());
  printMessage(`${colours.red('error:')} ${message}`, LABEL_HANG);
  const issues = details?.['issues'];
  const untold = Array.isArray(issues) ? issues.filter((issue) => issues.length > 1 || !message.includes(issue)) : [];
  for (const issue of untold) printMessage(`  - ${issue}`, '    ');
  if (error.place !== undefined) printMessage(`at:    ${toPrintable(error.place)}`, LABEL_HANG);
  if (hint !== undefined) printMessage(`${colours.cyan('next: ')} ${hint}`, LABEL_HANG);
  return error.exitCode;
}
