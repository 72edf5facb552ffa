// Compares a question with past decisions by meaning, where `recall.embed` is set. Vectors are kept with the ledgers that they were made
// of; only what is new is asked for.
import { findNear, type Near } from '../../../../domain/memory/nearness.ts';
import type { StoredLedger } from '../../../../ledger/stores/store.ts';
import { sha256Hex } from '../../../../support/canonical.ts';
import { findSecret } from '../../../../support/secrets/find-secret.ts';
import type { EmbedSettings } from '../../../config/embed-schema.ts';
import type { Hall } from '../../hall.ts';
import type { Glance } from '../../records/lists/ledger-glance.ts';
import { askEmbedder, nameEmbedder } from './ask-embedder.ts';

/** Texts of one call. */
const TOGETHER = 32;
/** Characters of a decision that are sent; fewer than are looked at, so that no half of a secret is. */
const MOST_CHARACTERS = 1_500;
/** Longest time for vectors of decisions that have none yet; the rest get theirs the next time. */
const CATCH_UP_MS = 60_000;

export interface Meaning {
  readonly signal: AbortSignal;
  /** Hears, in a sentence, why meaning was not or not everywhere compared. */
  readonly notice: (sentence: string) => void;
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

/** By ID, those that say anything. */
async function listDecisions(
  hall: Hall,
  settings: EmbedSettings,
  glances: readonly Glance[],
): Promise<ReadonlyMap<string, Decision>> {
  const { kind, model } = settings;
  const maker = JSON.stringify([kind, kind === 'command' ? settings.argv : settings.baseUrl, model ?? null]);
  const found = await hall.store.find(glances.map(({ threadId }) => threadId));
  const ledgers = new Map(found.map((ledger) => [ledger.id, ledger]));
  const decisions = new Map<string, Decision>();
  for (const { threadId, topic, options, terms, decision } of glances) {
    const ledger = ledgers.get(threadId);
    const whole = [topic, options, terms, decision].filter((part) => part.trim() !== '').join('\n');
    if (ledger === undefined || whole === '') continue;
    const text = whole.slice(0, MOST_CHARACTERS).toWellFormed();
    decisions.set(threadId, { ledger, text, whole, digest: sha256Hex(`${maker}\n${text}`) });
  }
  return decisions;
}

/** What one comparison has and lacks so far. */
class Comparison {
  readonly #hall: Hall;
  readonly #decisions: ReadonlyMap<string, Decision>;
  readonly vectors = new Map<string, Float32Array>();
  readonly #missing: Decision[] = [];
  question: Float32Array | undefined;

  constructor(hall: Hall, decisions: ReadonlyMap<string, Decision>, kept: ReadonlyMap<string, string>) {
    this.#hall = hall;
    this.#decisions = decisions;
    for (const [id, decision] of decisions) {
      const vector = decode(decision, kept.get(id));
      if (vector === undefined) this.#ask(decision);
      else this.vectors.set(id, vector);
    }
  }

  get missing(): number {
    return this.#missing.length;
  }

  takeMissing(most: number): readonly Decision[] {
    return this.#missing.splice(0, most);
  }

  /** What looks like a secret stays here. */
  #ask(decision: Decision): void {
    if (findSecret(decision.whole) === undefined) this.#missing.push(decision);
  }

  /** The first one decides how long vectors are: those of a service whose model changed behind its name are made again. */
  takeQuestion(vector: Float32Array): void {
    this.question = vector;
    for (const [id, { length }] of this.vectors) {
      const decision = this.#decisions.get(id);
      if (length === vector.length || decision === undefined) continue;
      this.vectors.delete(id);
      this.#ask(decision);
    }
  }

  async take(decision: Decision, vector: Float32Array): Promise<void> {
    if (vector.length !== this.question?.length) return;
    this.vectors.set(decision.ledger.id, vector);
    await this.#hall.store.keepVector(decision.ledger, encode(decision, vector));
  }
}

/** By ID; `undefined` where only words can be compared. Throws `cancelled`, `storage`. */
export async function compareMeaning(
  hall: Hall,
  question: string,
  glances: readonly Glance[],
  { signal, notice }: Meaning,
): Promise<ReadonlyMap<string, Near> | undefined> {
  const settings = hall.loaded.config.recall.embed;
  if (settings === undefined || glances.length === 0) return undefined;
  if (findSecret(question) !== undefined) {
    notice('The question holds what looks like a secret, so it was compared by words alone.');
    return undefined;
  }
  const decisions = await listDecisions(hall, settings, glances);
  const kept = await hall.store.readVectors(Array.from(decisions.values(), ({ ledger }) => ledger));
  const comparison = new Comparison(hall, decisions, kept);
  const until = hall.clock.elapsed() + CATCH_UP_MS;
  do {
    const isFirst = comparison.question === undefined;
    const next = comparison.takeMissing(isFirst ? TOGETHER - 1 : TOGETHER);
    const texts = [...(isFirst ? [question] : []), ...next.map(({ text }) => text)];
    const answer = await askEmbedder(hall, settings, { texts, signal });
    if ('problem' in answer) {
      const left = isFirst ? 'Decisions' : 'The others';
      notice(`recall.embed: ${nameEmbedder(settings)} ${answer.problem}. ${left} were compared by words alone.`);
      break;
    }
    const given = [...answer.vectors];
    if (isFirst) comparison.takeQuestion(given.shift() as Float32Array);
    for (const [index, decision] of next.entries()) await comparison.take(decision, given[index] as Float32Array);
  } while (comparison.missing > 0 && hall.clock.elapsed() < until);
  if (comparison.question === undefined) return undefined;
  return findNear(comparison.question, comparison.vectors);
}
