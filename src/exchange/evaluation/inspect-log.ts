// An arm of an evaluation as a log of Inspect, in the shape of its `EvalLog` (version 2), so that its viewer shows it.
import { defined } from '../../domain/defined.ts';
import { listRehearsals } from '../../domain/evaluation/describe.ts';
import { sayCode } from '../../domain/evaluation/marks.ts';
import type { Cell, EvaluatedQuestion, Evaluation } from '../../domain/evaluation/result.ts';

export interface InspectLog {
  /** As Inspect names its files; its viewer lists no others. */
  readonly name: string;
  readonly log: Readonly<Record<string, unknown>>;
}

const SCORER = 'right';
const NOBODY = 'debate-hall';

/** Without the questions in the result, their names stand for them. What is empty has to be there for the viewer to show a sample. */
function toSample(question: EvaluatedQuestion, cell: Cell, model: string): Readonly<Record<string, unknown>> {
  const { id, topic = id, choices = [], truth, sha256, kept } = question;
  const answer = cell.answer === null ? 'no answer' : sayCode(cell.answer, choices);
  const message = { role: 'assistant', content: answer, source: 'generate' };
  return {
    ...{ id, epoch: 1, input: topic, choices, target: sayCode(truth, choices) },
    messages: [{ role: 'user', content: topic, source: 'input' }, message],
    output: { model, choices: [{ message, stop_reason: 'stop' }], completion: answer },
    ...{ events: [], attachments: {}, store: {}, model_usage: {} },
    scores: { [SCORER]: { value: cell.right ? 'C' : 'I', answer } },
    metadata: {
      ...{ sha256, kept, acts: cell.acts, calls: cell.calls, costMicroUsd: cell.costMicroUsd },
      ...defined({ debate: cell.debate, outcome: cell.outcome }),
    },
  };
}

/** One log for each arm. `at`: when it is written, in ISO 8601. */
export function toInspectLogs(
  { id, arms, questions, cells, statistics, hallVersion, agents: all }: Evaluation,
  at: string,
): readonly InspectLog[] {
  return arms.map(({ name, kind, agents }, index) => {
    const model = `${NOBODY}/${name}`;
    const samples = questions.flatMap((question) => {
      const cell = cells.find((each) => each.arm === name && each.question === question.id);
      return cell === undefined ? [] : [toSample(question, cell, model)];
    });
    const share = statistics.arms.find(({ arm }) => arm === name)?.share;
    const metrics = share == null ? {} : { accuracy: { name: 'accuracy', value: share.value } };
    const slug = `${index + 1}-${name.replace(/[^A-Za-z0-9]+/g, '-')}`;
    return {
      name: `${at.slice(0, 19).replaceAll(':', '-')}+00-00_${slug}_${id}.json`,
      log: {
        version: 2,
        status: 'success',
        eval: {
          eval_id: `${id}-${index + 1}`,
          run_id: id,
          task_id: `${id}-${index + 1}`,
          created: at,
          task: name,
          model,
          dataset: { name: id, samples: samples.length, shuffled: true },
          config: {},
          packages: { [NOBODY]: hallVersion },
          metadata: { kind, agents, rehearsals: listRehearsals({ agents: all }), evaluation: id },
        },
        plan: { name: 'plan', steps: [{ solver: name, params: {} }], config: {} },
        results: {
          total_samples: samples.length,
          completed_samples: samples.length,
          scores: [{ name: SCORER, scorer: SCORER, metrics }],
        },
        stats: { started_at: at, completed_at: at, model_usage: {} },
        samples,
      },
    };
  });
}
