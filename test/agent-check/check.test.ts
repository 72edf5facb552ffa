// `doctor --agent NAME --loopback`: programs that keep to answering, and programs that do everything they should not.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasBubblewrap } from '../support/bubblewrap.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

const PROGRAM = fileURLToPath(new URL('../fakes/asks-a-model.mjs', import.meta.url));

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => project.dispose());

/** A program of the kind command that asks its model in this protocol and does these things. Of one protocol it is a process. */
function configure(protocol: string, ...misdeeds: string[]): void {
  // In a sandbox there would be nothing to read.
  configureIn('off', protocol, ...misdeeds);
}

function configureIn(sandbox: 'off' | 'required', protocol: string, ...misdeeds: string[]): void {
  const told = { protocol, does: misdeeds, isStarted: protocol === 'anthropic' };
  const argv = [process.execPath, PROGRAM, JSON.stringify(told)];
  project.configure({
    agents: {
      mine: {
        ...{ kind: 'command', argv, prompt: 'stdin', versionArgs: [PROGRAM, '--version'], sandbox },
        output: { format: 'json', path: 'answer', errorPath: 'error', usage: { inputTokens: 'tokens' } },
      },
    },
  });
}

async function check() {
  const { code, stdout, stderr } = await project.call(['doctor', '--agent', 'mine', '--loopback', '--json']);
  expect(stderr).toBe('');
  return { code, ...JSON.parse(stdout) };
}

describe.each(['anthropic', 'openai', 'openai-chat', 'gemini'])('a program that speaks %s', (protocol) => {
  it.runIf(inCi)('passes when all that it does is answer', async () => {
    configure(protocol);
    expect(await check()).toMatchObject({
      ...{ code: 0, agent: 'mine', kind: 'command', version: '1.2.3', problems: [] },
      seen: {
        ...{ failure: null, dialect: protocol, tools: [], executed: [], afterTools: null, sentFiles: [] },
        ...{ requestsPerQuestion: 1, usage: 'question', staysForDebate: false, cutAnswer: 'noticed' },
        cancelMs: expect.any(Number),
      },
    });
  });

  it.runIf(inCampaign || protocol === 'openai')('does not pass when it runs what its model calls', async () => {
    configure(protocol, 'tools');
    expect(await check()).toMatchObject({
      code: 4,
      seen: { tools: ['run', 'view', 'write_file', 'web_fetch'], executed: ['shell', 'read', 'write', 'fetch'] },
      problems: [
        ...['it ran a shell command for the model', 'it read a file for the model', 'it wrote a file for the model'],
        ...['it fetched a web page for the model', 'it sent ~/.ssh/id_rsa and ~/.ssh/id_ed25519 to the model'],
      ],
    });
  });
});

it.runIf(inCampaign)('names instruction files and further requests, which only cost', async () => {
  configure('openai-chat', 'instructions', 'twice');
  expect(await check()).toMatchObject({
    code: 0,
    seen: { sentFiles: ['~/AGENTS.md', 'project/AGENTS.md'], requestsPerQuestion: 2 },
  });
});

it.runIf(inCampaign)('does not pass when an answer that breaks off looks whole', async () => {
  configure('openai-chat', 'hides-cuts');
  const { code, problems } = await check();
  expect([code, problems]).toEqual([4, ['it gave an answer that broke off as a whole one']]);
});

it.runIf(inCampaign)('does not pass when it asks another model than the one of the check, or none', async () => {
  project.configure({
    agents: { mine: { kind: 'command', argv: ['sh', '-c', 'cat'], prompt: 'stdin', output: { format: 'text' } } },
  });
  expect(await check()).toMatchObject({ code: 4, seen: { failure: null, dialect: null, requestsPerQuestion: 0 } });
  const { stdout } = await project.call(['doctor', '--agent', 'mine', '--loopback']);
  expect(stdout).toContain('✗ requests        none to the model on this machine');
  expect(stdout.replace(/\s+/g, ' ')).toContain('"loopback" in its settings leads it there');
});

it('says so when there is no answer, and of what cannot be led to a model', async () => {
  configure('openai-chat', 'fails');
  expect(await check()).toMatchObject({ code: 4, seen: { failure: { code: 'crashed' } } });
  const { code, stderr } = await project.call(['doctor', '--agent', 'rehearsal', '--loopback']);
  expect([code, stderr]).toEqual([2, expect.stringContaining('rehearsal cannot be led to a model on this machine')]);
  expect((await project.call(['doctor', '--loopback'])).stderr).toContain('--agent and --loopback belong together');
});

