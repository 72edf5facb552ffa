// What people and agents can get wrong, from outside: a clear error, the right exit code, and nothing that reaches the
// terminal, the disk or a program that should not.
import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, everySeat, linesOf, type Project, quickRehearsal } from '../support/project.ts';

let project: Project;
beforeEach(() => {
  project = createProject({ agents: { quick: quickRehearsal }, seats: everySeat('quick'), recipe: 'quick' });
});
afterEach(() => {
  project.dispose();
});

const ESC = '\u001b';

/** As a program of its own when it may read its standard input. */
async function refused(args: readonly string[], code: string, stdin?: string | Uint8Array) {
  const done = await (stdin === undefined
    ? project.call([...args, '--json'])
    : project.run([...args, '--json'], { stdin }));
  expect([args.join(' ').slice(0, 80), done.code]).toEqual([args.join(' ').slice(0, 80), 2]);
  expect(JSON.parse(done.stdout)).toMatchObject({ error: { code } });
  expect(done.stderr).not.toContain('internal error');
  return done;
}

describe('topics', () => {
  it.runIf(inCampaign)('that are empty, too short or too long are refused', async () => {
    for (const topic of ['', ' \n\t', '?', 'ab', '\u200b \u200b\u200d\u2060'])
      await refused(['run', topic], 'bad-input');
    await refused(['run'], 'bad-input', '');
    await refused(['run', '-f', project.write('long.md', 'why? '.repeat(210_000))], 'bad-input');
    await refused(['run'], 'bad-input', 'x'.repeat(1024 * 1024));
    await refused(['open', '-f', project.write('binary.md', 'a\0b')], 'bad-input');
    expect(project.ledgers.isUntouched()).toBe(true);
  });

  it('that steer terminals are made visible, and those in other scripts are kept', async () => {
    const topic = `Sollen wir ${ESC}[2J${ESC}]0;gone\u0007 umziehen? 引っ越す？ 🏠`;
    const { stdout, stderr } = await project.call(['run', '--id', 'd', topic]);
    expect(stdout + stderr).not.toContain(ESC);
    expect(stderr).toContain('Sollen wir ␛[2J␛]0;gone␇ umziehen? 引っ越す？ 🏠');
  });

  it('that look like options or paths are only topics', async () => {
    const record = await project.record(['run', '--json', '--', '--help @/etc/passwd $(touch x) `y`']);
    expect(record).toMatchObject({ code: 0, topic: '--help @/etc/passwd $(touch x) `y`' });
    expect(fs.existsSync(project.path('x'))).toBe(false);
  });
});

describe('a file that somebody names', () => {
  const TAKERS = [
    ['run', '--file'],
    ['run', '--batch'],
    ['import'],
    ['eval', 'verify'],
    ['eval', 'worth-it', '--rehearse'],
  ];

  it('is refused when it is longer than memory, or no text', async () => {
    const long = project.write('long.jsonl', '');
    fs.truncateSync(long, 3 * 1024 ** 3);
    const latin = project.path('latin.jsonl');
    fs.writeFileSync(latin, Buffer.from('{"topic": "Straßen oder Wege?"}', 'latin1'));
    for (const taker of TAKERS) {
      expect((await refused([...taker, long], 'bad-input')).stderr).toContain('is larger than 256 MiB.');
      const { stderr } = await refused([...taker, latin], 'bad-input');
      expect(stderr).toContain('latin.jsonl is not text.\nnext:  Save it as UTF-8.');
    }
  });

  it('may begin with a byte order mark, and says nothing twice', async () => {
    project.write('topics.jsonl', '\uFEFF{"topic": "Tabs or spaces?", "id": "tabs"}\n');
    expect((await project.call(['run', '--batch', 'topics.jsonl'])).code).toBe(0);
    expect((await project.shown('tabs')).topic).toBe('Tabs or spaces?');
    project.write('topics.jsonl', '{"topic": "Tabs or spaces?", "topic": "Vim or Emacs?"}\n');
    const { stderr } = await refused(['run', '--batch', 'topics.jsonl'], 'bad-input');
    expect(stderr).toContain('Line 1 of topics.jsonl has "topic" twice.');
  });
});

