// Where a finding is, as SARIF says it: only places that the diff is known to have.
import { type Finding, placeOf, type ReviewResult } from '../../../domain/results/review-result.ts';

/** A path as a relative reference: the same file for every reader, whatever characters its name has. */
function relativeUri(path: string): string {
  return path.toWellFormed().split('/').map(encodeURIComponent).join('/');
}

/** `undefined` for a finding that names no file of the diff; without a region when its line is not known to be there. */
export function locationOf(finding: Finding, review: ReviewResult) {
  const place = placeOf(finding, review);
  if (place === undefined) return undefined;
  return {
    physicalLocation: {
      artifactLocation: { uri: relativeUri(place.file), uriBaseId: '%SRCROOT%' },
      ...(place.line === undefined ? {} : { region: { startLine: place.line } }),
    },
  };
}
