// Reads a composition: it may put findings together and leave some out with a reason, but can neither lose nor invent one.

import type { Reading } from '../../common/answer-reading.ts';
import { type ComposeAnswer, readId } from '../answers.ts';
import type { DataOf } from '../data.ts';
import { findLeadingClaim } from '../findings/finding.ts';
import type { State } from '../state.ts';

type Entries = DataOf<'compose'>['entries'];

/** Findings in different files have different causes, whoever puts them together. */
function findFile({ findings }: State, id: string): string | undefined {
  const finding = findings.find((each) => each.id === id);
  const claim = finding === undefined ? undefined : findLeadingClaim(finding);
  return claim === undefined ? undefined : (claim.file?.toString() ?? claim.words?.file?.toLowerCase());
}

function findId({ findings }: State, written: string): string | undefined {
  const wanted = readId(written);
  return findings.find(({ id, claims }) => id === wanted || claims.some((claim) => claim.id === wanted))?.id;
}

export function readComposition(state: State, answer: ComposeAnswer): Reading {
  const warnings: string[] = [];
  const entries: Entries = [];
  const taken = new Set<string>();
  for (const [index, { ids: written, title }] of answer.findings.entries()) {
    const known = [...new Set(written.flatMap((id) => findId(state, id) ?? []))];
    const free = known.filter((id) => !taken.has(id));
    const [first] = free;
    if (known.length > 0 && first === undefined) {
      warnings.push(`findings[${index}]: names only findings that stand in the report already`);
      continue;
    }
    if (first === undefined) {
      if ((title?.trim() ?? '') === '') continue;
      warnings.push(`findings[${index}]: is none of the findings; it stands as unverified`);
      entries.push({ ids: [], entry: index });
      continue;
    }
    const ids = free.filter((id) => findFile(state, id) === findFile(state, first));
    if (ids.length < free.length) warnings.push(`findings[${index}]: puts together findings in different files`);
    for (const id of ids) taken.add(id);
    entries.push({ ids, entry: index });
  }
  const dropped: DataOf<'compose'>['dropped'] = [];
  for (const [index, { id: written, reason }] of (answer.dropped ?? []).entries()) {
    const id = findId(state, written);
    if (id === undefined || taken.has(id)) {
      warnings.push(`dropped[${index}]: is no finding that the report leaves out`);
    } else if ((reason?.trim() ?? '') === '') {
      warnings.push(`dropped[${index}]: gives no reason, so ${id} stays`);
    } else {
      taken.add(id);
      dropped.push({ id, entry: index });
    }
  }
  const lost = state.findings.filter(({ id }) => !taken.has(id)).map(({ id }) => id);
  if (lost.length > 0) warnings.push(`findings: has not ${lost.join(', ')}; put back`);
  return { data: { entries, dropped }, doubts: [], warnings };
}
