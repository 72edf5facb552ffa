// Tells the record where seats that ought to think for themselves are filled by the same vendor, or by one model.
import { describeOneModel } from '../domain/words/describe-authority.ts';
import { joinWords } from '../domain/words/format-figures.ts';
import { endSentence } from '../domain/words/sentence.ts';
import { assessAuthority, listVoices } from '../ledger/engine/record/authority.ts';
import { readLabels, type Snapshot } from '../ledger/engine/snapshot.ts';
import { findSpec } from './rules.ts';
import type { RunContext } from './run-context.ts';

/** The seats of this vendor: those that are judged, and those that judge. */
function splitByJudging(snapshot: Snapshot, vendor: string): { judged: string[]; judging: string[] } {
  const voices = listVoices(snapshot, snapshot.log).filter(({ agent }) => agent.vendor === vendor);
  const seats = [...new Set(voices.map(({ seat }) => seat))];
  const judges = (id: string) => findSpec(snapshot, id)?.judges === true;
  const writes = (id: string) => findSpec(snapshot, id)?.writes === true;
  return { judged: seats.filter((id) => !judges(id) && !writes(id)), judging: seats.filter(judges) };
}

async function warnAboutJudges(
  context: RunContext,
  snapshot: Snapshot,
  vendor: string,
  { judging, judged }: { readonly judging: readonly string[]; readonly judged: readonly string[] },
) {
  if (judging.length === 0 || judged.length === 0) return;
  const name = (seats: readonly string[]) => joinWords(seats.map(readLabels(snapshot)));
  await context.writeNote(
    'judge-shares-vendor',
    `${name(judging)} ${judging.length === 1 ? 'judges' : 'judge'} ${name(judged)}; they share a vendor (${vendor}), so the judgment may be biased.`,
    judging[0] as string,
  );
}

async function warnAboutOneModel(context: RunContext, snapshot: Snapshot): Promise<void> {
  for (const each of assessAuthority(snapshot).oneModel ?? []) {
    const text = describeOneModel(each, readLabels(snapshot));
    await context.writeNote('one-model', endSentence(text), each.seats[0] as string);
  }
}

/** Of all seats, when a debate begins. */
export async function warnAboutVendors(context: RunContext, snapshot: Snapshot): Promise<void> {
  await warnAboutOneModel(context, snapshot);
  for (const vendor of assessAuthority(snapshot).sharedVendors) {
    const { judged, judging } = splitByJudging(snapshot, vendor);
    for (const seats of [judged, judging]) {
      if (seats.length < 2) continue;
      await context.writeNote(
        'shared-vendor',
        `${joinWords(seats.map(readLabels(snapshot)))} share a vendor (${vendor}), so they may think alike.`,
        seats[0] as string,
      );
    }
    await warnAboutJudges(context, snapshot, vendor, { judging, judged });
  }
}

/** Of a judge that was just given to another agent. */
export async function warnAboutStandIn(context: RunContext, snapshot: Snapshot, seat: string): Promise<void> {
  const vendor = snapshot.debate.seats[seat]?.agent.vendor;
  if (vendor === undefined || findSpec(snapshot, seat)?.judges !== true) return;
  await warnAboutJudges(context, snapshot, vendor, { ...splitByJudging(snapshot, vendor), judging: [seat] });
}
