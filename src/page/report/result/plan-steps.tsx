// The steps of a plan in words, phase by phase.
import type { PlanResult } from '../../../domain/results/plan-result.ts';
import { Markdown } from '../markdown.tsx';
import { safe } from '../words.ts';

export function PlanSteps({ plan: { steps } }: { readonly plan: PlanResult }) {
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
