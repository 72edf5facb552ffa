import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectHere } from '../mcp/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';
import { itInFolders } from '../support/shared-store.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => {
  project.dispose();
});

/** As a program of its own when it has something to read. */
const ok = async (args: readonly string[], stdin?: string) => {
  const done = stdin === undefined ? await project.call(args) : await project.run(args, { stdin });
  expect([args.join(' '), done.code, done.stderr.includes('error')]).toEqual([args.join(' '), 0, false]);
  return done;
};
const refused = async (args: readonly string[], code: string, exit = 2) => {
  const done = await project.call([...args, '--json']);
  expect([args.join(' '), done.code]).toEqual([args.join(' '), exit]);
  expect(JSON.parse(done.stdout)).toMatchObject({ error: { code } });
  expect(done.stderr).toContain('error:');
  return done;
};

describe('a debate by hand', () => {
  it.runIf(inCi)('goes from open to close, each step with its number, and leaves a record that verifies', async () => {
    expect((await ok(['open', '--id', 'd', 'Should we?'])).stdout).toBe('d\n');
    const wind = await ok(['say', 'd', '--seat', 'wind', '--author', 'Ada', 'Why not?']);
    const asked = 'wrote the decision, and no seat was asked about it.';
    expect(wind.stdout).toBe('#1 turn-recorded\n');
    expect(wind.stderr).toContain('Wall');
    expect((await ok(['show', 'd'])).stdout).toContain('Next: Wall speaks.');
    await ok(['say', 'd', '--seat', 'wall'], 'From standard input: too dear.');
    await ok(['interject', 'd', '--source', 'https://example.org/1', 'Remember the budget.']);
    await ok(['say', 'd', '--seat', 'door', '1. Yes.']);
    await ok(['close', 'd', 'We do it.']);
    const record = await project.shown('d');
    expect(record.outcomeMeaning).toBe(`Someone who spoke for Wall and Door ${asked}`);
    expect(record).toMatchObject({ status: 'closed', outcome: 'closed-manually', decision: 'We do it.' });
    expect(record.entries.map((entry) => ('text' in entry ? entry.text : ''))).toEqual([
      'Why not?',
      'From standard input: too dear.',
      'Remember the budget.',
      '1. Yes.',
    ]);
    expect((await ok(['list'])).stdout).toMatch(/^d +\S+ +closed manually/m);
    expect((await ok(['verify', 'd'])).stdout).toContain('ok 6 events');
    const shown = (await ok(['show', 'd'])).stdout;
    expect(shown).toContain('Ada, manually');
    expect(shown).not.toContain('Next:');
    expect(project.ledgers.document('d', '.oct.md')).toContain('We do it.');
  });

  it('takes no author for an import, whatever their name', async () => {
    await ok(['open', '--id', 'd', 'Should we?']);
    await ok(['close', 'd', '--author', 'imported', 'We do it.']);
    const { outcomeMeaning } = await project.shown('d');
    expect(outcomeMeaning).not.toContain('import');
  });

  it('takes a name for the record, and says so when it is none', async () => {
    await ok(['open', '--id', 'd', 'Should we?']);
    for (const name of ['', ' ', 'A'.repeat(201)]) {
      const { stderr } = await refused(['interject', 'd', '--author', name, 'Remember the budget.'], 'bad-input');
      expect(stderr).toMatch(/The name of the author is (empty|longer than 200 characters)\.\nnext: .*--author/);
    }
    await ok(['interject', 'd', '--author', ' Ada ', 'Remember the budget.']);
    expect((await ok(['show', 'd'])).stdout).toContain('Ada');
  });

  it('knows the seats by all their names', async () => {
    await ok(['open', '--id', 'd', '--format', 'asymmetric', 'Should we?']);
    await refused(['say', 'd', '--seat', 'Deep', '--vote', 'approve', 'No.'], 'rule-violation');
    await ok(['say', 'd', '--seat', 'Deep', 'No.']);
    await ok(['say', 'd', '--seat', 'fresh-1', 'Yes.']);
    await refused(['say', 'd', '--seat', 'nobody', 'Perhaps.'], 'not-found');
    const { entries } = await project.shown('d');
    expect(entries.map((entry) => 'seat' in entry && entry.seat)).toEqual(['experienced', 'fresh']);
  });

  it('says which labels are wanted where plain words are not enough, which JSON where it is wrong, and where more about it stands', async () => {
    await ok(['open', '--id', 'd', '--format', 'oxford', 'This house would move']);
    const say = async (words: string) =>
      (await refused(['say', 'd', '--seat', 'proposition', words], 'rule-violation')).stderr;
    const [labels, json] = ['The labels are Arguments, Title, Claim,', '{"arguments": [{"title", "claim", "grounds"'];
    const toWords = await say('We should move.');
    const toJson = await say('```json\n{"arguments": []}\n```');
    expect([toWords.includes(labels), toWords.includes(json)]).toEqual([true, false]);
    expect([toJson.includes(labels), toJson.includes(json)]).toEqual([false, true]);
    for (const stderr of [toWords, toJson]) expect(stderr).toContain('docs/formats/oxford.md');
  });

  it('is listed with all that its seats have said, whatever the format calls it', async () => {
    await ok(['open', '--id', 'd', '--format', 'plan', 'Move the sessions']);
    await ok(['say', 'd', '--seat', 'planner-1', '--', '- Measure: how long it takes']);
    await ok(['interject', 'd', 'Remember the budget.']);
    expect((await ok(['list'])).stdout).toMatch(/ 1 +Move/);
    await ok(['say', 'd', '--seat', 'planner-2', '--', '- Move: by night']);
    expect((await ok(['list'])).stdout).toMatch(/ 2 +Move/);
    expect(JSON.parse((await ok(['list', '--json'])).stdout)).toMatchObject([{ threadId: 'd', turns: 2 }]);
  });

  itInFolders('a ledger that is a file')(
    'is a ledger already, which import says in place of reading it as something else',
    async () => {
      await ok(['open', '--id', 'd', 'Should we?']);
      for (const text of ['Why not?', 'Too dear.']) {
        const { stderr } = await refused(['import', project.ledger('d')], 'bad-input');
        expect(stderr).toContain('is already a Debate Hall ledger, of the debate "d"');
        expect(stderr).toContain(`Copy it to ${project.ledger('d')}, and check it with "debate-hall verify d".`);
        await ok(['say', 'd', '--seat', text === 'Why not?' ? 'wind' : 'wall', text]);
      }
    },
  );

  it('is deleted with its record, once someone has said that it is meant', async () => {
    await ok(['open', '--id', 'd', 'Should we?']);
    await ok(['close', 'd', 'We do it.']);
    await refused(['delete', 'd'], 'usage');
    expect(project.ledgers.exists('d')).toBe(true);
    expect((await ok(['delete', 'd', '--yes'])).stdout).toBe('deleted d\n');
    expect([project.ledgers.exists('d'), project.ledgers.document('d', '.oct.md')]).toEqual([false, undefined]);
    await refused(['delete', 'd', '--yes'], 'not-found');
    await ok(['open', '--id', 'd', 'Should we still?']);
  });

  it.runIf(inCampaign)('refuses what is not due, not there, or not allowed any more, and changes nothing', async () => {
    await ok(['open', '--id', 'd', 'Should we?']);
    const before = project.ledgers.text('d');
    await refused(['say', 'd', '--seat', 'door', 'Too soon.'], 'not-your-turn');
    await refused(['say', 'd', '--seat', 'judge', 'Hello.'], 'not-found');
    await refused(['say', 'd', '--seat', 'wind', '  '], 'rule-violation');
    await refused(['say', 'd', '--seat', 'wind', '--cognition', 'BATHOS', 'Hello.'], 'rule-violation');
    const misspelt = await refused(
      ['say', 'd', '--seat', 'wind', '--data', 'cognitoin=PATHOS', 'Hi.'],
      'rule-violation',
    );
    expect(misspelt.stderr).toContain('The data of a turn has no "cognitoin"');
    expect(misspelt.stderr).toContain('It takes cognition.');
    await refused(['say', 'd', '--seat', 'door', '--data', 'zzz=1', 'Too soon.'], 'not-your-turn');
    await refused(['say', 'nothing', '--seat', 'wind', 'Hello.'], 'not-found');
    await refused(['pick', 'd', 'wall'], 'rule-violation');
    await refused(['interject', 'd', ' '], 'bad-input');
    await refused(['close', 'd'], 'bad-input');
    await refused(['close', 'd', ' '], 'bad-input');
    await refused(['kill', 'd', ' '], 'bad-input');
    await refused(['redact', 'd', '--event', '7', '--reason', 'x'], 'not-found');
    await refused(['redact', 'd', '--event', '0', '--field', '/nothing', '--reason', 'x'], 'not-found');
    await refused(['open', '--id', 'd', 'Should we again?'], 'already-exists');
    expect((await project.call(['say', 'd', 'No seat given.'])).code).toBe(2);
    expect(project.ledgers.text('d')).toBe(before);

    await ok(['kill', 'd', 'wrong question']);
    await refused(['say', 'd', '--seat', 'wind', 'Late.'], 'not-active');
    await refused(['interject', 'd', 'Late.'], 'not-active');
    await refused(['close', 'd', 'Late.'], 'not-active');
    await refused(['kill', 'd', 'again'], 'not-active');
    expect((await project.run(['resume', 'd'])).code).toBe(130);
  });

  it('is planned under a name that is still free', async () => {
    const [{ stdout: id }] = [await ok(['open', 'Should we?'])];
    const planned = await ok(['run', '--rehearse', '--dry-run', 'Should we?']);
    expect(planned.stdout).toContain(`Would open ${id.trim()}-2 (`);
    for (const command of [
      ['run', 'Should we?'],
      ['plan', 'Should we?'],
      ['fork', id.trim()],
    ]) {
      const rehearse = command[0] === 'fork' ? [] : ['--rehearse'];
      await refused([...command, ...rehearse, '--dry-run', '--id', id.trim()], 'already-exists');
    }
  });

  it('says in every door why it was killed', async () => {
    await ok(['open', '--id', 'd', 'Should we?']);
    await ok(['kill', 'd', '--author', 'Ada', 'wrong question']);
    expect((await ok(['show', 'd'])).stdout).toContain('wrong question');
    for (const format of ['markdown', 'octave', 'json']) {
      const { stdout } = await ok(['export', 'd', '--format', format]);
      expect(stdout).toContain('wrong question');
      expect(stdout).toContain('Ada');
    }
  });

  it('says that it takes the outcome of a debate that had ended, and kills nothing twice', async () => {
    const lost = 'The debate had ended before (closed manually): nothing that it had come to stands any more.';
    for (const id of ['d', 'e']) {
      await ok(['open', '--id', id, 'Should we?']);
      await ok(['close', id, 'Yes.']);
    }
    expect((await ok(['kill', 'd', 'No.'])).stderr).toContain(lost);
    await refused(['kill', 'd', 'No.'], 'not-active');
    expect(project.events('d')).toHaveLength(3);
    const { client, close } = await connectHere(project.folder);
    for (const [id, text] of [
      ['e', `Ended debate e. ${lost}`] as const,
      ['e', 'Debate e was already ended.'] as const,
    ]) {
      const { content } = await client.callTool({
        name: 'force_close_debate',
        arguments: { thread_id: id, reason: 'No.' },
      });
      expect(content).toMatchObject([{ text }]);
    }
    await close();
    expect(project.events('e')).toHaveLength(3);
  });

  it('records the same turn under the same key once, and refuses other words under it', async () => {
    await ok(['open', '--id', 'd', 'Should we?']);
    await ok(['say', 'd', '--seat', 'wind', '--key', 'k', 'Why not?']);
    const again = await ok(['say', 'd', '--seat', 'wind', '--key', 'k', 'Why not?']);
    expect(again.stdout).toBe('#1 turn-recorded\n');
    expect(again.stderr).toContain('Already recorded');
    await refused(['say', 'd', '--seat', 'wind', '--key', 'k', 'Other words.'], 'key-conflict');
    expect(project.events('d')).toHaveLength(2);
  });

  it('removes text for good from ledger, record and exports, and still verifies', async () => {
    await ok(['open', '--id', 'd', 'Should we?']);
    await ok(['say', 'd', '--seat', 'wind', 'The password is swordfish.']);
    await ok(['say', 'd', '--seat', 'wall', 'Not swordfish.']);
    await ok(['say', 'd', '--seat', 'door', '1. swordfish it is.']);
    await ok(['close', 'd', 'swordfish']);
    const first = await ok(['redact', 'd', '--event', '1', '--field', '/content', '--reason', 'a secret']);
    expect(first.stderr).not.toContain('quotes');
    const last = await ok(['redact', 'd', '--event', '4', '--reason', 'a secret']);
    expect(last.stderr).toContain('d still quotes it, in events 2 and 3.');
    await ok(['redact', 'd', '--event', '2', '--reason', 'a secret']);
    await ok(['redact', 'd', '--event', '3', '--reason', 'a secret']);
    const none = await refused(['redact', 'd', '--event', '5', '--reason', 'a secret'], 'bad-input');
    expect(none.stderr).toContain('next:  Find the number of the text with "debate-hall show d".');
    expect(project.ledgers.holding('swordfish')).toEqual([]);
    expect((await ok(['show', 'd'])).stdout).toContain('a secret');
    expect((await ok(['verify', 'd'])).code).toBe(0);
    const again = await ok(['redact', 'd', '--event', '1', '--reason', 'again']);
    expect([again.stdout, again.stderr]).toEqual(['', expect.stringContaining('Event 1 was redacted before')]);
  });

  it('lets speakers be picked in mediated order', async () => {
    await ok(['open', '--id', 'd', '--mediated', 'Should we?']);
    await ok(['pick', 'd', 'door']);
    await refused(['say', 'd', '--seat', 'wind', 'Me first.'], 'not-your-turn');
    await ok(['say', 'd', '--seat', 'door', '1. Picked.']);
    const none = await refused(['pick', 'd', 'judge'], 'not-found');
    expect(none.stderr).toContain('Pick one of wind, wall, door, or close.');
    await ok(['pick', 'd', 'close']);
  });

  it.runIf(inCi)('holds a strict debate to the cognition rules', async () => {
    await ok(['open', '--id', 'd', '--strict', 'Should we?']);
    await refused(['say', 'd', '--seat', 'wind', 'No question here'], 'rule-violation');
    const { stderr } = await refused(['say', 'd', '--seat', 'wind', '--cognition', 'PATHOS', 'flat'], 'rule-violation');
    expect(stderr).toContain('at least one question');
    await ok(['say', 'd', '--seat', 'wind', '--cognition', 'PATHOS'], '- one?\n- two?');
  });

  it('is exhausted at its limit and can still be closed', async () => {
    await ok(['open', '--id', 'd', '--max-turns', '1', 'Should we?']);
    await ok(['say', 'd', '--seat', 'wind', 'Why not?']);
    await refused(['say', 'd', '--seat', 'wall', 'No.'], 'not-active');
    await ok(['close', 'd', 'Undecided.']);
    expect(await project.shown('d')).toMatchObject({ outcome: 'stopped-by-limit' });
  });

  it('takes over from agents and hands back: a run continues with seats that are open', async () => {
    await ok(['open', '--id', 'd', 'Should we?']);
    const { code, stderr } = await project.call(['resume', 'd']);
    expect(code).toBe(4);
    expect(stderr).toContain('waiting for a person');
    expect(stderr).toContain('0 calls planned');
    project.configure({ agents: { seat: project.seat('seat') } });
    await ok(['say', 'd', '--seat', 'wind', 'By hand.']);
    const resumed = await project.record(['resume', '--json', '--wall', 'seat', '--door', 'seat', 'd']);
    expect(resumed.code).toBe(4);
    expect(project.calls().map(({ act }) => act)).toEqual(['speak', 'speak']);
    expect(project.calls()[0]?.heard).toContain('By hand.');
  });
});
