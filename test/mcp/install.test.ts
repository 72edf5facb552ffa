// `debate-hall mcp install`: writes what each client reads, and leaves alone what is there.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callProgramIn } from '../support/call-program.ts';
import { temporaryFolder } from '../support/hall.ts';
import { KEPT_CODE } from '../support/kept-code.ts';
import { CLI, SERVER } from './support.ts';

let folder: string;
beforeEach(() => {
  folder = temporaryFolder();
});
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }));

const env = () => ({ PATH: '/nowhere', HOME: folder, XDG_CACHE_HOME: KEPT_CODE });
const install = async (...args: string[]) => await callProgramIn({ folder, env: env() }, ['mcp', 'install', ...args]);
const read = (file: string) => fs.readFileSync(path.join(folder, file), 'utf8');
function write(file: string, text: string): void {
  fs.mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
  fs.writeFileSync(path.join(folder, file), text);
}
const launch = { command: process.execPath, args: [CLI, 'mcp'] };

describe.each([
  ['claude', '.mcp.json', 'mcpServers', launch],
  ['gemini', '.gemini/settings.json', 'mcpServers', { ...launch, timeout: 1_800_000 }],
  ['vscode', '.vscode/mcp.json', 'servers', { type: 'stdio', ...launch }],
  ['cursor', '.cursor/mcp.json', 'mcpServers', launch],
])('for %s', (client, file, key, entry) => {
  it('makes the file that is not there', async () => {
    const { code, stdout } = await install('--client', client);
    expect(code).toBe(0);
    expect(stdout.trim()).toBe(path.join(fs.realpathSync(folder), file));
    expect(JSON.parse(read(file))).toEqual({ [key]: { 'debate-hall': entry } });
  });

  it('adds to what is there, comments and order included', async () => {
    write(file, `{\n  // mine\n  "other": 1,\n  "${key}": {\n    "mine": { "command": "x" }\n  }\n}\n`);
    expect((await install('--client', client)).code).toBe(0);
    expect(read(file)).toContain('// mine\n  "other": 1,');
    expect(JSON.parse(read(file).replace('// mine', ''))).toEqual({
      other: 1,
      [key]: { mine: { command: 'x' }, 'debate-hall': entry },
    });
  });

  it('keeps a byte order mark and line ends as they are', async () => {
    write(file, `\ufeff{\r\n  "${key}": {}\r\n}\r\n`);
    expect((await install('--client', client)).code).toBe(0);
    const after = read(file);
    expect(after).toMatch(/^\ufeff\{\r\n/);
    expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(JSON.parse(after.slice(1))).toEqual({ [key]: { 'debate-hall': entry } });
  });

  it('changes nothing in a file that is not UTF-8', async () => {
    const before = Buffer.from(`{ "${key}": {}, "name": "caf\xe9" }`, 'latin1');
    write(file, '');
    fs.writeFileSync(path.join(folder, file), before);
    expect(await install('--client', client)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('is not UTF-8'),
    });
    expect(fs.readFileSync(path.join(folder, file))).toEqual(before);
  });

  it.each([
    '{ "KEY": { "debate-hall": { "command": "debate-hall-mcp" } } }',
    '{ broken',
    '[]',
    '{ "KEY": [] }',
    '{ "KEY": null }',
    '{ "KEY": {}, "KEY": { "mine": { "command": "x" } } }',
  ])('changes nothing in %s', async (text) => {
    const before = text.replaceAll('KEY', key);
    write(file, before);
    const { code } = await install('--client', client);
    expect(read(file)).toBe(before);
    expect(code).toBe(before.includes('debate-hall') ? 0 : 2);
  });

  it('writes through no link that leads out of the project', async () => {
    const outside = temporaryFolder();
    const target = path.join(outside, path.basename(file));
    fs.writeFileSync(target, '{}');
    const isInFolder = file.includes('/');
    const link = path.join(folder, isInFolder ? path.dirname(file) : file);
    fs.symlinkSync(isInFolder ? outside : target, link);
    const { code, stderr } = await install('--client', client);
    expect(fs.readFileSync(target, 'utf8')).toBe('{}');
    expect(stderr).toContain('is a link out of this folder');
    expect(code).not.toBe(0);
    fs.rmSync(outside, { recursive: true });
  });

  it('is the same after a second time', async () => {
    await install('--client', client);
    const once = read(file);
    expect((await install('--client', client)).code).toBe(0);
    expect(read(file)).toBe(once);
  });
});