describe('standard input', () => {
  it.runIf(inCampaign)('is refused when it is no text, before anything is written', async () => {
    const question = 'Sollen wir über Rust reden?';
    const [latin, wide] = [Buffer.from(question, 'latin1'), Buffer.from(`\uFEFF${question}`, 'utf16le')];
    await project.call(['open', '--id', 'd', 'Should we?']);
    const before = project.events('d').length;
    const takers = [
      ['run'],
      ['run', '--context', '-', 'Should we?'],
      ['say', '--seat', 'wind', 'd'],
      ['close', 'd', '-'],
      ['interject', 'd', '-'],
    ];
    for (const taker of takers) {
      for (const bytes of [latin, wide]) {
        const { stderr } = await refused(taker, 'bad-input', bytes);
        expect(stderr).toContain('Standard input is not text.\nnext:  Convert it to UTF-8, for example with iconv.');
      }
    }
    expect(project.events('d')).toHaveLength(before);
    expect(JSON.parse((await project.call(['list', '--json'])).stdout)).toHaveLength(1);
    const marked = await project.run(['run', '--id', 'marked'], { stdin: `\uFEFF${question}` });
    expect(marked.code).toBe(0);
    expect((await project.shown('marked')).topic).toBe(question);
  });
});

describe('options of a format', () => {
  it.each([
    [['--format', 'asymmetric', '-o', 'fresh_n=2'], 'asymmetric: fresh_n: unknown key', 'Did you mean "freshN"?'],
    [['--format', 'oxford', '--vote'], 'oxford: consensus: unknown key', 'Known: rounds'],
    [['--format', 'oxford', '--rounds', '99'], 'oxford: rounds: must be at most 20', 'docs/reference/formats.md'],
    [
      ['--format', 'plan', '-o', 'rounds=two'],
      'plan: rounds: must be a number, not a string',
      'docs/reference/formats.md',
    ],
    [['--format', 'asymmetric', '-o', 'deepN=3', '-o', 'freshN=3'], 'freshN: a debate has at most 5 seats', ''],
  ])('%j is refused with the name of the option and what is known', async (flags, message, hint) => {
    const { stdout } = await refused(['run', ...flags, 'Should we?'], 'bad-input');
    const { error } = JSON.parse(stdout);
    expect(error.message).toContain(message);
    expect(error.hint).toContain(hint);
  });

  it.each(['review', 'fix'])('without what %s needs is refused by a plan, too', async (format) => {
    await refused(['run', '--rehearse', '--dry-run', '--format', format, 'Is it safe?'], 'bad-input');
  });

  it('that counts no rounds is not asked to set them', async () => {
    const { stdout } = await refused(['run', '--format', 'asymmetric', '--max-turns', '3', 'Should we?'], 'bad-input');
    expect(JSON.parse(stdout).error.hint).not.toContain('--rounds');
  });
});

it('context that looks like a secret is taken where a person says so, in debates by hand as well', async () => {
  project.write('key.txt', `key = "AKIA${'ABCDEFGHIJKLMNOP'}"\n`);
  const open = ['open', '--id', 'd', '--context', 'key.txt', 'Should we?'];
  const { stdout } = await refused(open, 'secret-found');
  expect(JSON.parse(stdout).error.hint).toContain('--allow-secrets');
  expect((await project.call([...open, '--allow-secrets'])).code).toBe(0);
});

