// Tags from the command line: given when a debate is opened, looked for later, kept by what comes from it.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { createProject, type Project } from '../support/project.ts';

let project: Project;
beforeAll(async () => {
  project = createProject({ tags: ['Team A'] });
  const tags = ['Data  Base', 'c++', 'TEAM-A'].flatMap((tag) => ['--tag', tag]);
  await project.call(['check', '--rehearse', '--id', 'rust', '-q', ...tags, 'Should we use Rust?']);
  await project.call(['open', '--id', 'lunch', '--tag', 'c++', 'Where do we have lunch?']);
});
afterAll(() => project.dispose());

async function idsOf(...words: string[]): Promise<string[]> {
  const { stdout, code } = await project.call([...words, '--json']);
  expect(code).toBe(EXIT.ok);
  return (JSON.parse(stdout) as { threadId: string }[]).map(({ threadId }) => threadId).sort();
}
const tagsOf = async (id: string) => (await project.shown(id)).tags;

describe('tags', () => {
  it('are those of the project and of the command line, each once and in one spelling', async () => {
    expect(await tagsOf('rust')).toEqual(['team-a', 'data-base', 'c++']);
    expect((await project.call(['show', 'rust'])).stdout).toContain('\nTags: team-a, data-base, c++\n');
    const [head, ...lines] = (await project.call(['list'])).stdout.split('\n');
    expect(head).toMatch(/ TURNS {2}TAGS +TOPIC$/);
    expect(lines.find((line) => line.startsWith('rust'))).toContain('  team-a, data-base, c++  Should we use Rust?');
  });

  it('choose what list, search and recall show; of several, debates have all', async () => {
    expect(await idsOf('list', '--tag', 'C++')).toEqual(['lunch', 'rust']);
    expect(await idsOf('list', '--tag', 'c++', '--tag', 'data base')).toEqual(['rust']);
    expect(await idsOf('list', '--tag', 'c')).toEqual([]);
    expect(await idsOf('search', 'rust', '--tag', 'data-base')).toEqual(['rust']);
    expect(await idsOf('search', 'data-base')).toEqual(['rust']);
    expect(await idsOf('recall', 'Is it Rust?', '--tag', 'data-base')).toEqual(['rust']);
    expect(await idsOf('recall', 'Is it Rust?', '--tag', 'security')).toEqual([]);
  });

  it.each([
    ['a, b', /"a, b" is not a tag\./],
    ['-x', /"-x" is not a tag\./],
    ['x'.repeat(41), /is not a tag\./],
    ['\u202Ex', /is not a tag\./],
    [' ', /is not a tag\./],
    ['ghp_0123456789abcdefghijklmnopqrstuvwxyzAB', /A tag looks like a secret\./],
  ])('that nobody could find are refused: %j', async (tag, message) => {
    for (const command of [['open', 'Is it?'], ['list']]) {
      const { code, stderr } = await project.call([...command, `--tag=${tag}`]);
      expect(code).toBe(EXIT.usage);
      expect(stderr).toMatch(message);
      expect(stderr).not.toContain('ghp_');
    }
  });

  it('are at most ten', async () => {
    const many = Array.from({ length: 10 }, (_, number) => ['--tag', `t${number}`]).flat();
    expect((await project.call(['open', 'Is it?', ...many])).stderr).toContain('at most 10 tags; there are 11');
  });

  it('stay with a fork, a recheck and a vote to compare with, whatever the configuration says by then', async () => {
    const before = ['team-a', 'data-base', 'c++'];
    project.configure({ tags: ['later'] });
    await project.call(['fork', 'rust', '--id', 'forked', '-q']);
    expect(await tagsOf('forked')).toEqual(before);
    await project.call(['recheck', 'rust', '-q']);
    await project.call(['resume', 'rust', '--compare', '2', '-q']);
    const rows = JSON.parse((await project.call(['list', '--json'])).stdout) as {
      relation?: { kind: string };
      tags: readonly string[];
    }[];
    const related = rows.filter(({ relation }) => relation !== undefined);
    expect(related.map(({ relation }) => relation?.kind).sort()).toEqual(['comparison', 'fork', 'recheck']);
    for (const { tags } of related) expect(tags).toEqual(before);
  });

  it('are in the documents, and in the ledger as it verifies', async () => {
    const exported = async (format: string) => (await project.call(['export', 'rust', '--format', format])).stdout;
    expect(await exported('octave')).toContain('\n  TAGS::["team-a","data-base","c++"]\n');
    expect(await exported('markdown')).toContain('\n- Tags: team-a, data-base, c++\n');
    const html = (await project.call(['export', 'rust', '--format', 'html'])).stdout;
    expect(html).toMatch(/<span class="chip">data-base<\/span>/);
    expect(project.ledgers.text('rust')).toContain('"tags":["team-a","data-base","c++"]');
    expect((await project.call(['verify', 'rust'])).code).toBe(EXIT.ok);
  });

  it('are checked in the configuration', async () => {
    project.configure({ tags: ['a, b'] });
    const { code, stderr } = await project.call(['list']);
    expect(code).toBe(EXIT.usage);
    expect(stderr).toContain('tags');
    expect(stderr).toContain('must be a tag such as "security"');
  });
});
