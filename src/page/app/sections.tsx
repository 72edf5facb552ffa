// The sections between what was decided and the transcript: those for which the record has something.
import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import type { DebateRecord } from '../../domain/record.ts';
import type { PlanResult } from '../../domain/results/plan-result.ts';
import { describePictures } from '../../domain/words/describe-pictures.ts';
import { About } from '../report/about.tsx';
import { Evidence, hasEvidence } from '../report/evidence.tsx';
import { debateGraph, oxfordGraph } from '../report/graph/argument-graph.ts';
import type { Graph } from '../report/graph/graph.ts';
import { GraphView } from '../report/graph/graph-view.tsx';
import { Markdown } from '../report/markdown.tsx';
import type { PageData } from '../report/page-data.ts';
import { ClaimList, InfluenceList } from '../report/result/claims.tsx';
import { Findings } from '../report/result/findings.tsx';
import { Opinions, titleOfOpinions } from '../report/result/opinions.tsx';
import { Points, pointsIn } from '../report/result/points.tsx';
import { claimsIn, influenceIn, opinionsIn, reviewIn } from '../report/result/result-data.ts';
import { drawCurve, ScoreCurve } from '../report/result/score-curve.tsx';
import { SeatTable } from '../report/seat-table.tsx';
import { findResultText } from '../report/summary.tsx';
import { safe } from '../report/words.ts';
import { lastSeq, pageData, record } from './state.ts';
import { Measured } from './width.tsx';

interface GivenPicturesProps {
  readonly record: DebateRecord;
  readonly urls: NonNullable<PageData['pictures']>;
}

function GivenPictures({ record, urls }: GivenPicturesProps) {
  const words = describePictures(record);
  return (
    <>
      {(record.pictures ?? []).map(({ seq, source, width, height, sha256, redacted }, index) => (
        <figure key={seq} class="given-picture">
          {redacted !== true && urls[sha256] !== undefined && (
            <img src={urls[sha256]} alt={safe(source)} width={width} height={height} loading="lazy" />
          )}
          <figcaption>
            <code>{safe(source)}</code> {words[index]?.what}; {words[index]?.more}
          </figcaption>
        </figure>
      ))}
    </>
  );
}

function PlanSteps({ plan: { steps } }: { readonly plan: PlanResult }) {
  const phases = [...new Set(steps.map(({ phase }) => phase))].sort((a, b) => a - b);
  return (
    <>
      {phases.map((phase) => (
        <div key={phase}>
          <h3>Phase {phase}</h3>
          <ol class="steps">
            {steps
              .filter((step) => step.phase === phase)
              .map(({ id, title, description, files, dependsOn }) => (
                <li key={id}>
                  <p dir="auto">
                    <b class="step-name">{safe(id)}</b> <strong>{safe(title)}</strong>
                    {dependsOn.length > 0 && <span class="quiet"> needs {dependsOn.map(safe).join(', ')}</span>}
                  </p>
                  <Markdown text={description} heading={4} />
                  {files.length > 0 && (
                    <p class="quiet">
                      {files.map((file) => (
                        <code key={file}>{safe(file)} </code>
                      ))}
                    </p>
                  )}
                </li>
              ))}
          </ol>
        </div>
      ))}
    </>
  );
}

/** The steps of a plan: a column for each phase, and what needs what. */
function planIn({ result }: Pick<DebateRecord, 'result'>): PlanResult | undefined {
  const data = result?.data;
  const isPlan = data?.['kind'] === 'plan' && Array.isArray(data['steps']) && data['steps'].length > 0;
  return isPlan ? (data as unknown as PlanResult) : undefined;
}

