// The extension: commands, findings, status bar and MCP server, all by calling `debate-hall`.
import * as vscode from 'vscode';
import { MissingProgram } from './command-line.ts';
import { debateOpenEditor } from './debate.ts';
import { offerMcpServer } from './mcp-server.ts';
import { reportProblem } from './notices.ts';
import { reviewWorkingTree } from './review.ts';
import { DebateDocuments, SCHEME, showChosen } from './show.ts';
import { StatusBar } from './status-bar.ts';
import { Seats } from './take-seat.ts';

const SETTINGS = 'Open the setting';

async function report(error: unknown): Promise<void> {
  const words = error instanceof Error ? error.message : String(error);
  if (!(error instanceof MissingProgram)) {
    await reportProblem(`Debate Hall: ${words}`);
    return;
  }
  const picked = await reportProblem(`Debate Hall: ${words}`, SETTINGS);
  if (picked === SETTINGS) await vscode.commands.executeCommand('workbench.action.openSettings', 'debateHall.command');
}

export function activate(context: vscode.ExtensionContext): void {
  const findings = vscode.languages.createDiagnosticCollection('debate-hall');
  const documents = new DebateDocuments();
  const status = new StatusBar();
  const seats = new Seats(documents, context.globalStorageUri.fsPath, () => status.refresh());
  const commands: Readonly<Record<string, () => Promise<void> | void>> = {
    'debateHall.debate': () => debateOpenEditor(documents),
    'debateHall.review': () => reviewWorkingTree(findings, documents),
    'debateHall.clearFindings': () => findings.clear(),
    'debateHall.show': () => showChosen(documents),
    'debateHall.takeSeat': () => seats.take(),
    'debateHall.sendTurn': () => seats.send(),
  };
  const registered = Object.entries(commands).map(([name, run]) =>
    vscode.commands.registerCommand(name, async () => {
      try {
        await run();
      } catch (error) {
        report(error).then(undefined, () => {});
      } finally {
        await status.refresh().catch(() => {});
      }
    }),
  );
  const version = String((context.extension.packageJSON as { version: unknown }).version);
  const server = offerMcpServer(version);
  context.subscriptions.push(
    ...registered,
    findings,
    status,
    vscode.window.onDidChangeActiveTextEditor(() => status.follow()),
    vscode.workspace.registerTextDocumentContentProvider(SCHEME, documents),
    ...(server === undefined ? [] : [server]),
  );
  status.refresh().then(undefined, () => {});
}
