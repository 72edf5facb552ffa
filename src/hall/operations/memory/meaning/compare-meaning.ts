// Compares a question with past decisions by meaning, where `recall.embed` is set. Vectors are kept with the ledgers that they were made
// of; only what is new is asked for.
import { cutIntoParts } from '../../../../domain/group-by.ts';
import { findNear, type Near } from '../../../../domain/memory/nearness.ts';
import { countNoun } from '../../../../domain/words/format-figures.ts';
import type { StoredLedger } from '../../../../ledger/stores/store.ts';
import { sha256Hex } from '../../../../support/canonical.ts';
import { findSecret } from '../../../../support/secrets/find-secret.ts';
import type { EmbedSettings } from '../../../config/schema-parts.ts';
import type { Hall } from '../../hall.ts';
import type { VersionedGlance } from '../../records/lists/glance.ts';
import { askEmbedder, nameEmbedder, type ReadVectors } from './ask-embedder.ts';

/** Texts of one call. */
const TOGETHER = 32;
/** Calls that fail before an embedder that gave the question its vector is left alone. */
const MOST_FAILED = 32;
/** Characters of a decision that are sent; all that was read is searched for secrets. */
const MOST_CHARACTERS = 1_500;
const LIMIT_MS = 60_000;

export interface Meaning {
  readonly signal: AbortSignal;
  /** Hears, in a sentence, why meaning was not or not everywhere compared. */
  readonly notice: (sentence: string) => void;
  /** Longest time of all calls together, in milliseconds: by default one minute. What has no vector by then gets it the next time. */
  readonly limitMs?: number;
}

interface Decision {
  readonly ledger: StoredLedger;
  readonly text: string;
  /** More of it, in which secrets are looked for. */
  readonly whole: string;
  /** Of the text and of what makes its vector. */
  readonly digest: string;
}

function encode({ digest }: Decision, vector: Float32Array): string {
  const bytes = Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
  return `${digest} ${bytes.toString('base64')}`;
}

/** `undefined` where it was made of another text, by something else, or is damaged. */
function decode({ digest }: Decision, kept: string | undefined): Float32Array | undefined {
  if (kept?.startsWith(`${digest} `) !== true) return undefined;
  const bytes = Buffer.from(kept.slice(digest.length + 1), 'base64');
  if (bytes.length === 0 || bytes.length % Float32Array.BYTES_PER_ELEMENT !== 0) return undefined;
  return new Float32Array(new Uint8Array(bytes).buffer);
}

/** Those that say anything, each of the version that it was read at. */
function listDecisions(settings: EmbedSettings, glances: readonly VersionedGlance[]): readonly Decision[] {
  const { kind, model } = settings;
  const maker = JSON.stringify([kind, kind === 'command' ? settings.argv : settings.baseUrl, model ?? null]);
  return glances.flatMap(({ threadId: id, version, topic, options, terms, decision }) => {
    const whole = [topic, options, terms, decision].filter((part) => part.trim() !== '').join('\n');
    if (whole === '') return [];
    const text = whole.slice(0, MOST_CHARACTERS).toWellFormed();
    return [{ ledger: { id, version }, text, whole, digest: sha256Hex(`${maker}\n${text}`) }];
  });
}

interface Embedder {
  readonly ask: (texts: readonly string[]) => Promise<ReadVectors>;
  readonly hasTime: () => boolean;
}

/**
 * Gives what can be had of them to `take`; returns why there is not more. What fails together is asked for in halves, after all others, so
 * that a text which is refused costs no other one its vector.
 */
async function askForAll(
  missing: readonly Decision[],
  { ask, hasTime }: Embedder,
  take: (decision: Decision, vector: Float32Array) => Promise<void>,
): Promise<string | undefined> {
  const batches = [...cutIntoParts(missing, TOGETHER)];
  const problems: string[] = [];
  for (const batch of batches) {
    if (!hasTime() || problems.length >= MOST_FAILED) break;
    const answer = await ask(batch.map(({ text }) => text));
    if ('problem' in answer) {
      problems.push(answer.problem);
      if (batch.length > 1) batches.push(...cutIntoParts(batch, Math.ceil(batch.length / 2)));
      continue;
    }
    for (const [index, decision] of batch.entries()) await take(decision, answer.vectors[index] as Float32Array);
  }
  return problems[0];
}

/** By ID; `undefined` where only words can be compared. Throws `cancelled`, `storage`. */
export async function compareMeaning(
  hall: Hall,
  question: string,
  glances: readonly VersionedGlance[],
  { signal, notice, limitMs = LIMIT_MS }: Meaning,
): Promise<ReadonlyMap<string, Near> | undefined> {
  const settings = hall.loaded.config.recall.embed;
  if (settings === undefined || glances.length === 0) return undefined;
  if (findSecret(question) !== undefined) {
    notice('The question holds what looks like a secret, so it was compared by words alone.');
    return undefined;
  }
  const until = hall.clock.elapsed() + limitMs;
  const left = () => until - hall.clock.elapsed();
  const ask: Embedder['ask'] = async (texts) =>
    await askEmbedder(hall, settings, { texts, signal, limitMs: Math.max(1, left()) });
  const complain = (problem: string, compared: string) =>
    notice(`recall.embed: ${nameEmbedder(settings)} ${problem}. ${compared} compared by words alone.`);
  // Alone, so that no decision that is refused keeps the question from having a vector.
  const asked = await ask([question]);
  if ('problem' in asked) {
    complain(asked.problem, 'Decisions were');
    return undefined;
  }
  const [own] = asked.vectors as readonly [Float32Array];
  const decisions = listDecisions(settings, glances);
  const kept = await hall.store.readVectors(decisions.map(({ ledger }) => ledger));
  const vectors = new Map<string, Float32Array>();
  const missing: Decision[] = [];
  for (const decision of decisions) {
    const { id } = decision.ledger;
    const vector = decode(decision, kept.get(id));
    // Those of a service whose model changed behind its name are of another length.
    if (vector?.length === own.length) vectors.set(id, vector);
    // What looks like a secret stays here.
    else if (findSecret(decision.whole) === undefined) missing.push(decision);
  }
  const before = vectors.size;
  const problem = await askForAll(missing, { ask, hasTime: () => left() > 0 }, async (decision, vector) => {
    if (vector.length !== own.length) return;
    vectors.set(decision.ledger.id, vector);
    await hall.store.keepVector(decision.ledger, encode(decision, vector));
  });
  const without = missing.length - (vectors.size - before);
  if (without > 0) {
    const why =
      left() > 0 ? 'gave vectors of different lengths' : `needs more than ${limitMs / 1_000} s for all decisions`;
    complain(problem ?? why, `${countNoun(without, 'decision')} ${without === 1 ? 'was' : 'were'}`);
  }
  return findNear(own, vectors);
}
