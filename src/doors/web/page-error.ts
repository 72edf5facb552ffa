// Errors as the page gets them.
import { defined } from '../../domain/defined.ts';
import { HallError } from '../../domain/failures/errors.ts';
import { type Steps, writeOffTerminal } from '../../domain/failures/hints.ts';
import type { PageError, StaleTurn } from '../../domain/hall-page/errors.ts';
import { shortenPaths } from '../../exchange/without-paths.ts';
import { packageFile } from '../../support/package-root.ts';

/** A turn that came too late; see `StaleTurn`. */
export class StaleTurnError extends HallError {
  readonly stale: StaleTurn;

  constructor(stale: StaleTurn) {
    const message = stale.stillDue
      ? 'Something was said since you began to write.'
      : 'This turn is no longer due: the debate has moved on.';
    super('not-your-turn', message, {
      hint: 'Your text is not recorded. Read what is new, then decide whether to send it.',
    });
    this.stale = stale;
  }
}

/** What the page calls what commands do, and the fields that are there for options. */
const STEPS: Steps = {
  ...{ list: '"Debates"', run: '"Start a debate"', resume: '"Resume"', ask: '"Ask one more question"', fork: '"Fork"' },
  ...{ recheck: '"Ask again"', close: '"Close with a decision"', outcome: '"How it turned out"' },
  ...{ show: '"Transcript"', watch: '"Live"' },
  ...{ '--answer': '"Kind of answer"', '--options': '"Options"', '--unit': '"Unit"', '--context': '"Material"' },
  ...Object.fromEntries(
    Object.entries({ tokens: 'tokens', usd: 'US dollars', minutes: 'minutes' }).flatMap(([limit, words]) => [
      [`resume --max-${limit}`, '"Resume with a higher limit"'],
      [`--max-${limit} …`, `"At most ${words}"`],
    ]),
  ),
};

function listIssues({ details, message }: HallError): readonly string[] | undefined {
  const { issues } = details;
  if (!Array.isArray(issues)) return undefined;
  const others = issues.map(String).filter((issue) => !message.includes(issue));
  return others.length === 0 ? undefined : others;
}

/** Without paths of the machine: see docs/view.md. */
export function toPageError(error: HallError): PageError {
  const { code } = error;
  const write = (text: string) => shortenPaths(text.replaceAll(packageFile(''), ''));
  const hint = error.hint === undefined ? undefined : write(writeOffTerminal(error.hint, STEPS));
  const stale = error instanceof StaleTurnError ? error.stale : undefined;
  const issues = listIssues(error)?.map(write);
  return { code, message: write(error.message), ...defined({ hint, issues, stale }) };
}