describe('a topic that looks like a secret', () => {
  const token = `ghp_${'a1b2'.repeat(5)}`;
  const topic = `Should we use ${token}?`;

  it.each([
    ['a debate', 'run', '--rehearse', topic],
    ['manual turns', 'open', topic],
    ['one question', 'check', '--rehearse', topic],
    ['a plan', 'plan', '--rehearse', topic],
    ['a forecast', 'run', '--rehearse', '--dry-run', topic],
    ['an option', 'open', '--options', `Rust,${token}`, 'Which one?'],
    ['an option of the format', 'open', '--format', 'oxford', '-o', `scope=Only ${token}`, 'We should.'],
    ['a list of it', 'open', '--format', 'oxford', '-o', `definitions=[{"term":"it","text":"${token}"}]`, 'We should.'],
  ])('is refused without printing it: %s', async (_, ...args) => {
    const { stdout, stderr } = await refused(args, 'secret-found');
    expect(JSON.parse(stdout).error.hint).toContain('--allow-secrets');
    expect(stdout + stderr).not.toContain(token.slice(4));
    expect(project.ledgers.isUntouched()).toBe(true);
  });

  it('is taken where a person says so, and never becomes a part of the ID', async () => {
    const { stdout, code } = await project.call(['open', '--allow-secrets', topic]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^\d{4}-\d\d-\d\d-use-redacted\n$/)]);
    expect((await project.shown(stdout.trim())).topic).toBe(topic);
  });
});

describe('what can never be redacted and looks like a secret', () => {
  const token = `ghp_${'a1b2'.repeat(5)}`;
  const open = ['open', '--id', 'd', 'Should we?'];
  it.each([
    ['ID', [], ['open', '--id', token, 'Should we?']],
    ['author', [open], ['say', 'd', '--seat', 'wind', '--author', token, 'Why not?']],
    ['key', [open], ['say', 'd', '--seat', 'wind', '--key', token, 'Why not?']],
    ['author', [open], ['interject', 'd', '--author', token, 'A word.']],
    ['author', [open], ['close', 'd', '--author', token, 'We do.']],
    ['author', [open, ['close', 'd', 'We do.']], ['outcome', 'd', '--author', token, 'right']],
  ])('as %s is refused', async (name, before, args) => {
    for (const each of before) await project.call(each);
    const { stdout, stderr, code } = await project.call(args);
    expect([code, stderr]).toEqual([2, expect.stringContaining(`The ${name} looks like it contains`)]);
    expect(`${stdout}${stderr}`).not.toContain(token);
  });

  it('is left out where something must be done at once', async () => {
    await project.call(open);
    expect((await project.call(['kill', 'd', '--author', token, 'Enough.'])).code).toBe(0);
    expect(JSON.stringify(project.events('d'))).not.toContain(token);
  });
});

describe('what a person says in a debate and looks like a secret', () => {
  const token = `ghp_${'a1b2'.repeat(5)}`;

  it.each([
    ['a turn', 'say', 'd', '--seat', 'wind', `1. Use ${token}.`],
    ['an interjection', 'interject', 'd', `Use ${token}.`],
    ['a decision', 'close', 'd', `We use ${token}.`],
  ])('is taken only where they say so: %s', async (_, ...args) => {
    await project.call(['open', '--id', 'd', 'Should we?']);
    const before = project.ledgers.text('d');
    const { stdout, stderr } = await refused(args, 'secret-found');
    expect(stdout + stderr).not.toContain(token.slice(4));
    expect(project.ledgers.text('d')).toBe(before);
    expect((await project.call([...args, '--allow-secrets'])).code).toBe(0);
  });
});

it('a reason that looks like a secret stops nobody: it is recorded without', async () => {
  const token = `ghp_${'a1b2'.repeat(5)}`;
  await project.call(['open', '--id', 'd', 'Should we?']);
  await project.call(['say', 'd', '--seat', 'wind', '1. Wait.']);
  expect((await project.call(['redact', 'd', '--event', '1', '--reason', `It named ${token}.`])).code).toBe(0);
  expect((await project.call(['kill', 'd', `Leaks ${token}.`])).code).toBe(0);
  expect(project.ledgers.text('d')).not.toContain(token);
  expect((await project.call(['show', 'd'])).stdout).toContain('Leaks [redacted].');
});

it('a note of an outcome that looks like a secret is taken only where a person says so', async () => {
  const token = `ghp_${'a1b2'.repeat(5)}`;
  await project.call(['open', '--id', 'd', 'Should we?']);
  await project.call(['close', 'd', 'We wait.']);
  const { stdout, stderr } = await refused(['outcome', 'd', 'right', '--note', `With ${token}.`], 'secret-found');
  expect(stdout + stderr).not.toContain(token.slice(4));
  expect((await project.call(['outcome', 'd', 'right', '--note', `With ${token}.`, '--allow-secrets'])).code).toBe(0);
});

