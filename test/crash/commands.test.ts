// Every command that writes, with a fault at any of its changes of the hall's folder: killed, told by the disk that it failed, with a
// clock that went back, and the MCP server killed under its client. What was acknowledged is there, both verifiers agree, the same
// command can be given again, and nothing with texts is left behind.
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connect } from '../mcp/support.ts';
import { inCampaign, inCi, times } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { verifyInPython } from '../support/python.ts';
import { onPostgres } from '../support/shared-store.ts';

const PRELOAD = fileURLToPath(new URL('../fakes/killed-at-write.cjs', import.meta.url));
const SECRET = 'WROTEITDOWN';
const MOST_CHANGES = 16;
const HOUR_MS = 3_600_000;

/** On a debate by hand ("open") and one that is over ("over"). */
const COMMANDS: readonly (readonly string[])[] = [
  ['open', '--id', 'new', 'Should we?'],
  ['run', '-q', '--id', 'new', 'Should we?'],
  ['say', 'open', '--seat', 'wall', '--key', 'k', 'No.'],
  ['interject', 'open', '--key', 'k', `It is ${SECRET}.`],
  ['close', 'open', '1. Yes'],
  ['kill', 'open', 'It takes too long.'],
  ['outcome', 'over', 'right', '--note', SECRET],
  ['redact', 'over', '--event', '2', '--reason', 'a name'],
  ['redact', 'open', '--event', '1', '--reason', 'a name'],
  ['fork', 'over', '--id', 'new', '-q'],
  ['recheck', 'over', '-q'],
  ['resume', 'over', '-q'],
  ['delete', 'over', '--yes'],
  ['doctor', '--clean'],
];

let model: Project;
beforeAll(async () => {
  model = createProject();
  configure(model);
  for (const args of [
    ['open', '--id', 'open', 'Should we?'],
    ['say', 'open', '--seat', 'wind', `Yes, ${SECRET} says so.`],
    ['run', '-q', '--id', 'over', 'Should we?'],
  ])
    expect((await model.call(args)).code).toBe(0);
});
afterAll(() => model.dispose());

function configure(project: Project): void {
  project.configure({ agents: { quick: quickRehearsal }, seats: { wind: 'quick', wall: 'quick', door: 'quick' } });
}

function copyOfModel(): Project {
  const project = createProject();
  configure(project);
  fs.cpSync(model.debates, project.debates, { recursive: true });
  return project;
}

const faultAt = (project: Project, changes: number, more: Record<string, string> = {}) => ({
  env: {
    NODE_OPTIONS: `--require=${JSON.stringify(PRELOAD)}`,
    KILL_IN: project.debates,
    KILL_AFTER: `${changes}`,
    ...more,
  },
});

