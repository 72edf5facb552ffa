// A simulated debater: holds an answer, is moved by claims that it has not heard and by how many say something else.
import type { TranscriptEntry } from '../../src/formats/format.ts';
import { answerAlone, type Model, type Question } from './question.ts';
import { type Claim, readAnswerIn, readClaims } from './words.ts';

/** Claims that a debater has for its first answer. */
const CLAIMS = 3;

export class Debater {
  readonly seat: string;
  readonly opening: string;
  /** What it thinks itself, whatever it says. */
  held: string;
  /** The claim that moved it to the answer that it holds; `undefined` when none did. */
  movedBy: string | undefined;
  readonly #question: Question;
  readonly #known: Claim[];
  readonly #said = new Set<string>();
  readonly #read = new Set<number>();
  /** By title of the speaker's entries: the answer that it gave last. */
  readonly #others = new Map<string, string>();

  constructor(question: Question, seat: string, model: Model) {
    this.#question = question;
    this.seat = seat;
    this.opening = answerAlone(question, model);
    this.held = this.opening;
    this.#known = Array.from({ length: CLAIMS }, (_, index) => ({ id: `${seat}.${index + 1}`, answer: this.opening }));
  }

  /** Whether something happens that does so with this chance; the same for the same occasion. */
  happens(chance: number, occasion: string): boolean {
    return this.#question.draw(`${this.seat} ${occasion}`) < chance;
  }

  /** Takes in what it has not read yet; `occasion` names the request. */
  read(entries: readonly TranscriptEntry[], occasion: string): void {
    const fresh = entries.filter(({ seq, seat }) => seat !== this.seat && !this.#read.has(seq));
    for (const { seq, seat, title, text = '' } of fresh) {
      this.#read.add(seq);
      const answer = readAnswerIn(text);
      if (answer !== undefined) this.#others.set(seat ?? title, answer);
      for (const claim of readClaims(text)) this.#weigh(claim);
    }
    if (fresh.length > 0) this.#giveIn(occasion);
  }

  #weigh(claim: Claim): void {
    if (this.#known.some(({ id }) => id === claim.id)) return;
    this.#known.push(claim);
    if (claim.answer === this.held) return;
    const { truth, world } = this.#question;
    const chance = (claim.answer === truth ? world.truth : world.error) * (1 - world.stubbornness);
    if (this.happens(chance, `is moved by ${claim.id}`)) this.#move(claim.answer, claim.id);
  }

  /** Gives in to others who are at least as many as those who think like it, itself included. */
  #giveIn(occasion: string): void {
    const counts = new Map<string, number>();
    for (const answer of this.#others.values()) counts.set(answer, (counts.get(answer) ?? 0) + 1);
    const own = 1 + (counts.get(this.held) ?? 0);
    const [answer, count] = [...counts].filter(([each]) => each !== this.held).toSorted(([, a], [, b]) => b - a)[0] ?? [
      this.held,
      0,
    ];
    if (count < own) return;
    const { world } = this.#question;
    // Half or more of those heard: one of two counts as much as the parameter says, two of three a third more.
    const pressure = (2 * count) / (count + own);
    const chance = world.conformity * pressure * (1 - world.stubbornness);
    if (!this.happens(chance, `gives in at ${occasion}`)) return;
    const pretext = this.#known.find((claim) => claim.answer === answer);
    const pretends = this.happens(world.pretence, `pretends at ${occasion}`);
    this.#move(answer, pretends ? pretext?.id : undefined);
  }

  #move(answer: string, claim: string | undefined): void {
    this.held = answer;
    this.movedBy = answer === this.opening ? undefined : claim;
  }

  /** So many claims for what it holds that it has not said yet. */
  claims(count: number): readonly Claim[] {
    const left = this.#known.filter(({ id, answer }) => answer === this.held && !this.#said.has(id)).slice(0, count);
    for (const { id } of left) this.#said.add(id);
    return left;
  }

  /** Whether it goes along with an answer: because it holds it, or out of politeness. */
  approves(answer: string, occasion: string): boolean {
    return this.held === answer || this.happens(this.#question.world.acquiescence, `approves at ${occasion}`);
  }
}
