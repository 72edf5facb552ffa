// Signatures with SSH keys: who signed what, what speaks against a ledger, and that anyone can check them with OpenSSH alone.
import { execFileSync, spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { redact } from '../../src/hall/operations/debate/related/redact.ts';
import { close } from '../../src/hall/operations/debate/take-part/end-debate.ts';
import { interject } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import type { Hall } from '../../src/hall/operations/hall.ts';
import { deleteDebate } from '../../src/hall/operations/records/delete-debate.ts';
import { signDebate } from '../../src/hall/operations/records/signatures/sign-debate.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';
import { PYTHON } from '../support/python.ts';
import { itInFolders } from '../support/shared-store.ts';
import { HAS_SSH_KEYGEN, makeKey, signerLine } from '../support/ssh.ts';

const VERIFIER = fileURLToPath(new URL('../../docs/examples/verify_ledger.py', import.meta.url));
const ADA = 'ada@example.org';
const BEN = 'ben@example.org';
const author = 'Ada';

let project: Project;
let hall: Hall;
beforeEach(async () => {
  project = createProject();
  hall = await openHall({ cwd: project.folder, home: project.env.HOME, env: project.env });
});
afterEach(async () => {
  await hall.close();
  project.dispose();
});

async function hold(threadId: string, decision = 'We wait.'): Promise<void> {
  await openDebate(hall, { threadId, topic: 'Should we?', seating: 'by-hand' });
  await interject(hall, { threadId, content: 'No nuts.', author });
  if (decision !== '') await close(hall, { threadId, synthesis: decision, author });
}

const key = (name: string) => makeKey(project.path('keys'), name);
const signers = (...lines: string[]) => project.write('team.signers', lines.join(''));
const sign = (keyFile: string, threadId = 'd') => signDebate(hall, { threadId, key: keyFile });
const check = async (threadId = 'd') =>
  await verifyDebate(hall, { threadId, signed: { signers: project.path('team.signers') } });

describe.skipIf(!HAS_SSH_KEYGEN)('a signature (needs ssh-keygen)', () => {
  it('is made with the key that git signs with, and says who it is of', async () => {
    const ada = key('ada');
    fs.writeFileSync(
      path.join(project.env.HOME, '.gitconfig'),
      `[gpg]\n format = ssh\n[user]\n signingkey = ${ada}.pub\n[gpg "ssh"]\n allowedSignersFile = ${signers(signerLine(ADA, ada))}\n`,
    );
    await hold('d');
    const signed = await project.call(['sign', 'd']);
    expect([signed.code, signed.stdout]).toEqual([
      0,
      expect.stringMatching(/^signed 3 events, head [0-9a-f]{64}, with SHA256:/),
    ]);
    const verified = await project.call(['verify', 'd', '--signed']);
    expect([verified.code, verified.stderr]).toEqual([0, '']);
    expect(verified.stdout).toMatch(
      /^ok 3 events, head .+\nsigned by ada@example\.org \(SHA256:\S+\): the first 3 events\n$/,
    );
  });

  itInFolders('files for other programs')(
    'can be checked with OpenSSH and Python alone, as the record says',
    async () => {
      const ada = key('ada');
      await hold('d');
      const { statementFile, signatureFile, head } = await sign(ada);
      const allowed = signers(signerLine(ADA, ada));
      const record = project.ledgers.document('d', '.oct.md');
      const told = /ssh-keygen -Y verify -n debate-hall[^"<]*/.exec(record ?? '')?.[0] ?? '';
      const command = told
        .replace('SIGNERS', allowed)
        .replace('NAME', ADA)
        .replace('d.sigs/SIGNATURE.sig', signatureFile);
      const output = execFileSync('sh', ['-c', `${command} < '${statementFile}'`], { encoding: 'utf8' });
      expect(output).toContain(`Good "debate-hall" signature for ${ADA}`);
      expect(fs.readFileSync(statementFile, 'utf8')).toBe(`debate-hall ledger\ndebate: d\nevents: 3\nhead: ${head}\n`);
      const python = spawnSync(PYTHON, [VERIFIER, project.ledger('d'), '--head', head], { encoding: 'utf8' });
      expect([python.status, python.stdout]).toEqual([0, expect.stringContaining(`head ${head}`)]);
    },
  );

  it.runIf(inCi)(
    'of somebody whose key nobody vouches for counts for nothing, and says what is not known',
    async () => {
      const [ada, ben] = [key('ada'), key('ben')];
      await hold('d');
      expect(await verifyDebate(hall, { threadId: 'd', signed: {} })).toMatchObject({
        ok: false,
        signatures: { problem: 'Nobody has signed this ledger.' },
      });
      await sign(ada);
      const unnamed = await project.call(['verify', 'd', '--signed']);
      expect(unnamed.code).toBe(1);
      expect(unnamed.stdout).toContain('NOT SIGNED The signers are unknown');
      expect(unnamed.stderr).toContain('--signers FILE');
      signers(signerLine(BEN, ben));
      expect(await check()).toMatchObject({
        ok: false,
        signatures: { signatures: [{ state: 'unknown-key', signer: null }] },
      });
      await sign(ben);
      const report = await check();
      expect(report).toMatchObject({ ok: true, head: expect.any(String) });
      expect(report.signatures?.signatures.map(({ signer }) => signer).sort()).toEqual([BEN, null].sort());
    },
  );

  it.runIf(inCi)('counts where the key stands in several lines, of which only a later one allows it', async () => {
    const ada = key('ada');
    await hold('d');
    await sign(ada);
    const [, line = ''] = /^\S+ (.*\n)/.exec(signerLine(ADA, ada)) ?? [];
    for (const first of ['ada namespaces="git"', 'ada valid-before="20200101"']) {
      signers(`# ours\n${first} ${line}`, `"${BEN},${ADA}" namespaces="debate-hall" ${line}`);
      expect((await check()).signatures).toMatchObject({ ok: true, signatures: [{ state: 'good', signer: BEN }] });
    }
    signers(`ada namespaces="git" ${line}`);
    expect((await check()).ok).toBe(false);
  });

  it.runIf(inCi)('cannot be checked against a file of allowed signers that cannot be read', async () => {
    const ada = key('ada');
    await hold('d');
    await sign(ada);
    fs.mkdirSync(project.path('team.signers'));
    await expect(check()).rejects.toThrow(/^Cannot read .*team\.signers: a folder is where a file is expected/);
  });

  it.runIf(inCi)('of an earlier event covers what came before, and not how the debate went on', async () => {
    const ada = key('ada');
    signers(signerLine(ADA, ada));
    await hold('d', '');
    await sign(ada);
    await close(hall, { threadId: 'd', synthesis: 'We wait.', author });
    const stale = await project.call(['verify', 'd', '--signed', '--signers', 'team.signers']);
    expect(stale.code).toBe(1);
    expect(stale.stdout).toContain('the first 2 events, not the 1 event after (debate-closed)');
    expect(stale.stdout).toContain('its end is not signed');
    await sign(ada);
    expect((await check()).ok).toBe(true);
    // What was signed stays signed; that a text of it is gone is said.
    await redact(hall, { threadId: 'd', event: 1, reason: 'a name', author });
    const redacted = await project.call(['verify', 'd', '--signers', 'team.signers']);
    expect(redacted.code).toBe(0);
    expect(redacted.stdout).toContain(
      'the first 3 events, not the 1 event after (texts-redacted); 1 signed text redacted since',
    );
  });

  itInFolders('files that somebody moves')(
    'tells of a ledger that was rewritten whole, although its chain holds',
    async () => {
      const ada = key('ada');
      signers(signerLine(ADA, ada));
      await hold('d');
      await sign(ada);
      const kept = path.join(project.root, 'kept');
      fs.renameSync(path.join(project.debates, 'd.sigs'), kept);
      await deleteDebate(hall, 'd');
      await hold('d', 'We go ahead.');
      fs.renameSync(kept, path.join(project.debates, 'd.sigs'));
      expect(await verifyDebate(hall, { threadId: 'd' })).toMatchObject({ ok: true });
      const { code, stdout } = await project.call(['verify', 'd', '--signed', '--signers', 'team.signers']);
      expect([code, stdout]).toEqual([1, expect.stringContaining('ANOTHER LEDGER signed by ada@example.org')]);
    },
  );

  itInFolders('a signature that is a file')(
    'that does not fit its statement is broken, and a ledger that does not hold is neither signed nor judged',
    async () => {
      const ada = key('ada');
      signers(signerLine(ADA, ada));
      await hold('d');
      const { statementFile } = await sign(ada);
      fs.writeFileSync(statementFile, fs.readFileSync(statementFile, 'utf8').replace('events: 3', 'events: 2'));
      expect(await check()).toMatchObject({ ok: false, signatures: { signatures: [{ state: 'broken' }] } });
      project.ledgers.put('d', project.ledgers.text('d').replace('No nuts.', 'Nuts!'));
      expect(await check()).toMatchObject({ ok: false, signatures: null, damage: [{ code: 'bad-seal' }] });
      await expect(sign(ada)).rejects.toMatchObject({ code: 'ledger-damaged' });
    },
  );

  itInFolders('files in a repository')('is committed with the record, and deleted with the debate', async () => {
    await hold('d');
    await sign(key('ada'));
    execFileSync('git', ['init', '--quiet'], { cwd: project.folder });
    const added = execFileSync('git', ['add', '--dry-run', 'debates'], { cwd: project.folder, encoding: 'utf8' });
    expect(added.match(/debates\/[^/'\n]+/g)?.sort()).toEqual(['debates/d.oct.md', 'debates/d.sigs', 'debates/d.sigs']);
    await deleteDebate(hall, 'd');
    expect(fs.readdirSync(project.debates).sort()).toEqual(['.gitignore', '.hall']);
  });

  it.runIf(inCi)('needs a key that can sign, or says what to do', async () => {
    await hold('d');
    await expect(signDebate(hall, { threadId: 'd' })).rejects.toMatchObject({
      code: 'signing-failed',
      hint: expect.stringContaining('--key'),
    });
    await expect(sign(project.path('nothing'))).rejects.toMatchObject({ code: 'signing-failed' });
    const locked = key('locked');
    execFileSync('ssh-keygen', ['-q', '-p', '-N', 'secret', '-P', '', '-f', locked]);
    const { code, stderr } = await project.call(['sign', 'd', '--key', locked]);
    expect([code, stderr]).toEqual([2, expect.stringContaining('ssh-add')]);
    await expect(verifyDebate(hall, { threadId: 'd', signed: { signers: 'nothing' } })).rejects.toMatchObject({
      code: 'signing-failed',
    });
  });
});

it('without ssh-keygen says what to install', async () => {
  await hold('d');
  const { code, stderr } = await project.call(['sign', 'd', '--key', 'key'], { env: { PATH: project.folder } });
  expect([code, stderr]).toEqual([2, expect.stringContaining('Install OpenSSH')]);
});

describe('verify --all', () => {
  it('has a line for each debate and the exit code of the worst', async () => {
    for (const threadId of ['good', 'bad', 'strange']) await hold(threadId);
    const all = await project.call(['verify', '--all']);
    expect([
      all.code,
      all.stdout
        .trim()
        .split('\n')
        .map((line) => line.slice(0, 12)),
    ]).toEqual([0, ['bad      ok ', 'good     ok ', 'strange  ok ']]);
    project.ledgers.put('bad', project.ledgers.text('bad').replace('No nuts.', 'Nuts!'));
    project.ledgers.put('strange', project.ledgers.text('strange').replaceAll(/"type":"[^"]+"/g, '"type":"this"'));
    const { code, stdout } = await project.call(['verify', '--all', '--json']);
    expect([code, JSON.parse(stdout).map(({ ok }: { ok: boolean }) => ok)]).toEqual([1, [false, true, false]]);
    const list = await project.call(['list']);
    for (const line of list.stdout.trim().split('\n')) expect(line.length).toBeLessThan(200);
    expect(list.stdout).toMatch(/strange .*damaged .*Event 0 must be "debate-opened"\./);
    expect((await project.call(['verify'])).code).toBe(2);
    expect((await project.call(['verify', 'good', '--all'])).code).toBe(2);
  });
});
