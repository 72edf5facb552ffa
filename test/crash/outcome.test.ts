// Outcomes, corrections, redactions and signatures on one debate that is over, in any order, each of them killed at any change of the
// hall's folder: the chain verifies, every signature stays good, and what was recorded last is what counts.
import fs from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openHall } from '../../src/hall/compose/hall.ts';
import { verifyDebate } from '../../src/hall/operations/records/verify-debate.ts';
import { inCampaign } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';
import { verifyInPython } from '../support/python.ts';
import { onPostgres } from '../support/shared-store.ts';
import { HAS_SSH_KEYGEN, makeKey, signerLine } from '../support/ssh.ts';

const PRELOAD = fileURLToPath(new URL('../fakes/killed-at-write.cjs', import.meta.url));
const SECRET = 'WROTEITDOWN';

type Deed = 'right' | 'wrong' | 'answer' | 'redact' | 'sign';

const deeds = fc.array(
  fc.record({
    deed: fc.constantFrom<Deed>('right', 'wrong', 'answer', 'redact', 'sign'),
    /** After how many changes of the folder it is killed, before it is done in full; null: not at all. */
    killedAfter: fc.option(fc.nat({ max: 8 }), { nil: null }),
  }),
  { minLength: 2, maxLength: 6 },
);

/** A debate that is over, and the key that signs it: the same for every sequence. */
async function holdDebate(): Promise<{ model: Project; key: string; signers: string }> {
  const model = createProject();
  model.configure({ agents: { a: model.holder('a', { answer: 'Yes' }), b: model.holder('b', { answer: 'Yes' }) } });
  const key = makeKey(model.path('keys'), 'ada');
  const signers = model.write('team.signers', signerLine('ada@example.org', key));
  const seats = ['--seat', 'seat-1=a', '--seat', 'seat-2=b', '--seats', '2'];
  const held = await model.call(['check', '--id', 'd', ...seats, 'Should we?']);
  expect([held.code, held.stderr]).toEqual([0, expect.not.stringContaining('error:')]);
  return { model, key, signers };
}

/** A project with the same debate and its documents. */
function copyOf(model: Project): Project {
  const project = createProject();
  if (onPostgres) project.ledgers.put('d', model.ledgers.text('d'));
  else fs.cpSync(model.debates, project.debates, { recursive: true });
  return project;
}

function commandFor(deed: Deed, project: Project, key: string): readonly string[] {
  switch (deed) {
    case 'right':
    case 'wrong':
      return ['outcome', 'd', deed, '--note', SECRET];
    case 'answer':
      return ['outcome', 'd', 'No'];
    case 'redact': {
      const noted = project.events('d').findLast((event) => event.type === 'outcome-recorded' && event.data.note);
      return ['redact', 'd', '--event', String(noted?.seq ?? 0), '--reason', 'private'];
    }
    case 'sign':
      return ['sign', 'd', '--key', key];
  }
}

async function check(project: Project, signers: string, isSigned: boolean): Promise<void> {
  const hall = await openHall({ cwd: project.folder, home: project.env.HOME, env: project.env });
  try {
    const verified = await verifyDebate(hall, { threadId: 'd', signed: { signers } });
    expect([verified.damage, verified.signatures?.signatures.filter(({ state }) => state !== 'good')]).toEqual([
      [],
      [],
    ]);
    expect(verified.signatures?.ok).toBe(isSigned);
  } finally {
    await hall.close();
  }
}

describe.runIf(inCampaign && HAS_SSH_KEYGEN)('outcome, correction, redaction and signature (needs ssh-keygen)', () => {
  let model: Project;
  let key: string;
  let signers: string;
  beforeAll(async () => {
    ({ model, key, signers } = await holdDebate());
    // Programs that are killed keep no compiled code for the next start; these do.
    const project = copyOf(model);
    for (const deed of ['right', 'redact', 'sign'] as const) {
      expect(await project.run(commandFor(deed, project, key))).toMatchObject({ code: 0 });
    }
    project.dispose();
  });
  afterAll(() => model.dispose());

  it('verify in any order, killed in between', async () => {
    const ledgers: string[] = [];
    await fc.assert(
      fc.asyncProperty(deeds, async (sequence) => {
        const project = copyOf(model);
        try {
          let isSigned = false;
          for (const { deed, killedAfter } of sequence) {
            const args = commandFor(deed, project, key);
            if (killedAfter !== null) {
              const env = {
                NODE_OPTIONS: `--require=${JSON.stringify(PRELOAD)}`,
                KILL_IN: project.debates,
                KILL_AFTER: `${killedAfter}`,
              };
              await project.run(args, { env });
            }
            const { code, stderr } = await project.call(args);
            expect([args, code, stderr]).toEqual([args, 0, expect.any(String)]);
            isSigned ||= deed === 'sign';
            await check(project, signers, isSigned);
            ledgers.push(project.ledgers.text('d'));
          }
          const last = project.events('d').findLast(({ type }) => type === 'outcome-recorded');
          expect((await project.shown('d')).hindsight?.seq).toBe(last?.seq);
        } finally {
          project.dispose();
        }
      }),
      { numRuns: 40, seed: 20261120 },
    );
    // All at once, since Python takes longer to start than to verify.
    expect(verifyInPython(ledgers.map((data) => ({ data, head: null })))).toEqual(ledgers.map(() => null));
  });
});
