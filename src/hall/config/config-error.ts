// The error for a configuration that is wrong: names the file, variable or flag, the path, and what to do.
import { HallError } from '../../domain/failures/errors.ts';
import { andMore, joinHints, type ValueProblem } from '../../domain/values/problems.ts';
import { packageFile } from '../../support/package-root.ts';

/**
 * The error for one or more problems; the first one is the message, all are in `details.issues`.
 * `nameSource` names the file, variable or flag that a path comes from.
 */
export function configError(problems: readonly ValueProblem[], nameSource: (path: string) => string): HallError {
  const placed = problems.map((problem) => {
    const dotted = problem.path.join('.');
    const place = nameSource(dotted);
    // Who wrote an option wrote no path, and what a program sets has no place but its path.
    return place.startsWith('--') ? { ...problem, place, path: [place] } : { ...problem, place };
  });
  const sentences = placed.map(({ place, path, message }) => {
    const dotted = path.join('.');
    return [...new Set([place, dotted === '' ? 'the configuration' : dotted]), message].join(': ');
  });
  return new HallError(
    'config-invalid',
    `${(sentences[0] ?? 'The configuration is invalid').replace(/\.$/, '')}${andMore(sentences.length)}.`,
    {
      hint: joinHints(placed) ?? `See ${packageFile('docs/reference/configuration.md')}.`,
      details: { issues: sentences },
    },
  );
}
