// The review: what one reviewer finds in the change, blind, with the points that it earns.
import * as z from 'zod';
import { OUT_OF_WORDS } from '../../../domain/answers/json-in-text.ts';
import { isNothing } from '../../../domain/answers/nothing.ts';
import { readAnswer } from '../../../domain/answers/read-answer.ts';
import { toJsonSchema } from '../../../domain/answers/schema.ts';
import { type DiffFile, getPath } from '../../../domain/diffs/diff.ts';
import { type ReviewerScore, type Severity, scoreSchema } from '../../../domain/results/review-result.ts';
import { optionalList, withOtherNames } from '../../common/wording.ts';
import { defineAct } from '../../define-act.ts';
import { findingSchema, repeatedFindingSchema } from '../answers.ts';
import { claim } from '../data.ts';
import type { Evidence } from '../findings/evidence.ts';
import type { ClaimWords } from '../findings/finding.ts';
import { buildClaims, checkFindings, formatClaimId, toClaims } from '../findings/read-claims.ts';
import { labelSeat, readNumber } from '../setup.ts';
import type { State } from '../state.ts';
import { formatFinding, formatList, formatSection, joinSections, REHEARSED, toJson } from '../words.ts';

const POINTS: Readonly<Record<Severity, { readonly each: number; readonly most: number }>> = {
  P0: { each: 15, most: 45 },
  P1: { each: 8, most: 32 },
  P2: { each: 3, most: 12 },
};

const FALSE_POSITIVE = { each: -10, least: -30 };
const FIXES = { each: 5, most: 25 };
const ACCURACY = { file: 2, line: 1, most: 10 };
const CLARITY = { findings: 3, risks: 2, questions: 2, filled: 3 };

/** Characters; a fix that is not longer says nothing. */
const SHORT_FIX = 10;

