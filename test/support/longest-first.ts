// The order of test files: the longest first, so that no worker still has minutes to go when the others have nothing left.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest when all cores are busy; of the others, vitest takes the largest first. */
const LONGEST = [
  ...[
    'page/page',
    'page/hall',
    'e2e/fixing-author',
    'context/review-diff',
    'e2e/review',
    'process/stalled',
    'e2e/fixing',
  ],
  ...[
    'github/propose-fix',
    'github/action',
    'queues/takeover',
    'queues/people',
    'docs/shell-examples',
    'queues/worker',
  ],
  ...[
    'e2e/fixing-hostile',
    'e2e/fixing-doors',
    'crash/fixing',
    'mcp/runs',
    'mcp/tools',
    'acp/acp',
    'agent-check/check',
  ],
  ...[
    'shared-hall/hall',
    'vscode/extension',
    'prompts/rendered',
    'trust/commands',
    'verdict/by-command',
    'crash/commands',
  ],
  // At full length these take up to two minutes.
  ...['queues/outages', 'page/looks', 'crash/chaos', 'crash/outcome', 'github/killed', 'queues/permits', 'queues/soak'],
  ...['evaluation/kills', 'contracts/formats', 'crash/kill', 'queues/database-kill', 'permits/permits', 'e2e/live'],
];

function rankOf({ moduleId }: TestSpecification): number {
  const name = path.relative('test', moduleId).replace(/\.test\.ts$/, '');
  const rank = LONGEST.indexOf(name.split(path.sep).join('/'));
  return rank === -1 ? LONGEST.length : rank;
}

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((one, other) => rankOf(one) - rankOf(other));
  }
}
