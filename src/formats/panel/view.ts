// What of all that was said a seat may see: nothing of a round that still runs, in an order drawn from the seed.
import { type ActEntry, findOpening } from '../common/transcript.ts';
import type { History } from '../define-act.ts';
import type { Step } from '../format.ts';
import { optionsSchema } from './options.ts';
import { nameSpeakers } from './seats.ts';

/** The blind phase in which something was said: its entries stand in the order of the speakers, not in that of the ledger. */
const phaseOf = ({ act, round }: ActEntry): string | undefined => (act === 'reply' ? `round ${round}` : act);

/** A round is blind, and a minority report answers the decision and no other report. */
export function view(
  entries: readonly ActEntry[],
  { act, data }: Pick<Step, 'act' | 'data'>,
  { log }: Pick<History<never>, 'log'>,
): readonly ActEntry[] {
  const { options = {}, seed = '' } = findOpening(log) ?? {};
  const names = nameSpeakers({ options: optionsSchema.parse(options), seed });
  const seen = entries.filter(
    ({ act: of, round }) =>
      of !== 'minority-report' && !(of === 'reply' && act === 'reply' && (round ?? 0) >= Number(data['round'])),
  );
  const firsts = new Map(seen.toReversed().map((entry) => [phaseOf(entry), entry.seq]));
  const startOf = (entry: ActEntry) =>
    entry.act === undefined ? entry.seq : (firsts.get(phaseOf(entry)) ?? entry.seq);
  const nameOf = ({ seat }: ActEntry) => names.get(seat ?? '') ?? '';
  return seen.toSorted(
    (one, other) =>
      startOf(one) - startOf(other) || nameOf(one).localeCompare(nameOf(other), 'en') || one.seq - other.seq,
  );
}
