// Completion: what the program offers for half a command line, and that a shell takes it over.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { completionLines } from '../../src/doors/cli/completion/complete.ts';
import { hasValues } from '../../src/doors/cli/completion/values.ts';
import { createProgram } from '../../src/doors/cli/program.ts';
import { callProgram } from '../support/call-program.ts';
import { inCampaign } from '../support/campaign.ts';
import { commandsBelow } from '../support/commands.ts';
import { createProject, MAIN, type Project } from '../support/project.ts';

const program = await createProgram();
const complete = async (...words: string[]) => await completionLines(await createProgram(words), words);
let project: Project;
beforeAll(async () => {
  project = createProject({ agents: { mine: { kind: 'rehearsal' } }, tags: ['team'] });
  for (const [id, topic] of [
    ['lunch', 'Where do we\nhave lunch?'],
    ['ledger-2', 'Which store?'],
  ] as const) {
    await callProgram('open', '--id', id, '--tag', 'food', '--hall', project.debates, topic);
  }
});
afterAll(() => project.dispose());

/** The offers for the last word, in the hall of the project; `undefined` for files. */
async function offered(...words: string[]): Promise<string[] | undefined> {
  const [command = '', ...rest] = words;
  const settings = ['--hall', project.debates, '--config', project.path('debate-hall.config.json')];
  const takesHall = program.commands
    .find((each) => each.name() === command)
    ?.options.some(({ long }) => long === '--hall');
  const [kind, ...lines] = await complete(command, ...(takesHall === true ? settings : []), ...rest);
  return kind === ':files' ? undefined : lines.map((line) => line.split('\t')[0] ?? '');
}

describe('completion', () => {
  it.each([
    ['commands', ['sea'], ['search']],
    ['sub-commands', ['github', 's'], ['sync']],
    ['ids', ['show', 'l'], ['ledger-2', 'lunch']],
    ['ids of a review to go on with', ['review', '--resume', 'lu'], ['lunch']],
    ['options', ['run', '--fi'], ['--file']],
    ['formats', ['run', '--format', 'o'], ['oxford']],
    ['formats after "="', ['list', '--format=ox'], ['--format=oxford']],
    ['formats of files', ['export', 'lunch', '-F', 'mark'], ['markdown']],
    ['recipes of the format', ['run', '--format', 'oxford', '--recipe', 'q'], ['quick']],
    ['presets', ['run', '--preset', 'q'], ['quick']],
    ['agents, those of the configuration too', ['run', '--wall', 'mi'], ['mine']],
    ['agents in a list', ['review', '--agents', 'claude,cod'], ['claude,codex']],
    ['seats', ['run', '--seat', 'wi'], ['wind=']],
    ['seats of a review', ['review', '--seat', 'reviewer-1'], ['reviewer-1=']],
    ['agents for a seat', ['run', '--seat', 'wind=cod'], ['wind=codex']],
    ['seats of the debate', ['say', 'lunch', '--seat', 'wa'], ['wall']],
    ['tags of the configuration and of debates', ['list', '--tag', ''], ['food', 'team']],
    ['outcomes', ['list', '--outcome', 'st'], ['stable-disagreement', 'stopped-by-limit']],
    ['shells', ['completion', 'z'], ['zsh']],
    ['toolsets', ['mcp', '--toolsets', 'core,git'], ['core,github']],
    ['clients', ['mcp', 'install', '--client', 'cu'], ['cursor']],
    ['files', ['run', '--file', ''], undefined],
    ['files to import', ['import', ''], undefined],
    ['no options after "--"', ['say', 'lunch', '--', '--se'], []],
    ['nothing for a text', ['run', 'Should'], []],
    ['commands after "help"', ['help', 'pl'], ['plan', 'plugin']],
    ['sub-commands after "help"', ['github', 'help', 's'], ['sync']],
    ['nothing after what help is for', ['help', 'run', ''], []],
    ['options after one that may have no value', ['review', '--read', '--plat'], ['--platform']],
    ['values after such an option', ['review', '--read', '--agents', 'claude,cod'], ['claude,codex']],
    ['nothing for a number', ['run', '--rounds', ''], []],
  ])('offers %s', async (_, words, expected) => {
    expect(await offered(...words)).toEqual(expected);
  });

  it('offers sub-commands beside files, where both can stand', async () => {
    const named = async (...words: string[]) => (await complete(...words)).map((line) => line.split('\t')[0]);
    const all = ['worth-it', 'which-agents', 'verify', 'merge', 'export'];
    expect(await named('eval', '')).toEqual([':files', ...all]);
    expect(await named('eval', 'wo')).toEqual([':files', 'worth-it']);
    expect(await named('eval', 'worth-it', '')).toEqual([':files']);
    expect(await named('eval', '--out', '')).toEqual([':files']);
  });

  it('says what each is, on one line', async () => {
    const [, ...lines] = await complete('show', '--hall', project.debates, 'lu');
    expect(lines).toEqual(['lunch\tWhere do we have lunch?']);
  });

  it('offers nothing, and says nothing, where the configuration is broken', async () => {
    expect(await complete('show', '--config', '/nowhere.json', '')).toEqual([':words']);
  });

  it('knows what to offer for every option and argument, or that nothing can be', () => {
    const free = [
      'n',
      'name',
      'text',
      'topic',
      'question',
      'reason',
      'decision',
      'words',
      'name=value',
      'person',
      'delivery',
      'hash',
      'seq',
      'fields',
      'seed',
      'command',
      'host',
    ];
    const files = ['file', 'folder', 'path', 'source'];
    const more = [
      'amount',
      'percent',
      'revisions',
      'rounds',
      'time',
      'key',
      'step',
      'pointer',
      'address',
      'seconds',
      'port',
      'address:port',
      'times',
      'unit',
      'days',
    ];
    const outside = ['owner/name', 'thread', 'number'];
    const known = new Set([...free, ...files, ...more, ...outside]);
    const slots = commandsBelow(program).flatMap(({ command }) => [
      ...command.registeredArguments.filter(({ argChoices }) => argChoices === undefined).map((each) => each.name()),
      ...command.options
        .filter(({ argChoices }) => argChoices === undefined)
        .flatMap(({ flags }) => /<(.+?)>/.exec(flags)?.[1] ?? []),
    ]);
    expect([...new Set(slots)].filter((name) => !known.has(name) && !hasValues(name))).toEqual([]);
  });
});

