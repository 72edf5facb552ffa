// The steps of a plan: a column for each phase, and what needs what.

import type { DebateRecord } from '../../../domain/record.ts';
import type { PlanResult } from '../../../domain/results/plan-result.ts';
import { safe } from '../words.ts';
import type { Graph } from './graph.ts';

export function planIn({ result }: Pick<DebateRecord, 'result'>): PlanResult | undefined {
  const data = result?.data;
  const isPlan = data?.['kind'] === 'plan' && Array.isArray(data['steps']) && data['steps'].length > 0;
  return isPlan ? (data as unknown as PlanResult) : undefined;
}

export function planGraph({ steps }: PlanResult): Graph {
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
