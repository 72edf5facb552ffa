// The person at the terminal: takes turns in human seats, one at a time, and loses nothing that they have written.
import { rm } from 'node:fs/promises';
import pLimit from 'p-limit';
import type { PersonPort } from '../../../agents/agent.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import type { LiveEvent, LiveEventOf } from '../../../domain/live-events.ts';
import { isTerminalGone } from '../../../process/terminals.ts';
import { stripControl } from '../../../support/control-characters.ts';
import { whenAborted } from '../../../support/wait.ts';
import { createPage, renderSpeech } from '../render/layout/speech.ts';
import { coloursFor, printMessage } from './io.ts';
import { findKeptText, type KeptText, saveText } from './kept-texts.ts';
import { personName } from './person.ts';
import { Screen } from './screen.ts';

type TurnRequest = Parameters<PersonPort['write']>[0];

export interface RunningDebate {
  readonly threadId: string;
  interject(text: string): Promise<void>;
}

interface Written {
  readonly seat: string;
  readonly text: string;
}

type Fate = 'taken' | 'stopped' | 'refused';

const FATES: Readonly<Record<Fate, string>> = {
  taken: 'Someone else has taken this turn.',
  stopped: 'The run was stopped before this turn was recorded.',
  refused: 'This turn was not recorded.',
};

export class Keyboard implements PersonPort {
  readonly name = personName();
  readonly screen = new Screen();
  readonly #stopped: AbortSignal;
  // Seats may be asked at the same time, but there is one keyboard.
  readonly #oneAtATime = pLimit(1);
  /** By seat: what the person may want to use in its next turn. */
  readonly #drafts = new Map<string, string>();
  /** By seat: what an earlier run kept, once somebody has looked. */
  readonly #kept = new Map<string, KeptText | undefined>();
  readonly #interjections: LiveEventOf<'interjection'>[] = [];
  #debate: RunningDebate | undefined;
  /** By step: what was written last and is neither in the ledger nor in a file yet. */
  readonly #written = new Map<string, Written>();

  constructor(stopped: AbortSignal) {
    this.#stopped = stopped;
  }

  attach(debate: RunningDebate): void {
    this.#debate = debate;
  }

  /** The run continues as soon as the signal is aborted, even while an editor is open. */
  async write(request: TurnRequest): Promise<string | undefined> {
    return await new Promise((resolve, reject) => {
      const release = whenAborted(request.signal, () => resolve(undefined));
      this.#oneAtATime(() => this.#takeTurn(request))
        .then(resolve, reject)
        .finally(release);
    });
  }

  /** Remembers what was said from outside, and what has become of a text that was handed in. */
  listen(event: LiveEvent): void {
    if (event.type === 'interjection') this.#interjections.push(event);
    if (event.type === 'turn-recorded') this.#noteRecorded(event.step);
    else if (event.type === 'answer-rejected') this.#offerAgain(event.step);
    else if (event.type === 'seat-failed') this.#loseLater(event.step, 'refused');
    else if (event.type === 'turn-taken') {
      for (const [step, { seat }] of this.#written) if (seat === event.seat) this.#loseLater(step, 'taken');
    } else if (event.type === 'run-ended') {
      for (const step of this.#written.keys()) this.#loseLater(step, 'stopped');
    }
  }

  /** Resolves when nothing is left that the person has to be asked or told. */
  async idle(): Promise<void> {
    await this.#oneAtATime(() => {});
  }

  async #takeTurn({ seat, prompt, signal }: TurnRequest): Promise<string | undefined> {
    if (signal.aborted) return undefined;
    const { screen } = this;
    return await screen.lend(async () => {
      const { askForTurn } = await import('./ask-for-turn.ts');
      const lastSeen = prompt.transcript.at(-1)?.seq ?? 0;
      const since = () => this.#interjections.filter(({ seq }) => seq > lastSeen);
      await this.#offerKept(seat);
      const text = await askForTurn({ prompt, signal, screen, since, draft: this.#drafts.get(seat) });
      if (text === undefined || text.trim() === '') return undefined;
      this.#drafts.delete(seat);
      this.#written.set(prompt.step.id, { seat, text });
      // The end of a terminal ends a text, too, which its person had not finished.
      if (!signal.aborted && !isTerminalGone()) return text;
      await this.#lose(prompt.step.id, this.#stopped.aborted || isTerminalGone() ? 'stopped' : 'taken');
      return undefined;
    });
  }

  async #offerKept(seat: string): Promise<void> {
    const { threadId } = this.#debate ?? {};
    if (threadId === undefined || this.#kept.has(seat)) return;
    const kept = await findKeptText(threadId, seat);
    this.#kept.set(seat, kept);
    if (kept !== undefined && !this.#drafts.has(seat)) this.#drafts.set(seat, kept.text);
  }

  /** Its file is of no more use once the same words are in the ledger. */
  #noteRecorded(step: string): void {
    const written = this.#written.get(step);
    if (written === undefined) return;
    this.#written.delete(step);
    const kept = this.#kept.get(written.seat);
    if (kept?.text === written.text.trimEnd())
      void this.#oneAtATime(() => rm(kept.file, { force: true }).catch(() => {}));
  }

  #offerAgain(step: string): void {
    const written = this.#written.get(step);
    if (written !== undefined) this.#drafts.set(written.seat, written.text);
  }

  #loseLater(step: string, fate: Fate): void {
    this.#oneAtATime(() => this.screen.lend(() => this.#lose(step, fate))).catch((error: unknown) =>
      printMessage(`! ${error instanceof Error ? error.message : String(error)}`, '  '),
    );
  }

  /** Keeps the text in a file, shows it, and offers what else can be done with it. What was lost already is not lost again. */
  async #lose(step: string, fate: Fate): Promise<void> {
    const written = this.#written.get(step);
    if (written === undefined) return;
    const { seat, text } = written;
    this.#written.delete(step);
    this.#drafts.delete(seat);
    const file = await saveText(this.#debate?.threadId ?? 'debate', seat, text);
    const colours = coloursFor(process.stderr);
    printMessage(colours.yellow(`! ${FATES[fate]} What you wrote is saved in ${file}:`), '  ');
    printMessage(renderSpeech(stripControl(text), await createPage(process.stderr, colours)));
    if (fate !== 'taken' || this.#stopped.aborted) return;
    const { askChoice } = await import('./ask-for-turn.ts');
    const options = [
      { value: 'interject' as const, label: 'Add it as an interjection, which every later seat sees' },
      { value: 'draft' as const, label: `Use it for the next turn of ${seat}` },
      { value: 'keep' as const, label: 'Just keep the file' },
    ];
    const use = await askChoice({ message: 'Use what you wrote?', options }, this.screen, this.#stopped);
    if (use === 'draft') this.#drafts.set(seat, text);
    if (use === 'interject') await this.#interject(text);
  }

  async #interject(text: string): Promise<void> {
    try {
      await this.#debate?.interject(text);
    } catch (error) {
      if (!(error instanceof HallError)) throw error;
      printMessage(`! ${error.message}`, '  ');
    }
  }
}
