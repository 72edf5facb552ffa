// What people see of a debate: whose words they are, what a result is worth, and that it fits the terminal.
import fs from 'node:fs';
import { chmod } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, everySeat, type Project, quickRehearsal } from '../support/project.ts';
import { itInFolders } from '../support/shared-store.ts';

let project: Project;
beforeEach(() => {
  project = createProject();
});
afterEach(() => {
  project.dispose();
});

const rehearsed = (settings: object = {}) =>
  project.configure({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick', ...settings });

const FORGERY = [
  'Why not?',
  '# Outcome: agreed',
  '\r── Round 2, Door #9\u2028Outcome   agreed: approved by vote',
  '\x1b[2J\x1b[1;1H\x85Authority full panel',
  `${'\t'.repeat(40)}Head`,
  `${' '.repeat(79)}Dissent${'\u00a0'.repeat(75)}Used`,
  `| ${'-'.repeat(90)} Record`,
].join('\n');

describe('words of a seat', () => {
  it.runIf(inCampaign)('stand behind a bar on every line, whatever they hold', async () => {
    await project.call(['open', '--id', 'd', 'Should we?']);
    await project.run(['say', 'd', '--seat', 'wind'], { stdin: FORGERY });
    await project.run(['interject', 'd'], { stdin: FORGERY });
    await project.run(['close', 'd', '-'], { stdin: FORGERY });
    const own = /^(# |── Round 2|Outcome {3}agreed|Authority full|Head(?! {6}[0-9a-f])|Dissent|Used$|Record)/m;
    for (const command of ['show', 'watch']) {
      const { stdout, stderr } = await project.call([command, 'd']);
      expect(stdout + stderr).toContain('│ # Outcome: agreed');
      expect(stdout + stderr).not.toMatch(own);
    }
    const terminal = project.startAtTerminal(['show', 'd'], { columns: 60 });
    expect(await terminal.finished).toBe(0);
    const lines = terminal.printed().split('\n');
    expect(lines.filter((line) => /Outcome: agreed/.test(line))).toEqual(Array(2).fill('│ Outcome: agreed'));
    // No line is so long that the terminal would begin another one by itself.
    expect(lines.filter((line) => line.length > 60 && !line.startsWith('Head'))).toEqual([]);
    expect(terminal.printed()).not.toMatch(own);
  });

  it.runIf(inCampaign)(
    'go through the pager of a person at a terminal, and to the terminal where that cannot be started',
    async () => {
      await project.call(['open', '--id', 'd', 'Should we?']);
      const pager = project.path('pager');
      project.write('pager', '#!/bin/sh\necho "The pager got:"\ncat\n');
      await chmod(pager, 0o755);
      const show = async (PAGER: string) => {
        const terminal = project.startAtTerminal(['show', 'd'], { columns: 80, env: { PAGER } });
        expect(await terminal.finished).toBe(0);
        return terminal.printed();
      };
      expect(await show(pager)).toMatch(/^The pager got:\n[\s\S]*Should we\?/);
      expect(await show('/nonexistent/pager')).toMatch(/^Should we\?/);
    },
  );

  it.runIf(inCampaign)('are wrapped by the columns that they take, and bold where Markdown has them so', async () => {
    await project.call(['open', '--id', 'd', 'Should we?']);
    const words = `これは「${'とても'.repeat(20)}」長い文章です。**Two words** 2**3 and src/**/*.ts`;
    await project.call(['say', 'd', '--seat', 'wind', words]);
    const terminal = project.startAtTerminal(['show', 'd'], { columns: 60 });
    expect(await terminal.finished).toBe(0);
    const said = terminal
      .printed()
      .split('\n')
      .filter((line) => line.startsWith('│'));
    // The bar, a blank, and 29 characters of two columns each.
    expect(said.slice(0, 2).map((line) => [...line].length)).toEqual([31, 31]);
    expect(terminal.printed()).toContain('Two words 2**3 and src/**/*.ts');
    expect(terminal.raw()).toContain('\x1b[1mTwo');
  });
});

describe('a summary at a terminal', () => {
  it.runIf(inCampaign)('has no line that is too long, and cuts dissent at a word', async () => {
    expect(
      (await project.call(['check', '--rehearse', '--id', 'd', 'Should we rewrite our backend in Rust?'])).code,
    ).toBe(6);
    const terminal = project.startAtTerminal(['show', '--summary', 'd'], { columns: 80 });
    await terminal.finished;
    const lines = terminal.printed().split('\n');
    expect(lines.filter((line) => line.trimEnd().length > 80)).toEqual([]);
    expect(terminal.printed()).toMatch(/^Events {4}6\nHead {6}[0-9a-f]{64}$/m);
    expect(terminal.printed()).toMatch(/^Dissent [\s\S]*\(Rehearsal: no model…$/m);
  });
});

it.runIf(inCampaign)('a long topic, the figures of its seats and a comparison break between words', async () => {
  const topic =
    'Should we rewrite our backend in Rust, or only the parser that the customers of last year asked us about?';
  for (const id of ['d', 'e']) await project.call(['check', '--rehearse', '--id', id, `${topic} ${id}`]);
  for (const args of [
    ['show', '--summary', 'd'],
    ['compare', 'd', 'e'],
  ]) {
    const terminal = project.startAtTerminal(args, { columns: 50 });
    expect(await terminal.finished).toBe(0);
    const lines = terminal.printed().split('\n');
    expect(lines.filter((line) => line.trimEnd().length > 50 && !line.startsWith('Head '))).toEqual([]);
  }
});

it.runIf(inCampaign)(
  'what the program says of a turn, of a replay, a check and a setting breaks between words',
  async () => {
    const name = 'checked-at-forty-columns-with-a-long-id';
    await project.call(['check', '--rehearse', '--id', name, 'Should we rewrite our backend in Rust?']);
    await project.call(['redact', name, '--event', '2', '--reason', 'it names a customer who left us last year']);
    for (const args of [
      ['show', name],
      ['replay', name, '--quiet'],
      ['verify', name],
      ['config', 'explain'],
    ]) {
      const terminal = project.startAtTerminal(args, { columns: 40, env: { PAGER: 'cat' } });
      expect(await terminal.finished).toBe(0);
      const lines = terminal.printed().split('\n');
      const isLong = (text: string) => text.trimEnd().length > 40;
      expect([args, lines.filter((line) => isLong(line) && !line.split(' ').some(isLong))]).toEqual([args, []]);
    }
  },
);

itInFolders('a folder')(
  'where a folder has a line end in its name, no name passes for a line of the program',
  async () => {
    const hall = 'two\nOutcome   Agreed';
    const { stderr } = await project.call(['check', '--rehearse', '--hall', hall, 'Should we?']);
    const doctor = await project.call(['doctor', '--hall', hall]);
    expect(stderr).toMatch(/^Record {4}\$'.+two\\nOutcome {3}Agreed/m);
    expect(`${stderr}${doctor.stdout}`).not.toMatch(/^Outcome {3}Agreed/m);
  },
);

describe('a result at a terminal', () => {
  const rehearse = async (columns: number, command: string[], question: string) => {
    project.configure({ agents: { rehearsal: { kind: 'rehearsal', wordsPerSecond: 10_000 } } });
    const terminal = project.startAtTerminal([...command, '--rehearse', '--id', 'd', question], { columns });
    await terminal.finished;
    return terminal.printed();
  };

  it.runIf(inCampaign)('leaves out what its streamed turns have said', async () => {
    const printed = await rehearse(80, ['check'], 'Should we rewrite our backend in Rust?');
    expect(printed.match(/C1: A small trial can be stopped/g)).toHaveLength(1);
    expect(printed).toContain('Outcome   Yes, by majority.');
    expect((await project.call(['show', 'd'])).stdout).toContain('C1, Seat 1: A small trial can be stopped');
  });

  const show = async (columns: number) => {
    const terminal = project.startAtTerminal(['show', 'd'], { columns });
    expect(await terminal.finished).toBe(0);
    return terminal.printed();
  };

  it.runIf(inCampaign)('says where a graph is drawn, and leaves its source to files and programs', async () => {
    const printed = await rehearse(80, ['run', '--format', 'oxford'], 'This house would rewrite its backend in Rust');
    const shown = await show(80);
    expect(shown).toMatch(/Argument graph\n(│ )?\n(│ )?Drawn by: debate-hall view d\n/);
    for (const text of [printed, shown]) expect(text).not.toContain('flowchart');
    expect((await project.call(['show', 'd'])).stdout).toContain('flowchart');
  });

  it.runIf(inCampaign)('breaks no word of a table, and says once what a step needs', async () => {
    const printed = await rehearse(60, ['plan'], 'Move the sessions from memory to Redis');
    const shown = (await show(60)).replace(/^│ ?/gm, '');
    const [, scores] = shown.split('Scores of the plans\n\n');
    expect(scores).toMatch(/^• planner: Planner 1\n {2}clarity: \d+\n {2}completeness: \d+\n {2}feasibility: /);
    for (const text of [printed, shown]) expect(text).not.toMatch(/^Dependencies$/m);
  });

  it.runIf(inCampaign)('ends the answers to a question with what they took and how to read them again', async () => {
    await rehearse(80, ['check'], 'Should we rewrite our backend in Rust?');
    const terminal = project.startAtTerminal(['ask', 'd', 'What would change your mind?']);
    expect(await terminal.finished).toBe(0);
    expect(terminal.printed()).toMatch(/\nUsed {6}3 calls · no cost\nNext {6}debate-hall show d\n$/);
  });
});

describe('the live view', () => {
  const MARKDOWN =
    '# Position\n\n**Go** now, see [why](https://a.example).\n\n- [EVIDENCE] none\n- Is there a tension?';
  const waiting = (settings: object = {}) =>
    project.configure({
      agents: {
        a: project.seat('wind', { say: { speak: MARKDOWN } }),
        b: project.seat('wall', { until: project.path('go') }),
        c: project.seat('door'),
      },
      seats: { wind: 'a', wall: 'b', door: 'c' },
      recipe: 'quick',
      ...settings,
    });

  it.runIf(inCampaign)('renders Markdown, says what is planned, and keeps a line about who is waited for', async () => {
    waiting({ limits: { tokens: 100_000, usd: 2 } });
    const terminal = project.startAtTerminal(['run', '--id', 'd', 'Should we?']);
    await terminal.sees('d · 3 calls planned · at most 100,000 tokens, $2 of reported cost\n');
    await terminal.sees('│ Position\n│ \n│ Go now, see why (https://a.example).\n│ \n│ • [EVIDENCE] none');
    await terminal.sees('round 1 of 1 · Wall speaks · 0 s · 120 tokens · $0.0100 · 1 of 3 calls');
    project.write('go', '');
    expect(await terminal.finished).toBe(0);
    expect(terminal.printed()).not.toContain('**');
  });

  it.runIf(inCampaign)('begins with a few lines of a topic that is long', async () => {
    project.configure({ agents: { rehearsal: { kind: 'rehearsal', wordsPerSecond: 10_000 } } });
    const run = project.startAtTerminal([
      'run',
      '--rehearse',
      '--recipe',
      'quick',
      '--id',
      'd',
      `We ${'should '.repeat(1_400)}.`,
    ]);
    expect(await run.finished).toBe(0);
    const [head = ''] = run.printed().split('d · 3 calls planned');
    expect(head.trim().split('\n').length).toBeLessThan(8);
    expect(head).toContain('…');
  });

  it.runIf(inCampaign)('shows a turn once, and the numbers of the claims that it makes', async () => {
    project.configure({ agents: { rehearsal: { kind: 'rehearsal', wordsPerSecond: 10_000 } } });
    const terminal = project.startAtTerminal(
      ['run', '--rehearse', '--id', 'd', 'Should we rewrite our backend in Rust?'],
      { columns: 120 },
    );
    expect(await terminal.finished).toBe(0);
    const [speech = ''] = terminal.printed().split('── Wall speaks');
    expect(speech.match(/Possible answers to/g)).toHaveLength(1);
    expect(speech).toContain('Recorded with numbers:\n');
    expect(speech).toContain('│ • C3 refined to C6: It holds for the first part');
    expect(terminal.printed()).not.toContain('SEARCH:');
    expect(project.ledgers.text('d')).toContain('SEARCH: tryout');
  });

  it.runIf(inCampaign).each([{ NO_COLOR: '1' }, ...(inCampaign ? [{ TERM: 'dumb' }] : [])])(
    'renders Markdown without an escape sequence with %o, then and later',
    async (env) => {
      waiting();
      project.write('go', '');
      for (const args of [
        ['run', '--id', 'd', 'Should we?'],
        ['show', 'd'],
      ]) {
        const terminal = project.startAtTerminal(args, { env: { ...env, PAGER: 'cat' } });
        expect(await terminal.finished).toBe(0);
        expect(terminal.raw()).not.toContain('\x1b');
        expect(terminal.printed()).toContain(
          '│ Position\n│ \n│ Go now, see why (https://a.example).\n│ \n│ • [EVIDENCE] none',
        );
        expect(terminal.printed()).not.toContain('of 3 calls');
      }
    },
  );

  it('never passes on what a seat writes to steer a terminal', async () => {
    const steering = '\x1b]0;title\x07\x1b[2J\x9b31m &#27;[2J **&#x9b;31m**\nIs there a tension?';
    waiting({
      agents: { a: project.seat('all', { say: { speak: steering, decide: `1. Go. ${steering}` } }) },
      seats: everySeat('a'),
    });
    const terminal = project.startAtTerminal(['run', '--id', 'd', 'Should we?']);
    expect(await terminal.finished).toBe(0);
    for (const sequence of ['\x1b]', '\x1b[2J', '\x9b']) expect(terminal.raw()).not.toContain(sequence);
  });

  it.runIf(inCampaign)('says of a run that is resumed how many calls remain', async () => {
    waiting();
    const run = project.start(['run', '--id', 'd', 'Should we?']);
    await run.says('stderr', 'Wall speaks');
    run.child.kill('SIGINT');
    expect((await run.finished).code).toBe(130);
    project.write('go', '');
    expect((await project.call(['resume', 'd'])).stderr).toContain('2 calls remain');
  });

  it.runIf(inCampaign)('says what past calls forecast', async () => {
    waiting();
    project.write('go', '');
    expect((await project.call(['run', '--id', 'first', 'Should we?'])).code).toBe(0);
    fs.rmSync(project.path('go'));
    const terminal = project.startAtTerminal(['run', '--id', 'second', 'Should we?'], { columns: 100 });
    await terminal.sees('past calls in this hall).');
    project.write('go', '');
    expect(await terminal.finished).toBe(0);
  });
});

describe('a result that is no plain decision of a whole panel', () => {
  it.runIf(inCampaign)('says so where the decision is kept, and where many are run', async () => {
    rehearsed();
    const { stdout } = await project.call(['run', '-q', '--id', 'd', 'Should we?']);
    expect(stdout.split('\n')[0]).toBe(
      '> Decided. One seat decided, without a vote. Full panel, REHEARSAL in Wind, Wall, Door.',
    );
    project.write('topics.jsonl', '{"topic":"Tabs or spaces?","id":"tabs"}\n');
    const batch = await project.call(['run', '--batch', 'topics.jsonl']);
    expect(batch.stdout).toContain(
      'tabs\tDecided. One seat decided, without a vote. Full panel, REHEARSAL in Wind, Wall, Door.\n',
    );
  });
});

describe('a run', () => {
  it.runIf(inCampaign)('stops when nobody reads its events any more, and can be resumed', async () => {
    const go = project.path('go');
    project.configure({
      agents: { a: project.seat('wind'), b: project.seat('wall', { until: go }) },
      seats: { wind: 'a', wall: 'b', door: 'b' },
      recipe: 'quick',
    });
    const run = project.start(['run', '--events', '--id', 'd', 'Should we?']);
    await run.says('stdout', '"type":"turn-recorded"');
    run.child.stdout?.destroy();
    // Only who writes to it finds out that a pipe is closed.
    await project.call(['interject', 'd', 'Is anybody there?']);
    const { code, stderr } = await run.finished;
    expect(code).toBe(130);
    expect(stderr).toContain('the debate is saved');
    expect(project.events('d').map(({ type }) => type)).toContain('run-paused');
    project.write('go', '');
    expect((await project.call(['resume', 'd'])).code).toBe(0);
  });

  it.runIf(inCi)(
    'says how many calls it takes; resumed when it is over, how it ended, with the exit code of its outcome',
    async () => {
      rehearsed({ agents: { quick: { ...quickRehearsal, vote: 'reject' } } });
      const first = await project.call(['run', '--id', 'd', '--vote', '--rounds', '2', 'Should we?']);
      expect(first.stderr).toContain('8 to 11 calls planned');
      const again = await project.call(['resume', 'd']);
      expect([first.code, again.code]).toEqual([6, 6]);
      expect(again.stdout).toBe(first.stdout);
      expect(again.stderr).toContain('Stable disagreement');
      expect(again.stderr).toContain('d.oct.md');
      const changed = await project.call(['resume', 'd', '--wall', 'quick', '--json']);
      expect([changed.code, JSON.parse(changed.stdout).error.code]).toEqual([2, 'not-active']);
      expect(project.events('d').filter(({ type }) => type === 'run-started')).toHaveLength(1);
    },
  );
});

it('who acts is whoever git would name as the author', async () => {
  await project.call(['open', '--id', 'd', 'Should we?']);
  await project.call(['interject', 'd', 'Hello.'], { env: { GIT_AUTHOR_NAME: 'Ada Lovelace' } });
  expect((await project.call(['show', 'd'])).stdout).toContain('Interjection by Ada Lovelace');
});
