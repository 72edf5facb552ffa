// The order of test files: the longest first, so that no worker still has minutes to go when the others have nothing left.
import path from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Those that take longest when all cores are busy; of the others, vitest takes the largest first. */
const LONGEST = [
  ...['queues/outages', 'e2e/fixing', 'page/page', 'page/hall', 'context/review-diff', 'web/live', 'package/release'],
  ...['verdict/every-case', 'page/looks', 'e2e/fixing-author', 'process/stalled', 'docs/shell-examples'],
  ...['agent-check/check', 'github/action', 'queues/schedule', 'vscode/extension', 'queues/takeover', 'crash/commands'],
  ...['serve/open-doors', 'evaluation/results', 'serve/quotas', 'queues/worker', 'shared-hall/hall', 'queues/network'],
  ...['e2e/live', 'evaluation/evaluate', 'e2e/review', 'queues/people-meanwhile', 'cli/start', 'bench/claims'],
  ...['prompts/rendered', 'e2e/evidence', 'what-if/replay-and-compare', 'context/hostile-git/places'],
  ...['library/installed', 'docs/format-example', 'shared-hall/faults', 'reading/large-repository'],
  // At full length these take up to two minutes.
  ...['crash/chaos', 'crash/outcome', 'github/killed', 'queues/permits', 'queues/soak', 'contracts/formats'],
  ...['crash/kill', 'queues/database-kill', 'permits/permits'],
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
