// Redaction of what agents, their programs and the rules said beside the turns.
import { afterEach, describe, expect, it } from 'vitest';
import { mapSealed, readSealed } from '../../src/domain/sealed/sealed.ts';
import { inCi, sample } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';

const projects: Project[] = [];
afterEach(() => {
  for (const project of projects.splice(0)) project.dispose();
});

const RUN = ['run', '--rehearse', '--id', 'd', '-q', '--format', 'panel', '--seat', 'c=loud'];
const SECRET = 'ZQX-Customer';
/** As the programs write it, since the ledger keeps their arguments as they are. */
const SAYS = "'ZQX-' + 'Customer'";

function projectSaying(script: string): Project {
  const project = createProject({
    agents: {
      loud: { kind: 'command', argv: [process.execPath, '-e', script], prompt: 'stdin' },
    },
    agentRetries: 0,
  });
  projects.push(project);
  return project;
}

async function redactAll(project: Project, id: string): Promise<void> {
  for (const event of project.events(id)) {
    let isOpen = false;
    mapSealed(event.data, (sealed) => {
      isOpen ||= readSealed(sealed) !== undefined;
      return sealed;
    });
    if (!isOpen) continue;
    const { code, stderr } = await project.call(['redact', id, '--event', `${event.seq}`, '--reason', 'a name']);
    expect([event.type, code, stderr]).toEqual([event.type, 0, expect.any(String)]);
  }
}

describe('a name that', () => {
  it.each(
    sample(
      [
        [
          'a program says when it fails',
          `console.error('fatal: no ' + ${SAYS}); process.exit(3)`,
          ['seat-failed', 'seat-left'],
        ],
        [
          'the rules repeat when they reject an answer',
          `console.log(JSON.stringify({ answer: ${SAYS} }))`,
          ['answer-rejected'],
        ],
      ],
      3,
    ),
  )('%s can be redacted everywhere', async (_, script, types) => {
    const project = projectSaying(script);
    await project.call([...RUN, 'Is it ready?']);
    const held = project.events('d').filter((event) => JSON.stringify(event).includes(SECRET));
    expect(held.map(({ type }) => type)).toEqual(expect.arrayContaining([...types]));
    await redactAll(project, 'd');
    expect(project.ledgers.holding(SECRET)).toEqual([]);
    for (const args of [['verify', 'd'], ['show', 'd'], ['list'], ['export', 'd', '--format', 'markdown']]) {
      const { code, stdout, stderr } = await project.call(args);
      expect([args, code]).toEqual([args, 0]);
      expect(`${stdout}${stderr}`).not.toContain(SECRET);
    }
  });
});

it.runIf(inCi)('events have no words of agents outside of seals', async () => {
  const project = projectSaying(`console.error('fatal: no ' + ${SAYS}); process.exit(3)`);
  await project.call([...RUN, 'Is it ready?']);
  for (const event of project.events('d')) {
    const covered = mapSealed(event.data, ({ sha256 }) => sha256);
    expect(JSON.stringify({ ...covered, seats: [], by: {} })).not.toContain(SECRET);
  }
});
