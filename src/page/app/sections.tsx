// The sections between what was decided and the transcript: those for which the record has something.
import { computed } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { About } from '../report/about.tsx';
import { Evidence, hasEvidence } from '../report/evidence.tsx';
import { debateGraph, oxfordGraph } from '../report/graph/argument-graph.ts';
import { GraphView } from '../report/graph/graph-view.tsx';
import { planGraph, planIn } from '../report/graph/plan-graph.ts';
import { Markdown } from '../report/markdown.tsx';
import { ClaimList, InfluenceList } from '../report/result/claims.tsx';
import { Findings } from '../report/result/findings.tsx';
import { Opinions } from '../report/result/opinions.tsx';
import { PlanSteps } from '../report/result/plan-steps.tsx';
import { Points, pointsIn } from '../report/result/points.tsx';
import { claimsIn, influenceIn, opinionsIn, reviewIn } from '../report/result/result-data.ts';
import { curveIn, ScoreCurve } from '../report/result/score-curve.tsx';
import { SeatTable } from '../report/seat-table.tsx';
import { findResultText } from '../report/summary.tsx';
import { lastSeq, pageData, record } from './state.ts';
import { Measured } from './width.tsx';

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
      title: 'Openings and final answers',
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
    curveIn(shown, Number.POSITIVE_INFINITY) && {
      id: 'curve',
      title: 'Score by exchange',
      content: () => {
        const curve = curveIn(shown, lastSeq.value);
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
