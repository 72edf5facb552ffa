// A simulated debater: holds an answer, is moved by claims that it has not heard and by how many say something else.
import type { TranscriptEntry } from '../../src/formats/format.ts';
import { readName, writeAsAnswer } from './answers.ts';
import { answerAlone, countEach, type Model, type Question } from './question.ts';
import { type Claim, readAnswerIn, readClaims } from './words.ts';

/** Claims that a debater has for its first answer. */
const CLAIMS = 3;

export class Debater {
  readonly seat: string;
  readonly opening: string;
  /** What it thinks itself, whatever it says. */
  held: string;
  /** The claim that moved it to the answer that it holds; `undefined` when none did. */
  movedBy: Claim | undefined;
  /** What moved it in truth to what it said in its last ballot, whatever it named; `undefined` when it did not move. */
  cause: 'claim' | 'pressure' | undefined;
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

  /** An answer in the form that the debate asks for. */
  write(answer: string): string {
    return writeAsAnswer(this.#question, this.seat, answer);
  }

  /** What an answer that the debate has put into words is called here. */
  nameAnswer(text: string): string {
    return readName(this.#question, text);
  }

  /** Percent. */
  get confidence(): number {
    const { truth, world } = this.#question;
    return world.confidence[this.held === truth ? 'right' : 'wrong'];
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
    }
    // Seats that answer at the same time are recorded in any order, so what convinces first is drawn.
    const order = ({ id }: Claim) => this.#question.draw(`${this.seat} reads ${id}`);
    const claims = fresh.flatMap(({ text = '' }) => readClaims(text));
    for (const claim of claims.toSorted((one, other) => order(one) - order(other))) this.weigh(claim);
    if (fresh.length > 0) this.#giveIn(occasion);
  }

  /** Takes in a claim, and moves if it convinces. */
  weigh(claim: Claim): void {
    if (this.#known.some(({ id }) => id === claim.id)) return;
    this.#known.push(claim);
    if (claim.answer === this.held) return;
    const { truth, world } = this.#question;
    const chance = (claim.answer === truth ? world.truth : world.error) * (1 - world.stubbornness);
    if (this.happens(chance, `is moved by ${claim.id}`)) this.#move(claim.answer, claim, 'claim');
  }

  /** What most of the others say who say something else, and how many they are. */
  #findPressure(): { readonly answer: string; readonly count: number } {
    const counts = countEach(this.#others.values());
    const [answer = this.held, count = 0] =
      [...counts].filter(([each]) => each !== this.held).toSorted(([, one], [, other]) => other - one)[0] ?? [];
    return { answer, count };
  }

  /** Gives in to others who are at least as many as those who think like it, itself included. */
  #giveIn(occasion: string): void {
    const { answer, count } = this.#findPressure();
    const own = 1 + (countEach(this.#others.values()).get(this.held) ?? 0);
    if (count < own) return;
    const { world } = this.#question;
    // Half or more of those heard: one of two counts as much as the parameter says, two of three a third more.
    const pressure = (2 * count) / (count + own);
    const chance = world.conformity * pressure * (1 - world.stubbornness);
    if (!this.happens(chance, `gives in at ${occasion}`)) return;
    const pretext = this.#known.find((claim) => claim.answer === answer);
    const pretends = this.happens(world.pretence, `pretends at ${occasion}`);
    this.#move(answer, pretends ? pretext : undefined, 'pressure');
  }

  #move(answer: string, claim: Claim | undefined, cause: 'claim' | 'pressure'): void {
    this.held = answer;
    const isBack = answer === this.opening;
    this.movedBy = isBack ? undefined : claim;
    this.cause = isBack ? undefined : cause;
  }

  /** What it says in a blind ballot: what it holds, or, where it masks that, what others say. */
  ballot(occasion: string): { readonly answer: string; readonly movedBy: Claim | undefined } {
    const { answer, count } = this.#findPressure();
    const masks = count > 0 && this.happens(this.#question.world.masking, `masks at ${occasion}`);
    if (!masks) return { answer: this.held, movedBy: this.movedBy };
    this.cause = answer === this.opening ? undefined : 'pressure';
    return { answer, movedBy: this.#known.find((claim) => claim.answer === answer) };
  }

  /** So many claims for what it holds that it has not said yet. */
  claims(count: number): readonly Claim[] {
    const left = this.#known.filter(({ id, answer }) => answer === this.held && !this.#said.has(id)).slice(0, count);
    for (const { id } of left) this.#said.add(id);
    return left;
  }

  /** The strongest case against an answer that all hold; it convinces whoever makes it as any claim does. */
  findCaseAgainst(answer: string): Claim {
    const others = this.#question.options.filter((option) => option !== answer);
    const other = others[Math.floor(this.#question.draw('case against') * others.length)] as string;
    return { id: `${this.seat}.${CLAIMS + 1}`, answer: other };
  }

  /** Whether it goes along with an answer: because it holds it, or out of politeness. */
  approves(answer: string, occasion: string): boolean {
    return this.held === answer || this.happens(this.#question.world.acquiescence, `approves at ${occasion}`);
  }
}
