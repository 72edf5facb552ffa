// The order of test files: the longest first, so that no worker still has minutes to go when the others have nothing left.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longer than ten seconds on an idle machine; of the others, vitest takes the largest first. */
const LONGEST = [
  // At full length these wait for minutes.
  ...['github/killed', 'crash/chaos', 'queues/network', 'crash/outcome', 'queues/takeover', 'contracts/formats'],
  ...['queues/worker', 'page/hall', 'page/page', 'shared-hall/hall', 'docs/shell-examples'],
  ...['github/sync', 'github/limits', 'queues/soak', 'shared-hall/faults', 'e2e/review', 'context/review-diff'],
  ...['mcp/runs', 'serve/shared', 'e2e/storage', 'github/ratify', 'agents/live-session', 'github/docs'],
  ...['docs/format-example', 'e2e/evidence', 'e2e/plan-command', 'github/action', 'acp/acp', 'webhooks/folder'],
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
