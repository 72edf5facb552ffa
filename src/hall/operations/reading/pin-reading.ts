// Pins what the seats of a new debate may look up, and refuses agents that cannot be held to it.
import { defined } from '../../../domain/defined.ts';
import type { LeftOut, RuleData, SeatAssignment } from '../../../domain/event-parts.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { ALLOW_SECRETS } from '../../../domain/failures/hints.ts';
import { NOT_THERE } from '../../../domain/left-out.ts';
import { MAX_PINS, type Reading, type ReadingBudget } from '../../../domain/reading/reading.ts';
import { countLanguages, type LanguageCount } from '../../../domain/words/languages.ts';
import type { AnyFormat } from '../../../formats/format.ts';
import type { OpenItem } from '../../../ledger/engine/opening.ts';
import type { CollectedContext } from '../../../material/context/collect.ts';
import type { ReadSpec } from '../../../material/reading/read-spec.ts';
import type { WebPage } from '../../../net/fetch/fetch-page.ts';
import { packageFile } from '../../../support/package-root.ts';
import { findSecret } from '../../../support/secrets/find-secret.ts';
import type { Config } from '../../config/config.ts';
import type { Material } from '../debate/opening/given-documents.ts';
import type { Preparation } from '../debate/opening/open-input.ts';
import { findAgent, unlessGone } from '../debate/seats/assign-seats.ts';
import type { Hall } from '../hall.ts';
import { readingPorts } from './reading-ports.ts';

/** Turns that a seat can have at its full budget. */
const TURNS = 10;

export function createBudget({ maxReads, maxBytes }: Config['reading']): ReadingBudget {
  return { turnLooks: maxReads, turnBytes: maxBytes, seatLooks: maxReads * TURNS, seatBytes: maxBytes * TURNS };
}

/** What a format lets its seats read by itself, such as the repository of a change. */
export function findFormatSource(format: AnyFormat, options: RuleData): ReadSpec | undefined {
  const at = format.readable?.(format.options.parse(options));
  return at === undefined ? undefined : { kind: 'path', spec: ':/', path: ':/', at };
}

/**
 * Throws `bad-input` for the first agent, stand-ins included, that could look at more than the hall's tools show. One that is gone,
 * in a fork, can look at nothing.
 */
export async function refuseWithoutTools(hall: Hall, seats: readonly SeatAssignment[]): Promise<void> {
  const agents = await hall.agents();
  for (const { seat, agent, standIn } of seats) {
    for (const ref of standIn === undefined ? [agent] : [agent, standIn]) {
      const found = unlessGone(() => findAgent(agents, ref));
      if (found === undefined || found.attended === true || found.usesTools === true) continue;
      throw new HallError('bad-input', `${ref.agent} cannot be limited to the tools for reading (seat ${seat}).`, {
        hint: `Choose claude, codex or gemini without "extraArgs", or an agent that ${packageFile('docs/agents.md')} names for reading; or leave out --read.`,
        details: { seat, agent: ref.agent },
      });
    }
  }
}

interface PinnedReading {
  /** Absent where nothing of it is there any more. */
  readonly reading?: Reading;
  /** Of all files that can be read. */
  readonly languages: readonly LanguageCount[];
  /** Absent where no page is to be read. */
  readonly pages?: readonly OpenItem[];
  /** What is not there any more. */
  readonly gone: readonly LeftOut[];
}

/** Pages of which the ledger keeps the text. Throws `secret-found`. */
function toPageItems(hall: Hall, fetched: readonly WebPage[]): readonly OpenItem[] {
  const { allowSecrets } = hall.loaded.config.context;
  return fetched.map(({ address, text, fetched }) => {
    const secret = allowSecrets ? undefined : findSecret(text);
    if (secret !== undefined) {
      const where = `${address}, line ${secret.line}, looks like ${secret.kind}`;
      throw new HallError('secret-found', `${where}. What seats read is sent to their services.`, {
        hint: `Leave the page out, or ${ALLOW_SECRETS} if it is not a secret.`,
      });
    }
    return { source: address, bytes: Buffer.byteLength(text), text, fetched };
  });
}

/**
 * What a format lets its seats read takes the place of what is configured. Nothing where nothing is to be read. Throws `bad-input`,
 * `context-unreadable`, `secret-found`.
 */
export async function pinReading(
  { hall, input, signal, leaveGone, fetchPage }: Preparation,
  ofFormat: ReadSpec | undefined,
  seats: readonly SeatAssignment[],
  material: Material,
  { tooLarge }: CollectedContext,
): Promise<PinnedReading | undefined> {
  const { read = ofFormat === undefined ? hall.loaded.config.reading.sources : [ofFormat], outputs } = input;
  // Those of an earlier debate have to be as they were.
  const { pins: known = [], pages: kept = [] } = input.pins === undefined ? {} : input;
  const specs = input.pins === undefined ? read : [];
  if (specs.length + known.length === 0) return undefined;
  if (specs.length > MAX_PINS) {
    const hint = 'Name folders or globs in place of single files.';
    throw new HallError('bad-input', `There are ${specs.length} sources to read; the most is ${MAX_PINS}.`, { hint });
  }
  await refuseWithoutTools(hall, seats);
  const { openSources, reopenSources } = await import('../../../material/reading/open-sources.ts');
  const documents = material.items.map(({ source, text }) => ({ name: source, text }));
  const before = new Date(hall.clock.now()).toISOString();
  const pagesThen = kept.map(({ source, text }) => ({ address: source, text }));
  const leftOut = material.leftOut.map(({ source }) => source);
  const ports = await readingPorts(hall, { documents, leftOut, outputs, fetchPage, pages: pagesThen, before, signal });
  const gone: LeftOut[] = [];
  const onGone = leaveGone ? (source: string) => gone.push({ source, reason: NOT_THERE, missed: true }) : undefined;
  const opened =
    known.length > 0
      ? await reopenSources(known, ports)
      : await openSources(specs, ports, {
          // What did not fit into the prompt is to be read as well where that can be.
          ifReadable: [...tooLarge.keys()].slice(0, MAX_PINS - specs.length),
          ...defined({ onGone }),
        });
  const pages = [...kept, ...toPageItems(hall, opened.pages)];
  if (opened.pins.length === 0) return { languages: [], gone };
  const reading = { pins: [...opened.pins], budget: createBudget(hall.loaded.config.reading) };
  const languages = countLanguages([...opened.files.values()].map(({ file }) => file));
  return { reading, languages, gone, ...(pages.length > 0 ? { pages } : {}) };
}

/** What did not fit into the prompts and can be looked up is not missed by the seats; what cannot be looked up any more is. */
export function withoutReadable(
  leftOut: readonly LeftOut[],
  { tooLarge }: Pick<CollectedContext, 'tooLarge'>,
  { reading, gone = [] }: Partial<PinnedReading> = {},
): LeftOut[] {
  const readable = new Set((reading?.pins ?? []).flatMap(({ spec }) => [...(tooLarge.get(spec) ?? [])]));
  const named = new Set(leftOut.map(({ source }) => source));
  const all = [...leftOut, ...gone.filter(({ source }) => !named.has(source))];
  return all.map(({ source, reason, ...row }) =>
    readable.has(source) ? { source, reason: `${reason}; can be looked up` } : { source, reason, ...row },
  );
}