it.runIf(inCampaign)('is named once in a run that it was not made for, however many seats the agent has', async () => {
  const argv = ['sh', '-c', 'cat > /dev/null; echo "1. Decision: wait."'];
  project.configure({
    agents: {
      mine: { kind: 'command', argv, prompt: 'stdin', output: { format: 'text' }, versionArgs: ['-c', 'echo 1.2.3'] },
    },
  });
  const seats = ['--wind', 'mine', '--wall', 'mine', '--door', 'mine'];
  const record = await project.record(['run', '-r', 'quick', ...seats, '--json', 'Should we?']);
  expect(record.seats.map(({ agent }) => agent.agent)).toEqual(['mine', 'mine', 'mine']);
  const notes = record.entries.flatMap((entry) => (entry.kind === 'note' ? [[entry.code, entry.message]] : []));
  expect(notes).toEqual([
    ['one-model', expect.stringContaining('One model (mine) in Wind, Wall and Door')],
    ['unchecked-version', expect.stringContaining('version 1.2.3 of mine has not been checked')],
  ]);
});

describe('what is kept of a check', () => {
  const state = async () => {
    const { stdout } = await project.call(['agents', '--json']);
    return (JSON.parse(stdout) as { name: string }[]).find(({ name }) => name === 'mine');
  };

  it.runIf(inCampaign)(
    'lets seats fill themselves with this version and these settings, and with no others',
    async () => {
      configure('openai-chat');
      expect(await state()).toMatchObject({ unchecked: expect.stringContaining('1.2.3 of mine has not been checked') });
      const before = await project.call(['run', '--dry-run', 'Should we?']);
      expect([before.code, before.stderr.replace(/\s+/g, ' ')]).toEqual([
        4,
        expect.stringContaining('--seat wind=mine --seat wall=mine --seat door=mine'),
      ]);
      const { code, stdout } = await project.call(['doctor', '--agent', 'mine', '--loopback']);
      expect([code, stdout]).toEqual([0, expect.stringContaining('Passed: seats fill themselves')]);
      expect(await state()).toMatchObject({ unchecked: null });
      const after = await project.call(['run', '--dry-run', 'Should we?']);
      expect([after.code, after.stdout]).toEqual([0, expect.stringContaining('mine')]);
      configure('openai-chat', 'tools');
      expect(await state()).toMatchObject({ unchecked: expect.any(String) });
    },
  );

  it.runIf(inCampaign && hasBubblewrap)(
    'says nothing about the same program outside of the sandbox in which it was checked',
    async () => {
      configureIn('required', 'openai-chat', 'tools');
      // It runs what its model calls, and finds nothing there.
      expect(await check()).toMatchObject({
        ...{ code: 4, sandbox: 'bubblewrap', problems: ['it ran a shell command for the model'] },
        seen: { sentFiles: [] },
      });
      configureIn('required', 'openai-chat', 'fails');
      const { stdout } = await project.call(['doctor', '--agent', 'mine', '--loopback']);
      expect(stdout).toMatch(/! sandbox +it ran in one: name what it needs/);
      configureIn('required', 'openai-chat');
      expect(await check()).toMatchObject({ code: 0, sandbox: 'bubblewrap' });
      expect(await state()).toMatchObject({ unchecked: null });
      configureIn('off', 'openai-chat');
      expect(await state()).toMatchObject({ unchecked: expect.stringContaining('has not been checked') });
    },
  );

  it.runIf(inCampaign)('says what was seen when it was not passed', async () => {
    configure('openai-chat', 'hides-cuts');
    await check();
    expect(await state()).toMatchObject({
      unchecked: expect.stringContaining('did not pass its check: it gave an answer that broke off'),
    });
  });

  it.runIf(inCi)('holds no key and no prompt, and belongs to its person alone', async () => {
    configure('openai-chat', 'tools');
    await check();
    const folder = path.join(project.root, 'home', '.local', 'state', 'debate-hall', 'checked-agents');
    const [file = ''] = fs.readdirSync(folder);
    expect(fs.statSync(path.join(folder, file)).mode & 0o777).toBe(0o600);
    expect(fs.readFileSync(path.join(folder, file), 'utf8')).not.toMatch(/canary|PRIVATE KEY/);
  });
});