it('an address of a database is no folder for a hall, and its password is not repeated', async () => {
  const { stdout } = await refused(['list', '--hall', 'postgres://ana:s3cret@127.0.0.1:1/hall'], 'bad-input');
  expect(stdout).toContain('environment variable');
  expect(stdout).not.toContain('s3cret');
});

it.runIf(inCampaign)('doctor says that a database cannot be reached, and checks the rest', async () => {
  project.configure({ store: { kind: 'postgres' } });
  const env = { DEBATE_HALL_DATABASE_URL: 'postgres://ana:s3cret@127.0.0.1:1/hall' };
  const { stdout, stderr } = await project.run(['doctor', '--json', '--trust'], { env });
  const { checks } = JSON.parse(stdout);
  expect(checks).toContainEqual({ name: 'hall', ok: false, message: expect.stringContaining('127.0.0.1:1/hall') });
  expect(checks).toContainEqual(expect.objectContaining({ name: 'node', ok: true }));
  expect(stdout + stderr).not.toContain('s3cret');
});

describe('names of debates', () => {
  it('that leave the hall or are no slug are refused by every command', async () => {
    const wrong = [
      '../escape',
      '/etc/passwd',
      'a/b',
      'a..b',
      '.hidden',
      'a.',
      'ä',
      'a b',
      '',
      'x'.repeat(129),
      'a\nb',
      'nul\\x',
    ];
    for (const id of wrong) await refused(['open', '--id', id, 'Should we?'], 'bad-input');
    for (const command of ['show', 'verify', 'resume']) await refused([command, '../escape'], 'bad-input');
    await refused(['say', '../escape', '--seat', 'wind', 'x'], 'bad-input');
    for (const command of ['watch', 'export']) expect((await project.call([command, '../escape'])).code).toBe(2);
    expect(fs.readdirSync(project.folder)).toEqual(['debate-hall.config.json']);
  });

  it('that are safe slugs are taken as they are', async () => {
    for (const id of ['rust-rewrite', '2026-11-20-x', 'v1.2_final', 'A']) {
      expect((await project.call(['open', '--id', id, 'Should we?'])).stdout).toBe(`${id}\n`);
    }
  });
});

describe('answers', () => {
  const hostile = `1. Go.${ESC}[2J${ESC}]8;;https://evil.example${ESC}\\link${ESC}]8;;${ESC}\\\u0007\u0008\u009b31m\u202e done\rOVER`;

  it('that steer terminals reach no terminal raw, in any door', async () => {
    project.configure({
      agents: { evil: project.seat('evil', { say: { speak: hostile, decide: hostile } }) },
      seats: everySeat('evil'),
      recipe: 'quick',
    });
    const run = await project.call(['run', '--id', 'd', 'Should we?']);
    expect(run.code).toBe(0);
    const shown = await project.call(['show', 'd']);
    const listed = await project.call(['list']);
    const watched = await project.call(['watch', 'd']);
    const exported = await Promise.all(
      ['markdown', 'octave', 'json'].map(async (format) => (await project.call(['export', 'd', '-F', format])).stdout),
    );
    for (const text of [run, shown, listed, watched]
      .flatMap(({ stdout, stderr }) => [stdout, stderr])
      .concat(exported)) {
      expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    expect(shown.stdout).toContain('Go.');
  });

  it('that steer terminals arrive escaped in the lines of --events', async () => {
    project.configure({
      agents: { evil: { ...project.seat('evil', { say: { speak: hostile, decide: hostile } }) } },
      seats: everySeat('evil'),
      recipe: 'quick',
    });
    const { stdout } = await project.call(['run', '--events', 'Should we?']);
    expect(stdout).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/);
    expect(linesOf(stdout).some(({ type }) => type === 'turn-recorded')).toBe(true);
  });

  it('that are error messages of programs are cleaned as well', async () => {
    project.configure({
      agents: { evil: project.seat('evil', { fail: `bad ${ESC}[2J${ESC}]0;x\u0007 thing` }) },
      seats: everySeat('evil'),
      recipe: 'quick',
      agentRetries: 0,
    });
    const { code, stdout, stderr } = await project.call(['run', '--id', 'd', 'Should we?']);
    expect(code).toBe(4);
    const shown = await project.call(['show', 'd']);
    expect(stdout + stderr + shown.stdout).not.toContain(ESC);
  });
});

