// `debate-hall audit`: who did what in a shared hall, and whether that trail is whole.
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Command } from '@commander-js/extra-typings';
import { EXIT, type ExitCode } from '../../../../domain/failures/exit-codes.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import { openAuditTrail } from '../../../../hall/compose/store.ts';
import type { Hall } from '../../../../hall/operations/hall.ts';
import { findSigners } from '../../../../hall/operations/records/signatures/check-signatures.ts';
import { openKeygen } from '../../../../hall/operations/records/signatures/sign-text.ts';
import { type AuditEntry, type Checkpoint, checkpointText } from '../../../../platform/audit/trail.ts';
import { type ActionContext, type HallFlags, withHall } from '../../actions/run-action.ts';
import { addCommand, parseHash, parseWhole } from '../../input/options.ts';
import { printEither, printLines, printList } from '../../terminal/io.ts';

/** Whether somebody has signed where an audit trail begins, and who. */
interface CheckedCheckpoint extends Omit<Checkpoint, 'signature'> {
  /** As the file of allowed signers names them; null for a key that it does not have, or without such a file. */
  readonly signer: string | null;
  /** Why it vouches for nothing. */
  readonly problem?: string;
}

/** Throws `signing-failed`, `storage`. */
async function checkCheckpoint(
  hall: Hall,
  { signature, ...checkpoint }: Checkpoint,
  { signers, signal }: { readonly signers: string | undefined; readonly signal: AbortSignal },
): Promise<CheckedCheckpoint> {
  const text = checkpointText(hall.loaded.config.store.hall, checkpoint);
  const signersFile = await findSigners(hall, signers, signal);
  const keygen = await openKeygen(hall, signal);
  const scratch = await (await hall.processes()).createScratch();
  try {
    const file = path.join(scratch.path, 'checkpoint.sig');
    await writeFile(file, signature);
    const key = await keygen.findKey(text, file);
    const known = { ...checkpoint, signer: null };
    if (key === undefined) return { ...known, problem: 'the checkpoint that it begins with is not signed' };
    const signer = signersFile === undefined ? undefined : await keygen.findSigner(text, file, key, signersFile);
    if (signer !== undefined || signers === undefined) return { ...known, key, signer: signer ?? null };
    return { ...known, key, problem: `the checkpoint that it begins with was signed by nobody in ${signers}` };
  } finally {
    await scratch.remove();
  }
}

type Trail = Awaited<ReturnType<typeof openAuditTrail>>;

async function withTrail(
  flags: HallFlags,
  work: (trail: Trail, context: ActionContext) => Promise<ExitCode>,
): Promise<void> {
  await withHall(flags, {}, async (context) => {
    const { loaded, clock } = context.hall;
    const trail = await openAuditTrail(loaded.config, loaded.env, clock);
    try {
      return await work(trail, context);
    } finally {
      await trail.close();
    }
  });
}

function toLine({ at, principal, operation, debate, key, decision }: AuditEntry): string {
  const about = [debate, key].flatMap((id) => (id === undefined ? [] : [`  ${id}`])).join('');
  return `${at}  ${principal?.name ?? '(nobody)'}  ${operation}${about}  ${decision}`;
}

function describeCheckpoint({ n, at, key, signer }: CheckedCheckpoint): string {
  const by = signer === null ? `an unknown signer (${key})` : signer;
  return `The first ${countNoun(n, 'entry', 'entries')} were cut off on ${at.toISOString().slice(0, 10)}, signed by ${by}.`;
}

export function define(audit: Command): void {
  addCommand(audit, 'list', 'List what people did and what was refused, newest first.')
    .option('--debate <id>', 'only entries about this debate')
    .option('--principal <name>', 'only entries of this person or key')
    .option('--refused', 'only refused requests')
    .option('--limit <n>', 'maximum number of entries', parseWhole, 100)
    .addHelpText('after', '\nExample:\n  debate-hall audit list --refused')
    .action(async ({ debate, principal, refused, limit, ...flags }) => {
      await withTrail(flags, async (trail, { hall }) => {
        const { hall: own } = hall.loaded.config.store;
        const entries = await trail.list(own, { debate, principal, refused, most: limit });
        await printList(flags, entries, 'No entries.', (shown) => printLines(shown.map(toLine)));
        return EXIT.ok;
      });
    });
  addCommand(audit, 'verify', 'Check that no entry was changed or removed.')
    .option('--head <hash>', 'the head that an earlier check printed', parseHash)
    .option('--signers <file>', 'allowed signers of a checkpoint, as OpenSSH has them (default: those of git)')
    .addHelpText('after', '\nExample:\n  debate-hall audit verify')
    .action(async ({ head: known, signers, ...flags }) => {
      await withTrail(flags, async (trail, { hall, signal }) => {
        const state = await trail.verify(hall.loaded.config.store.hall, known);
        const { entries, head, checkpoint } = state;
        const checked = checkpoint && (await checkCheckpoint(hall, checkpoint, { signers, signal }));
        const problem = state.problem ?? checked?.problem;
        const result = { ok: problem === undefined, entries, head, problem, checkpoint: checked };
        await printEither(flags, result, async (shown) => {
          const verdict = shown.problem === undefined ? 'whole' : `NOT whole: ${shown.problem}`;
          await printLines([
            `${countNoun(entries, 'entry', 'entries')}, ${verdict}`,
            ...(shown.checkpoint === undefined ? [] : [describeCheckpoint(shown.checkpoint)]),
            `head ${head ?? 'none'}`,
          ]);
        });
        return problem === undefined ? EXIT.ok : EXIT.internal;
      });
    });
}