function planGraph({ steps }: PlanResult): Graph {
  const phases = [...new Set(steps.map(({ phase }) => phase))].sort((a, b) => a - b);
  return {
    rows: [{ title: '' }],
    columns: phases.map((phase) => `Phase ${phase}`),
    nodes: steps.map(({ id, title, phase, dependsOn }) => ({
      ...{ id, name: safe(id), title: safe(title), row: 0, column: phases.indexOf(phase), seq: 0 },
      ...(dependsOn.length === 0 ? { note: 'needs nothing' } : {}),
    })),
    edges: steps.flatMap(({ id, dependsOn }) =>
      dependsOn.map((to) => ({ from: id, to, kind: 'need' as const, seq: 0 })),
    ),
  };
}

export interface Section {
  readonly id: string;
  readonly title: string;
  readonly content: () => ComponentChildren;
}

/** Does not follow the replay, so that it is drawn once for each record. */
const graph = computed(() => oxfordGraph(record.value) ?? debateGraph(record.value));

/** The same as the pictures show. */
const Folded = ({ text }: { readonly text: string }) => (
  <details>
    <summary>What the pictures show, as text</summary>
    <Markdown text={text} />
  </details>
);

function listPictures(): (Section | undefined)[] {
  const shown = record.value;
  const opinions = opinionsIn(shown);
  const claims = claimsIn(shown);
  const influence = influenceIn(shown);
  const review = reviewIn(shown);
  const plan = planIn(shown);
  const points = pointsIn(shown);
  const resultText = findResultText(shown);
  return [
    review && {
      id: 'findings',
      title: 'Findings',
      content: () => <Findings record={shown} review={review} hunks={pageData.value.hunks} />,
    },
    plan && {
      id: 'plan',
      title: 'Steps and what they need',
      content: () => (
        <>
          <GraphView record={shown} graph={planGraph(plan)} title="Steps of the plan" lastSeq={lastSeq.value} />
          <PlanSteps plan={plan} />
        </>
      ),
    },
    opinions && {
      id: 'opinions',
      title: titleOfOpinions(opinions),
      content: () => <Opinions record={shown} opinions={opinions} />,
    },
    influence && {
      id: 'influence',
      title: 'Who moved whom',
      content: () => <InfluenceList record={shown} influence={influence} />,
    },
    points.length > 0
      ? { id: 'points', title: 'Points', content: () => <Points record={shown} points={points} /> }
      : undefined,
    drawCurve(shown, Number.POSITIVE_INFINITY) && {
      id: 'curve',
      title: 'Score by exchange',
      content: () => {
        const curve = drawCurve(shown, lastSeq.value);
        return curve && <Measured>{(width) => <ScoreCurve record={shown} curve={curve} width={width} />}</Measured>;
      },
    },
    graph.value && {
      id: 'map',
      title: 'Argument map',
      content: () =>
        graph.value && (
          <GraphView
            record={shown}
            graph={graph.value}
            title="Argument map: rows are seats, columns rounds"
            lastSeq={lastSeq.value}
          />
        ),
    },
    claims.length > 0
      ? { id: 'claims', title: 'Claims', content: () => <ClaimList record={shown} claims={claims} /> }
      : undefined,
    shown.pictures && {
      id: 'given-pictures',
      title: 'Pictures that were given',
      content: () => <GivenPictures record={shown} urls={pageData.value.pictures ?? {}} />,
    },
    hasEvidence(shown) ? { id: 'evidence', title: 'Evidence', content: () => <Evidence record={shown} /> } : undefined,
    { id: 'seats', title: 'Seats', content: () => <SeatTable record={shown} /> },
    resultText === undefined
      ? undefined
      : { id: 'result', title: 'Result in words', content: () => <Folded text={resultText} /> },
  ];
}

export const pictures = computed<readonly Section[]>(() => listPictures().filter((each) => each !== undefined));

/** `check`: what checks the ledger, and says what it found. */
export const describeRecord = (check: ComponentChildren): Section => ({
  id: 'about',
  title: 'This record',
  content: () => (
    <>
      <About record={record.value} />
      {check}
    </>
  ),
});
