// Takes the turn of a seat that waits for a person: the turn is written in an editor and sent from there.
import { createHash } from 'node:crypto';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { inform } from './notices.ts';
import { outputIn, requireFolder, succeedIn } from './place.ts';
import { readDebates, type WaitingStep } from './program-data.ts';
import { runDebate, tellEnd } from './run.ts';
import { type DebateDocuments, showDebate, showTask } from './show.ts';
import { listWaiting, type Waiting } from './status.ts';

interface Turn extends Pick<WaitingStep, 'step'> {
  readonly folder: string;
  readonly threadId: string;
  readonly seat: string;
}

/** By this name, the editor's title shows the button. Debates of two folders may have the same ID, and a seat has several turns. */
function nameFile({ folder, threadId, seat, step = '' }: Turn): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([folder, step]))
    .digest('hex');
  return `turn-of-${seat}-in-${threadId}-${digest.slice(0, 12)}.md`;
}

/** Whether the document is closed and its file gone. Whatever was typed since `sent` stays, and so does every other document. */
async function closeSent(document: vscode.TextDocument, sent: string): Promise<boolean> {
  if (document.getText() !== sent) return false;
  // One that is saved closes without a question.
  if (document.isDirty) await document.save();
  const address = document.uri.toString();
  const tabs = vscode.window.tabGroups.all
    .flatMap((group) => group.tabs)
    .filter(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === address);
  const isClosed = await vscode.window.tabGroups.close(tabs);
  if (isClosed) await rm(document.uri.fsPath, { force: true });
  return isClosed;
}

const RESUME = 'Resume the debate';
const STILL_OPEN = 'What you typed since then is still open, and is not recorded.';

export class Seats {
  /** What each open turn is for, by the address of its document. */
  readonly #turns = new Map<string, Turn>();
  readonly #documents: DebateDocuments;
  /** Keeps turns until they are sent. */
  readonly #drafts: string;
  readonly #changed: () => Promise<void>;

  /** `changed` is called when a run that was resumed has ended. */
  constructor(documents: DebateDocuments, drafts: string, changed: () => Promise<void>) {
    this.#documents = documents;
    this.#drafts = drafts;
    this.#changed = changed;
  }

  async take(): Promise<void> {
    const folder = requireFolder();
    const waiting = listWaiting(readDebates(await outputIn(folder, ['list', '--json'])));
    if (waiting.length === 0) {
      inform('No debate waits for you.').then(undefined, () => {});
      return;
    }
    const chosen = waiting.length === 1 ? waiting[0] : await this.#choose(waiting);
    if (chosen === undefined) return;
    const { debate, step } = chosen;
    await showDebate(this.#documents, folder, debate.threadId);
    await showTask(this.#documents, { folder, id: debate.threadId, seat: step.seat });
    await this.#write({ folder, threadId: debate.threadId, seat: step.seat, step: step.step }, step);
  }

  /** Sends the document that is open, keeps it if the program refuses it, and offers to resume. */
  async send(): Promise<void> {
    const document = vscode.window.activeTextEditor?.document;
    const turn = document === undefined ? undefined : this.#turns.get(document.uri.toString());
    if (document === undefined || turn === undefined) throw new Error('This is not the turn of a seat.');
    const { folder, threadId, seat, step } = turn;
    const answered = step === undefined ? [] : ['--step', step];
    // Votes and picks are lines of the text, as its form says.
    const input = document.getText();
    const { stderr } = await succeedIn(folder, ['say', '--seat', seat, ...answered, '--', threadId], { input });
    this.#turns.delete(document.uri.toString());
    const isClosed = await closeSent(document, input);
    this.#offerResume(turn, [...stderr.trim().split('\n'), ...(isClosed ? [] : [STILL_OPEN])]).then(
      undefined,
      () => {},
    );
  }

  async #choose(waiting: readonly Waiting[]): Promise<Waiting | undefined> {
    const items = waiting.map((each) => ({
      label: each.step.label,
      description: each.debate.topic ?? '(redacted)',
      detail: each.debate.threadId,
      each,
    }));
    return (await vscode.window.showQuickPick(items, { placeHolder: 'Which seat?' }))?.each;
  }

  async #write(turn: Turn, { label, form, blankForm = '' }: WaitingStep): Promise<void> {
    const file = path.join(this.#drafts, nameFile(turn));
    await mkdir(this.#drafts, { recursive: true, mode: 0o700 });
    await writeFile(file, '', { flag: 'a', mode: 0o600 });
    const uri = vscode.Uri.file(file);
    this.#turns.set(uri.toString(), turn);
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document, vscode.ViewColumn.Beside);
    // What was written before stays.
    if (document.getText() === '') await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), blankForm));
    inform(
      `${label}: write the turn here, then choose "Send This Turn" in the title of the editor.${form === undefined ? '' : ` ${form}`}`,
    ).then(undefined, () => {});
  }

  /** `said`: how the turn was read, what is wrong with it all the same, and who is next. */
  async #offerResume({ folder, threadId }: Turn, said: readonly string[]): Promise<void> {
    const words = [`The turn is recorded in ${threadId}.`, ...said].join(' ');
    const picked = await inform(words, RESUME);
    if (picked !== RESUME) return;
    const run = await runDebate({ title: 'Debate', folder, command: 'resume', args: ['--', threadId] });
    await this.#changed();
    tellEnd(`Debate ${threadId}`, run).then(undefined, () => {});
    await showDebate(this.#documents, folder, threadId);
  }
}
