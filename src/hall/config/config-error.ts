// The error for settings that are wrong: names the file, variable or flag, the path, and what to do.
import { HallError } from '../../domain/failures/errors.ts';
import { andMore, joinHints, type ValueProblem } from '../../domain/values/problems.ts';
import { packageFile } from '../../support/package-root.ts';
import type { Origin } from './merge.ts';

/**
 * The error for one or more problems; the first one is the message, all are in `details.issues`.
 * `findOrigin` finds the file, variable or flag that a path comes from; what a flag says is no configuration.
 */
export function configError(problems: readonly ValueProblem[], findOrigin: (path: string) => Origin): HallError {
  const origins = problems.map(({ path }) => findOrigin(path.join('.')));
  const placed = problems.map((problem, index) => {
    const place = origins[index]?.source ?? '';
    // Who wrote an option wrote no path, and what a program sets has no place but its path.
    return place.startsWith('--') ? { ...problem, place, path: [place] } : { ...problem, place };
  });
  const sentences = placed.map(({ place, path, message }) => {
    const dotted = path.join('.');
    return [...new Set([place, dotted === '' ? 'the configuration' : dotted]), message].join(': ');
  });
  return new HallError(
    origins[0]?.kind === 'flag' ? 'bad-input' : 'config-invalid',
    `${(sentences[0] ?? 'The configuration is invalid').replace(/\.$/, '')}${andMore(sentences.length)}.`,
    {
      hint: joinHints(placed) ?? `See ${packageFile('docs/reference/configuration.md')}.`,
      details: { issues: sentences },
    },
  );
}