describe('the scripts for shells', () => {
  it('are accepted by their shells', async () => {
    for (const shell of ['bash', 'zsh', 'fish']) {
      const { stdout } = await callProgram('completion', shell);
      expect(stdout).toContain('debate-hall __complete -- ');
      const there = spawnSync(shell, ['-c', 'exit 0']).error === undefined;
      if (there) execFileSync(shell, ['-n', project.write(`completion.${shell}`, stdout)]);
    }
  });

  it('keep an offer with blanks one word, also behind a quotation mark, and names of files behind "="', async () => {
    const { stdout: bash } = await callProgram('completion', 'bash');
    const { stdout: fish } = await callProgram('completion', 'fish');
    const folder = path.join(project.folder, 'offers');
    fs.mkdirSync(folder);
    fs.writeFileSync(path.join(folder, 'One file.md'), '');
    const lines = [['n'], ['"n'], ['--tag', '=', 'n'], ['--output', '=', 'On']];
    const script = `debate-hall() { case "\${*: -1}" in
  n) printf ':words\\nneeds review\\tx\\n' ;; --tag=n) printf ':words\\n--tag=needs review\\tx\\n' ;; *) echo :files
esac; }
${bash}
${lines.map((words) => `COMP_WORDS=(debate-hall list ${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length + 1}; _debate_hall; echo "\${COMPREPLY[@]}"`).join('\n')}`;
    const run = (shell: string, ...args: string[]) => spawnSync(shell, args, { cwd: folder, encoding: 'utf8' });
    const printed = run('bash', '-c', script).stdout.split('\n');
    expect(printed.slice(0, 4)).toEqual(['needs\\ review', 'needs review', 'needs\\ review', 'One file.md']);
    if (run('fish', '-c', 'exit 0').error !== undefined) return;
    const offers = run(
      'fish',
      ...['--no-config', '-c'],
      `function debate-hall; echo :files; end\n${fish}\ncomplete -C 'debate-hall run --output=On'`,
    );
    expect(offers.stdout).toContain('--output=One file.md');
  });

  it.runIf(inCampaign)('complete in bash, also words that bash splits', async () => {
    const { stdout: script } = await callProgram('completion', 'bash');
    project.write('completion.bash', script);
    const link = project.write('bin/debate-hall', `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`);
    fs.chmodSync(link, 0o755);
    // As readline hands the words over.
    const lines = [
      ['debate-hall', 'github', 'ra'],
      ['debate-hall', 'show', 'lun'],
      ['debate-hall', 'run', '--seat', 'wind', '=', 'cod'],
      ['debate-hall', 'run', '--seat', 'wi'],
      ['debate-hall', 'list', '--outcome', '='],
      ['debate-hall', 'run', '--file', 'bi'],
      ['debate-hall', 'eval', 'wo'],
    ];
    const calls = lines.map(
      (words) => `COMP_WORDS=(${words.map((word) => `'${word}'`).join(' ')}); COMP_CWORD=${words.length - 1}
_debate_hall; echo "\${COMPREPLY[*]}"`,
    );
    const printed = execFileSync('bash', ['-c', `source ./completion.bash\n${calls.join('\n')}`], {
      cwd: project.folder,
      encoding: 'utf8',
      env: { ...project.env, PATH: `${path.dirname(link)}:${project.env.PATH}` },
    });
    expect(printed.split('\n').slice(0, 7)).toEqual([
      'ratify',
      'lunch',
      'codex',
      'wind=',
      'agreed decided stable-disagreement stopped-by-limit force-closed accepted majority judged closed-manually not-settled open',
      'bin',
      'worth-it',
    ]);
  });
});
