// Ctrl-C after one debate of a command and before the next: what is there is not denied, and the command that continues is named.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import { plantLoading } from '../support/fix-project.ts';
import { createProject, type Project } from '../support/project.ts';

const FAKE = fileURLToPath(new URL('../fakes/stopped-at-words.cjs', import.meta.url));
const CANCELLED = 130;

let project: Project;
beforeEach(() => {
  project = createProject();
  const holder = (answer: string) => project.holder(answer.toLowerCase(), { answer });
  const agents = { rust: holder('Rust'), go: holder('Go') };
  project.configure({
    agents,
    seats: { 'seat-1': 'rust', 'seat-2': 'go', 'seat-3': 'rust', wind: 'go', wall: 'rust', door: 'go' },
    agentRetries: 0,
  });
});
afterEach(() => project.dispose());

const ASKED = ['--options', 'Rust,Go', 'Which language?'];
const FIX = ['review', '--rehearse', '--fix', '--fix-rounds', '1', '--report', 'out.md'];

/** What is said last of the debate that ended, the command, and how it is continued. */
const STEPS: readonly (readonly [string, string, readonly string[], RegExp])[] = [
  ['the first fix', 'Record ', FIX, /review --resume r --fix --report out\.md$/],
  ['a further step', 'Record ', ['check', '--escalate', ...ASKED], /resume r --escalate$/],
  ['a comparison', 'Record ', ['run', '--compare', '2', ...ASKED], /resume r --compare 2$/],
];

it.runIf(inCampaign).each(STEPS)(
  'a command that is stopped before %s says how it continues',
  async (_, words, [command = '', ...args], next) => {
    plantLoading(project);
    const env = { NODE_OPTIONS: `--require=${JSON.stringify(path.resolve(FAKE))}`, STOP_AT: words };
    const { code, stderr } = await project.run([command, '--id', 'r', ...args], { env });
    expect([code, project.ledgers.ids()], stderr).toEqual([CANCELLED, ['r']]);
    const said = stderr.trim().replace(/\s+/g, ' ');
    expect(said).toContain(
      'error: Stopped before the next debate began; nothing is lost. next: Resume with: debate-hall',
    );
    expect(said).toMatch(next);
    const resume = said.slice(said.lastIndexOf('debate-hall') + 'debate-hall '.length);
    expect((await project.call(resume.split(' '))).stderr).not.toContain('error:');
    expect(project.ledgers.ids().length).toBeGreaterThan(1);
  },
);
