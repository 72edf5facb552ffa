// The order of test files: the longest first, so that no worker still has minutes to go when the others have nothing left.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longer than ten seconds on an idle machine; of the others, vitest takes the largest first. */
const LONGEST = [
  // At full length these wait for minutes.
  ...['github/killed', 'crash/chaos', 'queues/network', 'crash/outcome', 'queues/takeover', 'contracts/formats'],
  ...['page/hall', 'queues/schedule', 'page/page', 'github/limits', 'github/sync', 'github/ratify', 'cli/start'],
  ...['context/review-diff', 'queues/soak', 'serve/quotas', 'shared-hall/hall', 'mcp/runs', 'e2e/review'],
  ...['e2e/failures', 'agents/live-session', 'queues/worker', 'docs/shell-examples', 'e2e/storage'],
  ...['e2e/plan-command', 'contracts/stores', 'webhooks/folder', 'e2e/evidence', 'vscode/extension'],
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
