// Finds, in all that a program wrote to standard error, the one line that says why it died.

/** How libraries and languages begin a line that names an error; some put the name of the program in front. */
const ERROR =
  /^\s*(?:[\w./-]{1,80}: )?(?:(?:uncaught |unhandled |api |fatal |internal )*(?:error|fatal|panic)\b|(?:[\w$]{1,80}\.){0,10}\w{0,80}(?:Error|Exception)\b[^:]{0,200}(?::|$)|exception in thread\b|segmentation fault|bus error|aborted\b|killed\b|out of memory)/i;
/** Where it was, what belongs to an error that stands above, and what programs of Node and Rust always say. */
const BESIDE =
  /^\s*(?:$|at |[{}[\]]\s*,?\s*$|[\^~|]+\s*$|\.\.\. |File "|goroutine \d|Node\.js v\d|\((?:node:\d|Use `node)|note: run with|exit status \d|Traceback )|^\s+\S/;

/** `undefined` where there is none; never more than one line. */
export function findLastWords(stderr: string): string | undefined {
  const lines = stderr.split(/\r?\n/);
  const line = lines.findLast((each) => ERROR.test(each)) ?? lines.findLast((each) => !BESIDE.test(each));
  return line?.trim();
}

/** Whether all that a program said on standard output is an error, and no answer that may speak of errors. */
export const isErrorLine = (text: string): boolean =>
  !text.includes('\n') && (ERROR.test(text) || /^\W*(?:not (?:logged|signed) in|invalid api.?key)\b/i.test(text));