const seqsIn = (stdout: string) =>
  [...stdout.matchAll(/^#(\d+) ([a-z-]+)$/gm)].map(([, seq, type]) => `${seq} ${type}`);

/** All that has to hold whatever happened, once the next writes are done. */
async function expectWhole(project: Project): Promise<void> {
  const verified = await project.call(['verify', '--all']);
  expect([verified.code, verified.stderr]).toEqual([0, expect.not.stringContaining('error:')]);
  const ids = project.ledgers.ids();
  const inPython = verifyInPython(ids.map((id) => ({ data: project.ledgers.text(id), head: null })));
  expect(inPython).toEqual(ids.map(() => null));
  const cleaned = await project.call(['doctor', '--clean']);
  expect(cleaned.stdout).toMatch(/copies +(?:none left behind|removed )/);
  expect((await project.call(['doctor'])).stdout).toContain('none left behind');
  const names = fs.readdirSync(project.debates, { recursive: true }).map(String);
  expect(names.filter((name) => /live\.ndjson$|^\.hall\/drafts\/./.test(name))).toEqual([]);
}

/** Gives the command with a fault, then again without one. */
async function survive(args: readonly string[], changes: number, more: Record<string, string>): Promise<void> {
  const project = copyOfModel();
  try {
    const [command = '', id = ''] = args;
    const first = await project.run(args, faultAt(project, changes, more));
    expect(first.stderr).not.toMatch(/internal error|^\s+at /m);
    if (project.ledgers.exists(id)) {
      const events = project.events(id).map(({ seq, type }) => `${seq} ${type}`);
      expect(events).toEqual(expect.arrayContaining(seqsIn(first.stdout)));
    }
    const again = await project.call(args);
    // What was done already is refused in words; a recheck may come to something else, and no agent is installed here.
    expect([0, 2, { recheck: 8, doctor: 4 }[command]]).toContain(again.code);
    if (command === 'redact') {
      expect(again.code).toBe(0);
      expect(project.ledgers.text(id)).not.toContain(SECRET);
    }
    await expectWhole(project);
  } catch (error) {
    throw new Error(`${args.join(' ')}, after ${changes} changes, ${JSON.stringify(more)}`, { cause: error });
  } finally {
    project.dispose();
  }
}

/** Every command at every depth in turn: any number of them covers as much as it can. */
function planFaults(count: number): [command: string, args: readonly string[], depths: readonly number[]][] {
  const depths = COMMANDS.map((): number[] => []);
  for (let round = 0; round < count; round += 1) {
    // 7 is prime to the number of changes, so that a short run meets different depths, too.
    const depth = ((round * 7) % MOST_CHANGES) + Math.floor(round / (COMMANDS.length * MOST_CHANGES));
    depths[round % COMMANDS.length]?.push(depth);
  }
  return COMMANDS.flatMap((args, at) => {
    const planned = depths[at] ?? [];
    return planned.length === 0 ? [] : [[`${args.join(' ')} (${planned.length})`, args, planned]];
  });
}

describe.skipIf(onPostgres)('a command that writes', () => {
  it.runIf(inCi).each(planFaults(times(42, 1, 308)))('survives being killed: %s', async (_, args, depths) => {
    for (const depth of depths) await survive(args, depth, {});
  });

  it.runIf(inCampaign).each(planFaults(times(28, 0, 154)))(
    'survives a disk that reports an error: %s',
    async (_, args, depths) => {
      for (const depth of depths) await survive(args, depth, { FAULT: 'EIO' });
    },
  );

  it.runIf(inCampaign)('survives a clock that goes back: times of a ledger never do', async () => {
    for (const args of COMMANDS) {
      await survive(args, Number.MAX_SAFE_INTEGER, { CLOCK_BACK_MS: `${HOUR_MS}` });
    }
  });
});

describe.skipIf(onPostgres)('an MCP server', () => {
  it.runIf(inCi)(`survives being killed under its client, ${times(10, 1, 40)} times`, async () => {
    for (let round = 0; round < times(10, 1, 40); round += 1) {
      const project = copyOfModel();
      const { env } = faultAt(project, round % 20);
      const server = await connect(project.folder, { env: { ...env, HOME: project.env.HOME } });
      const acknowledged: string[] = [];
      try {
        await server.call('init_debate', { thread_id: 'mcp', topic: 'Should we?' });
        for (const [role, content] of [
          ['Wind', 'Yes, one.'],
          ['Wall', 'No, two.'],
          ['Door', '1. Three.'],
        ] as const) {
          await server.call('add_turn', { thread_id: 'mcp', role, content });
          acknowledged.push(content);
        }
        await server.call('close_debate', { thread_id: 'mcp', synthesis: '1. Four.' });
        acknowledged.push('1. Four.');
      } catch {
      } finally {
        await server.close().catch(() => {});
      }
      const text = project.ledgers.exists('mcp') ? project.ledgers.text('mcp') : '';
      expect(acknowledged.filter((content) => !text.includes(JSON.stringify(content)))).toEqual([]);
      const interjected = await project.call(['interject', 'open', 'Go on.']);
      expect(interjected.code).toBe(0);
      await expectWhole(project);
      expect(fs.existsSync(path.join(project.debates, '.hall', 'drafts', 'mcp'))).toBe(false);
      project.dispose();
    }
  });
});
