// The order of test files: the longest first, so that no worker still has minutes to go when the others have nothing left.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest when all cores are busy; of the others, vitest takes the largest first. */
const LONGEST = [
  // At full length these take up to two minutes.
  ...['crash/chaos', 'crash/outcome', 'github/killed', 'queues/permits', 'queues/worker', 'shared-hall/faults'],
  ...['queues/soak', 'contracts/formats', 'crash/kill', 'queues/database-kill', 'permits/permits'],
  ...['queues/schedule', 'queues/network', 'page/hall', 'queues/takeover', 'page/page', 'serve/quotas', 'cli/start'],
  ...['context/review-diff', 'shared-hall/hall', 'e2e/live', 'github/action', 'e2e/evidence', 'docs/format-example'],
  ...['agents/live-session', 'e2e/plan-command', 'github/ratify', 'e2e/run', 'e2e/review', 'webhooks/folder'],
  ...['e2e/failures', 'e2e/storage', 'bench/claims', 'docs/shell-examples', 'reading/large-repository'],
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