describe('for codex', () => {
  const table = `[mcp_servers.debate-hall]\ncommand = "${process.execPath}"\nargs = ["${CLI}", "mcp"]\ntool_timeout_sec = 1800\n`;

  it('adds a table after what is there, once', async () => {
    write('.codex/config.toml', 'model = "x"\n\n[mcp_servers.mine]\ncommand = "y"');
    expect((await install('--client', 'codex')).code).toBe(0);
    expect(read('.codex/config.toml')).toBe(`model = "x"\n\n[mcp_servers.mine]\ncommand = "y"\n\n${table}`);
    await install('--client', 'codex');
    expect(read('.codex/config.toml').match(/debate-hall\]/g)).toHaveLength(1);
  });

  it.each([
    ['[mcp_servers."debate-hall"]\ncommand = "mine"\n', 0],
    ['[mcp_servers]\ndebate-hall = { command = "mine" }\n', 0],
    ['[mcp_servers]\n"debate-hall".command = "mine"\n', 0],
    ['mcp_servers.debate-hall.command = "mine"\n', 0],
    ['["mcp_servers"."debate-hall"]\ncommand = "mine"\n', 0],
    ['"mcp_servers" = { debate-hall = { command = "mine" } }\n', 0],
    ['mcp_servers = { mine = { command = "y" } }\n', 2],
    ['mcp_servers = "none"\n', 2],
    ['[[mcp_servers]]\ncommand = "y"\n', 2],
    ['model = "x\n', 2],
    ['note = """\n[mcp_servers.debate-hall]\n', 2],
  ])('changes nothing in %j', async (text, code) => {
    write('.codex/config.toml', text);
    expect((await install('--client', 'codex')).code).toBe(code);
    expect(read('.codex/config.toml')).toBe(text);
  });

  it.each([
    'note = """\n[mcp_servers.debate-hall]\n"""\n',
    '[mcp_servers]\nmine.command = "y"\n',
    'big = 9007199254740993\nday = 2026-11-30\nratio = nan\n',
    '\ufeff[mcp_servers.mine]\r\ncommand = "y"\r\n',
  ])('adds to %j what is no entry of it yet', async (text) => {
    write('.codex/config.toml', text);
    expect((await install('--client', 'codex')).code).toBe(0);
    const eol = text.includes('\r') ? '\r\n' : '\n';
    expect(read('.codex/config.toml')).toBe(`${text}${`\n${table}`.replaceAll('\n', eol)}`);
  });

  it('only prints with --print', async () => {
    expect((await install('--client', 'codex', '--print')).stdout.trimEnd()).toBe(table.trimEnd());
    expect(fs.readdirSync(folder)).toEqual([]);
  });
});

it('says which clients there are when none is found or known', async () => {
  expect(await install()).toMatchObject({ code: 2, stderr: expect.stringContaining('claude, codex, gemini') });
  expect(await install('--client', 'emacs')).toMatchObject({ code: 2, stderr: expect.stringContaining('vscode') });
});

it('writes the options that the server is to be started with, and prints every entry where no client is', async () => {
  const options = ['--hall', 'halls/mine', '--config', 'my.json', '--toolsets', 'core,review', '--read-only'];
  write('my.json', '{}');
  const { code, stdout } = await install('--print', ...options);
  expect(code).toBe(0);
  const real = fs.realpathSync(folder);
  const args = ['--toolsets', 'core,review', '--read-only', '--hall', path.join(real, 'halls/mine')];
  const entry = { ...launch, args: [...launch.args, ...args, '--config', path.join(real, 'my.json')] };
  expect(stdout).toContain(JSON.stringify({ servers: { 'debate-hall': { type: 'stdio', ...entry } } }, null, 2));
  expect(stdout).toContain('[mcp_servers.debate-hall]');
  expect(fs.readdirSync(folder)).toEqual(['my.json']);
  expect((await install(...options)).stderr).toContain('No MCP client found');
});

it.skipIf(process.platform === 'win32')('reports each file that cannot be used, and adds to the others', async () => {
  for (const place of ['.cursor', '.vscode', 'bin']) fs.mkdirSync(path.join(folder, place));
  for (const program of ['claude', 'codex', 'gemini']) {
    write(`bin/${program}`, '#!/bin/sh\n');
    fs.chmodSync(path.join(folder, 'bin', program), 0o755);
  }
  execFileSync('mkfifo', [path.join(folder, '.mcp.json')]);
  write('.codex/config.toml', 'broken');
  write('.vscode/mcp.json', '{ broken');
  const place = { folder, env: { ...env(), PATH: path.join(folder, 'bin') } };
  const { code, stdout, stderr } = await callProgramIn(place, ['mcp', 'install']);
  expect(code).toBe(2);
  expect(
    stdout
      .trim()
      .split('\n')
      .map((file) => path.relative(fs.realpathSync(folder), file)),
  ).toEqual(['.gemini/settings.json', '.cursor/mcp.json']);
  for (const problem of ['a pipe, not a regular file', 'is not valid TOML', 'is not valid JSON']) {
    expect(stderr).toContain(problem);
  }
});

it.runIf(process.getuid?.() === 0)('leaves a file alone that its owner may not write', async () => {
  const uid = 54_321;
  write('.mcp.json', '{}');
  for (const place of [folder, path.join(folder, '.mcp.json')]) fs.chownSync(place, uid, uid);
  fs.chmodSync(path.join(folder, '.mcp.json'), 0o444);
  const { code, stderr } = await callProgramIn({ folder, env: env(), uid }, ['mcp', 'install', '--client', 'claude']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('permission is denied')]);
  expect(read('.mcp.json')).toBe('{}');
});

it('writes no entry that could not start', async () => {
  const { code, stderr } = await install('--client', 'claude', '--toolsets', 'core,nonsense');
  expect([code, stderr]).toEqual([2, expect.stringContaining('Unknown toolset "nonsense"; choose from core, github')]);
  expect(fs.readdirSync(folder)).toEqual([]);
});

it.each([
  [['--toolsets', 'nonsense'], 2],
  [['--nope'], 2],
  [['--hall'], 2],
  [['more'], 2],
  [['--version'], 0],
])('the server by its own name ends with the code of every program: %j, %i', (args, code) => {
  const { status, stdout } = spawnSync(process.execPath, [SERVER, ...args], { env: env(), input: '' });
  expect([status, stdout.length > 0]).toEqual([code, code === 0]);
});
