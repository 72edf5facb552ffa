// The status bar: which debates run, and who waits for you. It looks again when a ledger changes.
import * as vscode from 'vscode';
import { callIn, matchLedgers, outputIn, workFolder } from './place.ts';
import { readDebates, readHallFolder } from './program-data.ts';
import { describeStatus } from './status.ts';

const GATHER_MS = 500;
const NEWEST = '50';

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
  #watcher: vscode.FileSystemWatcher | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#item.name = 'Debate Hall';
    this.#item.command = 'debateHall.show';
  }

  /** Hidden where there is no folder, no program, or nothing that it can read. */
  async refresh(): Promise<void> {
    const folder = workFolder();
    const ended =
      folder === undefined
        ? undefined
        : await callIn(folder, ['list', '--json', '--limit', NEWEST]).catch(() => undefined);
    if (folder === undefined || ended?.code !== 0) return this.#item.hide();
    const { text, tooltip, isWaiting } = describeStatus(readDebates(ended.stdout));
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.command = isWaiting ? 'debateHall.takeSeat' : 'debateHall.show';
    this.#item.backgroundColor = isWaiting ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.show();
    await this.#watch(folder);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watcher?.dispose();
    this.#item.dispose();
  }

  async #watch(folder: string): Promise<void> {
    if (this.#watcher !== undefined) return;
    const hall = readHallFolder(await outputIn(folder, ['config', 'explain', '--all', '--json']));
    if (hall === undefined) return;
    this.#watcher = vscode.workspace.createFileSystemWatcher(matchLedgers(folder, hall));
    const soon = () => {
      // Several events that come together make one look.
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => void this.refresh().catch(() => {}), GATHER_MS);
    };
    this.#watcher.onDidChange(soon);
    this.#watcher.onDidCreate(soon);
    this.#watcher.onDidDelete(soon);
  }
}