describe('names of files', () => {
  it('that steer terminals reach no terminal raw', async () => {
    fs.mkdirSync(project.path('material'));
    fs.writeFileSync(project.path('material', `a${ESC}[2Jb.bin`), Buffer.from([0, 1, 2]));
    fs.writeFileSync(project.path('material', `c${ESC}[2Jd.md`), 'Fine.');
    const plan = await project.call(['run', '--dry-run', '--context', 'material', 'Should we?']);
    expect(plan.stdout).toMatch(/^ {2}material\/\S+ \([\d,]+ bytes\)$/m);
    expect(plan.code).toBe(0);
    const run = await project.call(['run', '--id', 'd', '--context', 'material', 'Should we?']);
    expect(run.code).toBe(0);
    const shown = await project.call(['show', 'd']);
    fs.writeFileSync(project.path('material', `e${ESC}[2Jf.md`), `token ghp_${'a1'.repeat(18)}`);
    const secret = await project.call(['run', '--context', 'material', 'Should we?']);
    expect(secret.code).toBe(2);
    for (const { stdout, stderr } of [plan, run, shown, secret]) expect(stdout + stderr).not.toContain(ESC);
  });
});

describe('context', () => {
  const token = `ghp_${'a1'.repeat(18)}`;

  it('that looks like a secret is refused without printing it, unless told otherwise', async () => {
    project.configure({ agents: { seat: project.seat('seat') }, seats: everySeat('seat'), recipe: 'quick' });
    project.write('notes.md', `The token is ${token}.`);
    const { stdout, stderr } = await refused(['run', '--context', 'notes.md', 'Should we?'], 'secret-found');
    expect(stdout + stderr).not.toContain(token);
    expect(stderr).toContain('notes.md');
    project.write('.env', 'A=1');
    await refused(['run', '--context', '.env', 'Should we?'], 'secret-found');
    await refused(['run', '--context', '-', 'Should we?'], 'secret-found', `key ${token}`);
    expect(project.calls()).toEqual([]);
    expect((await project.call(['run', '--allow-secrets', '--context', 'notes.md', 'Should we?'])).code).toBe(0);
  });

  it.runIf(inCi)('that is not there or no git range is refused', async () => {
    await refused(['run', '--context', 'missing.md', 'Should we?'], 'context-unreadable');
    await refused(['run', '--context', 'git:HEAD~1', 'Should we?'], 'context-unreadable');
    execFileSync('git', ['init', '-q', project.folder]);
    await refused(['run', '--context', 'git:HEAD~1', 'Should we?'], 'bad-input');
    await refused(['run', '--context', 'git:--output=x', 'Should we?'], 'bad-input');
    expect(fs.existsSync(project.path('x'))).toBe(false);
  });
});

