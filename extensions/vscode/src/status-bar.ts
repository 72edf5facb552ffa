// The status bar: which debates run, and who waits for you. It looks again when a ledger changes.
import * as vscode from 'vscode';
import { callIn, matchLedgers, openFolder, outputIn, workFolder } from './place.ts';
import { readDebates, readHallFolder } from './program-data.ts';
import { describeStatus } from './status.ts';

const GATHER_MS = 500;
const NEWEST = '50';

export class StatusBar implements vscode.Disposable {
  readonly #item = vscode.window.createStatusBarItem(vscode.StatusBarAlignment.Left);
  /** Whose debates are shown. */
  #folder: string | undefined;
  #watched: { readonly folder: string; readonly watcher: vscode.FileSystemWatcher } | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor() {
    this.#item.name = 'Debate Hall';
    this.#item.command = 'debateHall.show';
  }

  /** Hidden where there is no folder, no program, or nothing that it can read. */
  async refresh(): Promise<void> {
    const folder = workFolder();
    this.#folder = folder;
    const ended =
      folder === undefined
        ? undefined
        : await callIn(folder, ['list', '--json', '--limit', NEWEST]).catch(() => undefined);
    // Another folder was asked about meanwhile.
    if (this.#folder !== folder) return;
    if (folder === undefined || ended?.code !== 0) return this.#item.hide();
    const { text, tooltip, isWaiting } = describeStatus(readDebates(ended.stdout));
    this.#item.text = text;
    this.#item.tooltip = tooltip;
    this.#item.command = isWaiting ? 'debateHall.takeSeat' : 'debateHall.show';
    this.#item.backgroundColor = isWaiting ? new vscode.ThemeColor('statusBarItem.warningBackground') : undefined;
    this.#item.show();
    await this.#watch(folder);
  }

  /** Looks again when the document that is open belongs to another folder. */
  follow(): void {
    const folder = openFolder();
    if (folder !== undefined && folder !== this.#folder) this.#refreshSoon();
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#watched?.watcher.dispose();
    this.#item.dispose();
  }

  async #watch(folder: string): Promise<void> {
    if (this.#watched?.folder === folder) return;
    const hall = readHallFolder(await outputIn(folder, ['config', 'explain', '--all', '--json']));
    if (hall === undefined || this.#folder !== folder) return;
    this.#watched?.watcher.dispose();
    const watcher = vscode.workspace.createFileSystemWatcher(matchLedgers(folder, hall));
    this.#watched = { folder, watcher };
    watcher.onDidChange(this.#refreshSoon);
    watcher.onDidCreate(this.#refreshSoon);
    watcher.onDidDelete(this.#refreshSoon);
  }

  /** Several events that come together make one look. */
  readonly #refreshSoon = (): void => {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.refresh().catch(() => {}), GATHER_MS);
  };
}
