// Shows a debate: as its page where the program writes one, else as Markdown in the editor's own preview.
import * as vscode from 'vscode';
import { inform } from './notices.ts';
import { callIn, matchLedgers, outputIn, requireFolder } from './place.ts';
import { type Debate, readDebates, readHallFolder, readUnreadable } from './program-data.ts';

export const SCHEME = 'debate-hall';

interface Place {
  readonly folder: string;
  readonly id: string;
  /** Whose task it is. */
  readonly seat?: string;
}

/** Markdown of debates and tasks for the preview; read again each time it is opened. */
export class DebateDocuments implements vscode.TextDocumentContentProvider {
  readonly #changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.#changed.event;

  async provideTextDocumentContent(uri: vscode.Uri): Promise<string> {
    const { folder, id, seat } = JSON.parse(uri.query) as Place;
    const args = seat === undefined ? ['export', '--format', 'markdown'] : ['show', '--seat', seat];
    return await outputIn(folder, [...args, '--', id]);
  }

  refresh(uri: vscode.Uri): void {
    this.#changed.fire(uri);
  }
}

const GATHER_MS = 1_000;

/** Draws the page again when the ledger of its debate grew, until it is over or closed. */
async function follow(
  panel: vscode.WebviewPanel,
  folder: string,
  id: string,
  draw: () => Promise<void>,
): Promise<void> {
  const hall = readHallFolder(await outputIn(folder, ['config', 'explain', '--all', '--json']));
  if (hall === undefined) return;
  const watcher = vscode.workspace.createFileSystemWatcher(matchLedgers(folder, hall, id));
  let timer: NodeJS.Timeout | undefined;
  watcher.onDidChange(() => {
    // Several events that come together are drawn once.
    clearTimeout(timer);
    timer = setTimeout(() => void draw().catch(() => {}), GATHER_MS);
  });
  panel.onDidDispose(() => {
    clearTimeout(timer);
    watcher.dispose();
  });
}

/** The page brings a policy of its own, which lets it reach nothing. */
async function showPage(folder: string, id: string): Promise<boolean> {
  const { code, stdout } = await callIn(folder, ['export', '--format', 'html', '--', id]);
  if (code !== 0 || !/<meta[^>]+Content-Security-Policy/i.test(stdout)) return false;
  const panel = vscode.window.createWebviewPanel('debateHall.page', id, vscode.ViewColumn.Active, {
    enableScripts: true,
    enableFindWidget: true,
    localResourceRoots: [],
  });
  panel.webview.html = stdout;
  await follow(panel, folder, id, async () => {
    const next = await callIn(folder, ['export', '--format', 'html', '--', id]);
    if (next.code === 0) panel.webview.html = next.stdout;
  });
  return true;
}

export async function showDebate(documents: DebateDocuments, folder: string, id: string): Promise<void> {
  if (!(await showPage(folder, id))) await preview(documents, id, { folder, id });
}

/** What a seat that is next is asked. */
export const showTask = (documents: DebateDocuments, place: Required<Place>): Promise<void> =>
  preview(documents, `task-of-${place.seat}-in-${place.id}`, place);

async function preview(documents: DebateDocuments, name: string, place: Place): Promise<void> {
  const uri = vscode.Uri.from({ scheme: SCHEME, path: `/${name}.md`, query: JSON.stringify(place) });
  documents.refresh(uri);
  // Locked, since it would else turn to the next Markdown that is opened, such as that of a turn.
  await vscode.commands.executeCommand('markdown.showPreview', uri, undefined, { locked: true });
}

/** What it came to, and why that counts for less. */
function describeState({ running, outcome, status, full, rehearsal, importProblems }: Debate): string {
  const caveats = [
    ...(full || status === 'open' ? [] : ['DEGRADED']),
    ...(rehearsal ? ['REHEARSAL'] : []),
    ...(importProblems > 0 ? ['damaged import'] : []),
  ];
  return [running ? 'running' : (outcome ?? status), ...caveats].join(', ');
}

/** One that cannot be read says why when it is chosen. */
async function pickDebate(listed: string): Promise<string | undefined> {
  const items = [
    ...readDebates(listed).map((debate) => ({
      label: debate.topic ?? '(redacted)',
      description: `${describeState(debate)} · ${debate.format}`,
      detail: debate.threadId,
    })),
    ...readUnreadable(listed).map(({ threadId, unreadable }) => ({
      label: threadId,
      description: `cannot be read: ${unreadable}`,
      detail: threadId,
    })),
  ];
  if (items.length === 0) {
    inform('There are no debates here yet.').then(undefined, () => {});
    return undefined;
  }
  const picked = await vscode.window.showQuickPick(items, { placeHolder: 'Which debate?', matchOnDetail: true });
  return picked?.detail;
}

export async function showChosen(documents: DebateDocuments): Promise<void> {
  const folder = requireFolder();
  const id = await pickDebate(await outputIn(folder, ['list', '--json']));
  if (id !== undefined) await showDebate(documents, folder, id);
}