describe('configuration', () => {
  it.runIf(inCi).each([
    ['an unknown key', { recipee: 'quick' }, 'recipee'],
    ['a wrong value', { limits: { tokens: -1 } }, 'limits.tokens'],
    ['an unknown agent', { seats: { wind: 'nobody' } }, 'nobody'],
    ['a wrong setting of an agent', { agents: { quick: { kind: 'rehearsal', speed: 1 } } }, 'speed'],
    ['an unknown option of the format', { formats: { 'wind-wall-door': { round: 1 } } }, 'round'],
    [
      'a secret',
      { agents: { c: { kind: 'claude', env: { ANTHROPIC_API_KEY: `sk-ant-${'a1'.repeat(20)}` } } } },
      'ANTHROPIC',
    ],
    ['a list', [], 'debate-hall.config.json'],
    ['no JSON', '{"recipe": ', 'debate-hall.config.json'],
  ])('with %s is refused by the file and the place, before anything runs', async (_, content, named) => {
    project.write('debate-hall.config.json', content);
    for (const args of [['run', '--rehearse', 'Should we?'], ['config', 'explain'], ['list']]) {
      const { stderr } = await refused(args, 'config-invalid');
      expect(stderr).toContain(named);
      expect(stderr).not.toContain('sk-ant-');
    }
    expect(project.ledgers.isUntouched()).toBe(true);
  });

  it('is explained with the origin of each value', async () => {
    const { code, stdout } = await project.call(['config', 'explain'], { env: { DEBATE_HALL_MAX_TOKENS: '5000' } });
    expect(code).toBe(0);
    expect(stdout).toMatch(/limits\.tokens +5000 +\(environment: DEBATE_HALL_MAX_TOKENS\)/);
    expect(stdout).toMatch(/recipe +"?quick"? +\(project-file: .*debate-hall\.config\.json\)/);
    expect(stdout).not.toContain('(default: ');
    const json = await project.call(['config', 'explain', '--json'], { env: { DEBATE_HALL_MAX_TOKENS: '5000' } });
    const origin = { kind: 'environment', source: 'DEBATE_HALL_MAX_TOKENS' };
    expect(JSON.parse(json.stdout)).toContainEqual({ path: 'limits.tokens', value: 5000, origin });
    expect((await project.call(['config', 'explain', '--all'])).stdout).toMatch(
      /limits\.turns +null +\(default: built in\)/,
    );
  });

  it('that is missing is an error when it was asked for', async () => {
    await refused(['list', '--config', 'missing.json'], 'config-invalid');
    expect((await project.call(['list'], { env: { DEBATE_HALL_CONFIG: 'missing.json' } })).code).toBe(2);
  });

  it('is written by init, not over a file that is there', async () => {
    expect((await project.call(['init'])).code).toBe(2);
    const { code, stdout } = await project.call(['init', '--force'], { env: { PATH: '/nonexistent' } });
    expect(code).toBe(0);
    expect(stdout.trim()).toBe(project.path('debate-hall.config.json'));
    expect((await project.call(['config', 'explain'])).code).toBe(0);
  });

  it('is not written through a link, which a repository could have put there', async () => {
    const precious = project.write('precious', '{}');
    fs.rmSync(project.path('debate-hall.config.json'));
    fs.symlinkSync(precious, project.path('debate-hall.config.json'));
    const { code, stderr } = await project.call(['init', '--force'], { env: { PATH: '/nonexistent' } });
    expect([code, stderr]).toEqual([2, expect.stringContaining('is a link')]);
    expect(fs.readFileSync(precious, 'utf8')).toBe('{}');
  });
});

describe('the machine', () => {
  it('is described by agents and doctor', async () => {
    const env = { PATH: '/nonexistent' };
    const agents = await project.call(['agents', '--json'], { env });
    expect(agents.code).toBe(0);
    expect(JSON.parse(agents.stdout)).toContainEqual(expect.objectContaining({ name: 'quick', usable: true }));
    expect((await project.call(['agents'], { env })).stdout).toContain('claude');
    const doctor = await project.call(['doctor', '--json'], { env });
    expect(doctor.code).toBe(4);
    expect(JSON.parse(doctor.stdout).checks).toContainEqual(expect.objectContaining({ name: 'hall', ok: true }));
    expect((await project.call(['doctor'], { env })).stdout).toContain('--rehearse');
    expect(project.ledgers.isUntouched()).toBe(true);
  });

  it('has the version and the help of every command', async () => {
    const { stdout } = await project.call(['--version']);
    expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
    const help = (await project.call(['--help'])).stdout;
    const commands = [...help.matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1] as string);
    expect(commands.length).toBeGreaterThan(15);
    for (const command of commands.filter((name) => name !== 'help')) {
      const { code, stdout: text } = await project.call([command, '--help']);
      expect([command, code]).toEqual([command, 0]);
      expect(text).toContain(`debate-hall ${command}`);
    }
  });
});
