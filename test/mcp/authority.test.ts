// How far a debate speaks for its panel and what can still be done about it, as the tools say it.
import { afterEach, beforeEach, expect, it } from 'vitest';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { connectHere } from './support.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
  project.configure({
    agents: { quick: quickRehearsal, broken: { kind: 'rehearsal', misbehave: 'crashes' } },
    agentRetries: 0,
  });
});
afterEach(() => project.dispose());

const TOPIC = 'Should we use Go?';

async function show(thread_id: string): Promise<string> {
  const { client, close } = await connectHere(project.folder, { args: ['--toolsets', 'core'], env: project.env });
  try {
    const shown = await client.callTool({ name: 'get_debate', arguments: { thread_id, include_transcript: true } });
    return (shown.content as { text?: string }[]).map(({ text }) => text ?? '').join('\n');
  } finally {
    await close();
  }
}

it('advises to resume a debate that waits, and says of one that is over only who failed', async () => {
  const seats = ['--wind', 'quick', '--wall', 'broken', '--door', 'quick'];
  await project.call(['run', '-q', '--id', 'd', '-r', 'quick', ...seats, TOPIC]);
  expect(await show('d')).toMatch(/^Wall failed \(crashed\)\. Resume/m);
  await project.call(['close', 'd', 'We do not.']);
  const over = await show('d');
  expect(over).toMatch(/^Wall failed \(crashed\)\.$/m);
  expect(over).toMatch(/^Degraded panel: the last call failed for Wall; nothing from Wall, Door\.$/m);
  expect(over).not.toMatch(/resume/i);
});

it.runIf(inCi)('says who spoke for several seats, and whose words each of them are', async () => {
  await project.call(['open', '--id', 'd', '-r', 'standard', TOPIC]);
  for (const seat of ['wind', 'wall', 'door'])
    await project.call(['say', 'd', '--seat', seat, '--author', 'Ada', '--', 'Yes, 90%\n- It is fast.']);
  await project.call(['close', 'd']);
  const shown = await show('d');
  expect(shown).toMatch(/^Ada spoke for Wind, Wall and Door, which are not independent opinions\.$/m);
  expect(shown).toMatch(/^#2 Opening, Wall \(Ada\):$/m);
});
