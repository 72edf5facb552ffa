// The composition: the report, in which findings may be put together and left out with a reason, but neither lost nor invented.
import * as z from 'zod';
import { isBlank, isNothing } from '../../../domain/answers/nothing.ts';
import { joinWords } from '../../../domain/words/format-figures.ts';
import { createIdReader, createNameReader } from '../../common/named.ts';
import {
  idText,
  indentLines,
  inOneParagraph,
  optionalList,
  optionalText,
  withOtherNames,
} from '../../common/wording.ts';
import { type ActReading, defineAct } from '../../define-act.ts';
import { DETAIL, FIX, REASON, TITLE } from '../answers.ts';
import { count, findingId } from '../data.ts';
import { type ClaimGroup, findLeadingClaim } from '../findings/finding.ts';
import { computeSeverity } from '../findings/report.ts';
import { labelSeat } from '../setup.ts';
import type { ReportEntry, State } from '../state.ts';
import { formatLabelled, formatSection, joinSections, toJson } from '../words.ts';

const answer = z.object({
  findings: withOtherNames(
    z.array(
      z.object({
        ids: z.array(idText),
        title: withOtherNames(optionalText, ...TITLE),
        detail: withOtherNames(optionalText, ...DETAIL),
        fix: withOtherNames(optionalText, ...FIX),
      }),
    ),
    'entries',
  ),
  dropped: withOtherNames(
    optionalList(z.object({ reason: withOtherNames(optionalText, ...REASON), id: idText })),
    'eliminated',
  ),
});
export type ComposeAnswer = z.infer<typeof answer>;

const data = z.strictObject({
  /** Entries of the report in their order; without ids it is one that no reviewer found. `entry`: its place in the answer. */
  entries: z.array(z.strictObject({ ids: z.array(findingId), entry: count })),
  /** Left out with a reason. `entry`: its place among those. */
  dropped: z.array(z.strictObject({ id: findingId, entry: count })),
});
type Data = z.infer<typeof data>;

/** Findings in different files have different causes, whoever puts them together. */
function findFile({ findings }: State, id: string): string | undefined {
  const finding = findings.find((each) => each.id === id);
  const claim = finding === undefined ? undefined : findLeadingClaim(finding);
  return claim === undefined ? undefined : (claim.file?.toString() ?? claim.words?.file?.toLowerCase());
}

const listNames = ({ findings }: State) =>
  findings.flatMap(({ id, claims }) => [id, ...claims.map((claim) => claim.id)].map((name) => [name, id] as const));

function read(state: State, answer: ComposeAnswer): ActReading<Data> {
  const warnings: string[] = [];
  const doubts: string[] = [];
  const names = listNames(state);
  const readIds = createIdReader(names);
  const findId = createNameReader(names);
  const entries: Data['entries'] = [];
  const taken = new Set<string>();
  for (const [index, { ids: written, title }] of answer.findings.entries()) {
    const named = written.filter((id) => !isBlank(id)).map(readIds);
    if (named.includes(undefined)) doubts.push(`findings[${index}].ids: must be IDs of the findings, each by itself`);
    const known = [...new Set(named.flatMap((ids) => ids ?? []))];
    const free = known.filter((id) => !taken.has(id));
    const [first] = free;
    if (known.length > 0 && first === undefined) {
      warnings.push(`findings[${index}]: names only findings that stand in the report already`);
      continue;
    }
    if (first === undefined) {
      if (isBlank(title)) continue;
      warnings.push(`findings[${index}]: is none of the findings; it stands as unverified`);
      entries.push({ ids: [], entry: index });
      continue;
    }
    const ids = free.filter((id) => findFile(state, id) === findFile(state, first));
    if (ids.length < free.length) warnings.push(`findings[${index}]: puts together findings in different files`);
    for (const id of ids) taken.add(id);
    entries.push({ ids, entry: index });
  }
  const dropped: Data['dropped'] = [];
  for (const [index, { id: written, reason }] of (answer.dropped ?? []).entries()) {
    const id = findId(written);
    if (id === undefined || taken.has(id)) {
      doubts.push(`dropped[${index}]: is not a finding that the report leaves out`);
    } else if (isBlank(reason)) {
      doubts.push(`dropped[${index}]: gives no reason, so ${id} stays`);
    } else {
      taken.add(id);
      dropped.push({ id, entry: index });
    }
  }
  const lost = state.findings.filter(({ id }) => !taken.has(id)).map(({ id }) => id);
  if (lost.length > 0) warnings.push(`findings: has not ${lost.join(', ')}; put back`);
  return { data: { entries, dropped }, doubts, warnings };
}

