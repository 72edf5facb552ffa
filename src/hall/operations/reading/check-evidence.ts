// Repeats every look of a debate on its pinned sources and compares what it gives; checks the citations of its turns again.
import { isEvent } from '../../../domain/events.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { findOtherRules } from '../../../domain/outcomes.ts';
import { readCitations } from '../../../domain/reading/citations.ts';
import { readSealed } from '../../../domain/sealed/sealed.ts';
import { isBlind, readLabels } from '../../../ledger/engine/snapshot.ts';
import { neverAborted } from '../../../support/wait.ts';
import type { Hall } from '../hall.ts';
import { openLooks } from './open-reading.ts';

export interface EvidenceReport {
  readonly ok: boolean;
  /** Looks that gave the same bytes again. */
  readonly confirmed: number;
  /** Looks that were refused, or whose arguments were redacted: there is nothing to compare. */
  readonly notComparable: number;
  /** Looks that a fork copied; they are repeated where they were made, in its parent. */
  readonly copied?: number;
  /** Citations that came to the same again. */
  readonly citations: number;
  /** Looks with the tools of another version, which give something else with those of this one. */
  readonly otherTools?: number;
  /** Citations that were checked by the rules of another version, which this one does not have. */
  readonly otherRules?: number;
  /** What is not as the ledger says, a sentence each. */
  readonly problems: readonly string[];
}

/** Sources that are not as they were, or cannot be read here, are a problem of the evidence, like a look that gives something else. */
function reportUnreadable(error: unknown): EvidenceReport {
  if (!(error instanceof HallError) || error.code !== 'context-unreadable') throw error;
  const problem = [error.message, 'So nothing was compared.', ...(error.hint === undefined ? [] : [error.hint])].join(
    ' ',
  );
  return { ok: false, confirmed: 0, notComparable: 0, citations: 0, problems: [problem] };
}

/** Throws `not-found`, `bad-input` where nothing could be read. */
export async function checkEvidence(hall: Hall, threadId: string, signal = neverAborted): Promise<EvidenceReport> {
  const snapshot = await hall.engine.snapshot(threadId);
  if (isBlind(snapshot)) {
    throw new HallError('bad-input', 'The phase is blind: what was read is withheld until it ends.', {
      hint: `Check again when it has ended: debate-hall verify ${threadId} --evidence`,
    });
  }
  const looks = await openLooks(hall, snapshot, signal).catch(reportUnreadable);
  if (looks === undefined) {
    throw new HallError('bad-input', 'This debate was opened without anything to read.', {
      hint: 'Open one with --read to have looks and citations recorded.',
    });
  }
  if ('problems' in looks) return looks;
  const { checkCitations } = await import('../../../material/reading/check-citations.ts');
  const problems: string[] = [];
  const label = readLabels(snapshot);
  const hasOtherRules = findOtherRules(snapshot.debate.opened) !== undefined;
  let [confirmed, notComparable, copied, otherTools, citations, otherRules] = [0, 0, 0, 0, 0, 0];
  for (const [index, event] of snapshot.log.entries()) {
    if (isEvent(event, 'look-recorded')) {
      const { tool, arguments: sealed, refused, sha256, seat } = event.data;
      const text = readSealed(sealed);
      // What a look gives is marked with the debate that it is made for.
      if (event.data.copied !== undefined) {
        copied += 1;
        continue;
      }
      if (refused === true || text === undefined) {
        notComparable += 1;
        continue;
      }
      const again = await looks.get({ tool, arguments: JSON.parse(text) });
      if (again.sha256 === sha256) confirmed += 1;
      else if (hasOtherRules) otherTools += 1;
      else problems.push(`Event ${event.seq}: ${tool} now gives something other than what ${label(seat)} got.`);
    } else if (isEvent(event, 'turn-recorded') && readSealed(event.data.content) !== undefined) {
      const { seat, content, citations: sealed } = event.data;
      const recorded = readCitations(sealed);
      if (hasOtherRules) {
        otherRules += recorded.length;
        continue;
      }
      const again = await checkCitations(looks, snapshot.log.slice(0, index), {
        seat,
        text: readSealed(content) ?? '',
      });
      if (JSON.stringify(again) === JSON.stringify(recorded)) citations += recorded.length;
      else problems.push(`Event ${event.seq}: its citations give another result than the recorded one.`);
    }
  }
  const others = {
    ...(copied === 0 ? {} : { copied }),
    ...(otherTools === 0 ? {} : { otherTools }),
    ...(otherRules === 0 ? {} : { otherRules }),
  };
  return { ok: problems.length === 0, confirmed, notComparable, ...others, citations, problems };
}