/** Halves: 4 for a fix with code marked as such, 2 with a call or a member, 1 in words alone. */
function measureConcreteness(fix: string): number {
  if ([...fix.trim()].length <= SHORT_FIX) return 0;
  if (fix.includes('`')) return 4;
  return /[\p{L}\p{N}_]\(|\.[\p{L}\p{N}_]/u.test(fix) ? 2 : 1;
}

interface Scored {
  readonly severity: Severity;
  readonly words: Pick<ClaimWords, 'title' | 'detail' | 'fix'>;
  readonly evidence: Pick<Evidence, 'file' | 'lineShown' | 'falsePositive'>;
}

function scoreReview(claims: readonly Scored[], risks: number, questions: number): ReviewerScore {
  const severity = (which: Severity) => {
    const { each, most } = POINTS[which];
    return Math.min(most, each * claims.filter((claim) => claim.severity === which).length);
  };
  const falsePositives = claims.filter(({ evidence }) => evidence.falsePositive).length;
  const halves = claims.reduce((sum, { words }) => sum + measureConcreteness(words.fix), 0);
  const accuracy = claims.reduce(
    (sum, { evidence: { file, lineShown } }) =>
      sum + (file === null ? 0 : ACCURACY.file + (lineShown ? ACCURACY.line : 0)),
    0,
  );
  const filled = ({ words: { title, detail, fix } }: Scored) =>
    [title, detail, fix].every((text) => text.trim() !== '');
  const parts = {
    p0: severity('P0'),
    p1: severity('P1'),
    p2: severity('P2'),
    falsePositives: falsePositives === 0 ? 0 : Math.max(FALSE_POSITIVE.least, FALSE_POSITIVE.each * falsePositives),
    fixes: Math.min(FIXES.most, Math.floor((FIXES.each * halves) / 2)),
    fileAccuracy: Math.min(ACCURACY.most, accuracy),
    clarity:
      (claims.length > 0 ? CLARITY.findings : 0) +
      (risks > 0 ? CLARITY.risks : 0) +
      (questions > 0 ? CLARITY.questions : 0) +
      (claims.length > 0 && claims.every(filled) ? CLARITY.filled : 0),
  };
  return { ...parts, total: Object.values(parts).reduce((sum, part) => sum + part, 0) };
}

const createAnswerSchema = <Finding extends z.ZodType>(finding: Finding) =>
  z.object({
    findings: withOtherNames(z.array(finding), 'issues', 'problems'),
    residual_risks: withOtherNames(optionalList(z.string()), 'risks'),
    open_questions: withOtherNames(optionalList(z.string()), 'questions'),
  });
const form = createAnswerSchema(findingSchema);
const answer = createAnswerSchema(repeatedFindingSchema);

const data = z.strictObject({ claims: z.array(claim), score: scoreSchema.strict() });

const ONLY_IN_PASSING =
  'findings: is empty, but there is other text around the JSON; answer with the JSON alone, and put your findings in it';

const OWN = [
  'No test covers the empty case',
  'The name promises something else',
  'It gives up without a log line',
  'Two runs at once overwrite each other',
  'The docs still describe the old behaviour',
];

/** An added line of the diff. */
function findPlace(files: readonly DiffFile[], index: number, wanted = /\w/) {
  const file = files[index % Math.max(1, files.length)];
  const lines = file?.hunks
    .flatMap(({ lines }) => lines)
    .filter(({ kind, text }) => kind === 'added' && wanted.test(text));
  const line = lines?.[index % Math.max(1, lines.length)];
  return {
    file: file === undefined ? null : getPath(file),
    line: line?.number ?? null,
    evidence: line?.text.trim() ?? null,
  };
}

/** What a rehearsed author writes. */
const REHEARSED_FIX = /was rehearsed here/;

/** One thing that the first round of fixing broke, and nothing after that. */
function sampleAgain({ options: { earlier }, material: { diff } }: State) {
  const isFirst = earlier.every((id) => id.startsWith('R1-'));
  const finding = {
    severity: 'P2',
    title: 'The fix says nothing of the case that it handles',
    ...findPlace(
      diff.files.filter(({ shown }) => [...shown.values()].some((text) => REHEARSED_FIX.test(text))),
      0,
      REHEARSED_FIX,
    ),
    detail: `Whoever reads it later does not see why it is there. ${REHEARSED}`,
    fix: 'Say in a comment which case `the fix` handles.',
    again: null,
  };
  return { findings: isFirst ? [finding] : [], residual_risks: [], open_questions: [] };
}

function sample(state: State, reviewer: number) {
  if (state.options.earlier.length > 0) return sampleAgain(state);
  const { files } = state.material.diff;
  const shared = {
    severity: reviewer % 2 === 0 ? 'P1' : 'P0',
    title: reviewer % 2 === 0 ? 'A failed call is not handled' : 'Nothing handles a failed call',
    ...findPlace(files, 0),
    detail: `If the call on this line fails, the caller never finds out. ${REHEARSED}`,
    fix: 'Handle the failure where `the call` is made.',
  };
  const own = {
    severity: 'P2',
    title: OWN[reviewer % OWN.length],
    ...findPlace(files, reviewer),
    detail: REHEARSED,
    fix: 'Fix it at the quoted line.',
  };
  return {
    findings: reviewer === 3 ? [own] : [shared, own],
    residual_risks: ['Rehearsal: no model read the code, so every real problem is still in it.'],
    open_questions: reviewer === 1 ? ['What happens if two of these run at once?'] : [],
  };
}

export const review = defineAct<State, z.infer<typeof answer>, z.infer<typeof data>>({
  answer,
  form,
  /** That nothing is wrong has to be the answer: the words around it may say otherwise, or only tell what the form is. */
  parse(text) {
    const read = readAnswer(text, answer);
    const inPassing = read.ok && read.value.findings.length === 0 && read.repairs.includes(OUT_OF_WORDS);
    return inPassing ? { ok: false, issues: [ONLY_IN_PASSING] } : undefined;
  },
  data,
  request(state, seat) {
    const { maxFindings, earlier } = state.options;
    const asked = {
      id: `review-${seat}`,
      label: `${labelSeat(seat)} reviews`,
      sample: () => toJson(sample(state, readNumber(seat))),
    };
    const values = { max_findings: String(maxFindings) };
    if (earlier.length === 0) return { ...asked, task: 'review', values };
    const listed = { ...values, earlier: earlier.map((id) => `- ${id}`).join('\n') };
    return { ...asked, task: 'review-again', values: listed, schema: toJsonSchema(answer) };
  },
  read(state, { findings, residual_risks, open_questions }, { seat }) {
    const { checked, doubts } = checkFindings(state, 'findings', findings);
    const count = (texts: readonly string[] | null) => (texts ?? []).filter((text) => !isNothing(text)).length;
    const score = scoreReview(checked, count(residual_risks), count(open_questions));
    return { data: { claims: buildClaims(state, seat, checked, state.claims), score: { ...score } }, doubts };
  },
  apply: (state, { seat, data: { claims, score }, answer }) => ({
    ...state,
    scores: { ...state.scores, [seat]: score },
    claims: [...state.claims, ...toClaims(state, seat, claims, answer?.findings)],
  }),
  title: ({ seat }) => `Review, ${labelSeat(seat)}`,
  text({ findings, residual_risks, open_questions }, { seat, data: { claims } }) {
    const lines = findings
      .slice(0, claims.length)
      .map((finding, index) => formatFinding(formatClaimId(seat, index + 1), finding));
    return joinSections([
      ...(lines.length === 0 ? ['No findings.'] : formatSection('Findings', lines)),
      ...formatSection('Residual risks', formatList(residual_risks)),
      ...formatSection('Open questions', formatList(open_questions)),
    ]);
  },
});