/**
 * What the composer lost is put back; what no reviewer found becomes a finding without claims. Leaving a finding out is a vote
 * against it; keeping one, as it must, is no vote for it.
 */
function apply(state: State, seat: string, { entries, dropped }: Data): State {
  let number = state.findings.length;
  const made: ReportEntry[] = entries.map(({ ids, entry }) => {
    if (ids.length > 0) return { id: ids[0] as string, ids, entry };
    number += 1;
    return { id: `F${number}`, ids: [`F${number}`], entry };
  });
  const out: ReportEntry[] = dropped.map(({ id, entry }) => ({ id, ids: [id], dropped: entry }));
  const known = new Set([...made, ...out].flatMap(({ ids }) => ids));
  const lost: ReportEntry[] = state.findings.filter(({ id }) => !known.has(id)).map(({ id }) => ({ id, ids: [id] }));
  const invented = made.filter(({ id }) => !state.findings.some((finding) => finding.id === id));
  const votes = (which: readonly ReportEntry[], valid: boolean) =>
    which.flatMap(({ ids }) => ids.map((id) => ({ id, valid, severity: null })));
  const against = votes(out, false).map((vote) => ({ ...vote, argued: true }) as const);
  return {
    ...state,
    ballots: [...state.ballots, { seat, votes: [...votes(invented, true), ...against] }],
    composer: seat,
    findings: [...state.findings, ...invented.map(({ id }) => ({ id, claims: [] }))],
    report: [...made, ...lost, ...out],
  };
}

/** "- F1: P0, made as 1.1 and 2.3", for whoever words the report. */
function formatClaims(state: State, { id, claims }: ClaimGroup): string {
  return `- ${id}: ${computeSeverity(state, [id])}, made as ${joinWords(claims.map((claim) => claim.id))}`;
}

const sample = ({ findings }: State) => ({
  findings: findings.map(({ id, claims }) => ({
    ...{ ids: [id], title: claims[0]?.words?.title ?? null, detail: null, fix: null },
  })),
  dropped: [],
});

export const compose = defineAct<State, ComposeAnswer, Data>({
  answer,
  data,
  request: (state, seat) => ({
    id: `compose-${seat}`,
    task: 'compose',
    label: `${labelSeat(seat)} writes the report`,
    values: { findings: state.findings.map((finding) => formatClaims(state, finding)).join('\n') },
    sample: () => toJson(sample(state)),
  }),
  read,
  apply: (state, { seat, data }) => apply(state, seat, data),
  title: ({ seat }) => `Composition, ${labelSeat(seat)}`,
  text({ findings, dropped }, { data }) {
    const entries = findings.map(({ title, detail, fix }, index) => {
      const ids = data.entries.find(({ entry }) => entry === index)?.ids ?? [];
      const words = isNothing(title ?? '') ? '' : `: ${inOneParagraph(title)}`;
      return [
        `- Entry ${index + 1}, from ${ids.length === 0 ? 'no finding' : ids.join(', ')}${words}`,
        ...formatLabelled('Detail', detail),
        ...formatLabelled('Fix', fix),
      ].join('\n');
    });
    const left = (dropped ?? []).map(({ id, reason }) => `- ${inOneParagraph(id)}: ${indentLines(reason ?? '')}`);
    return joinSections([...formatSection('Report', entries), ...formatSection('Left out', left)]);
  },
});
