// Reviews the working tree, and shows each finding at its line.
import path from 'node:path';
import * as vscode from 'vscode';
import { type Finding, readFindings } from './findings.ts';
import { outputIn, repositoryRoot, requireFolder } from './place.ts';
import { runDebate } from './run.ts';
import { type DebateDocuments, showDebate } from './show.ts';

const SEVERITIES: Readonly<Record<Finding['level'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  note: vscode.DiagnosticSeverity.Information,
  none: vscode.DiagnosticSeverity.Hint,
};

function toDiagnostic({ line, level, message, rule }: Finding): vscode.Diagnostic {
  const wholeLine = new vscode.Range(line, 0, line, Number.MAX_SAFE_INTEGER);
  const diagnostic = new vscode.Diagnostic(wholeLine, message, SEVERITIES[level]);
  diagnostic.source = 'Debate Hall';
  diagnostic.code = rule;
  return diagnostic;
}

export function showFindings(
  collection: vscode.DiagnosticCollection,
  root: string,
  findings: readonly Finding[],
): void {
  collection.clear();
  for (const file of new Set(findings.map((finding) => finding.file))) {
    const of = findings.filter((finding) => finding.file === file);
    collection.set(vscode.Uri.file(path.join(root, file)), of.map(toDiagnostic));
  }
}

async function tellEnd(
  { length }: readonly Finding[],
  { folder, threadId }: { readonly folder: string; readonly threadId: string },
  documents: DebateDocuments,
): Promise<void> {
  const [problems, report] = ['Show problems', 'Show the report'] as const;
  const words = length === 1 ? '1 finding at a line' : `${length} findings at lines`;
  const choices = length === 0 ? [report] : [problems, report];
  // The headline says what was found and whether everybody took part; an empty list alone would not.
  const picked = await vscode.window.showInformationMessage(`Review ${threadId}: ${words}.`, ...choices);
  if (picked === problems) await vscode.commands.executeCommand('workbench.actions.view.problems');
  if (picked === report) await showDebate(documents, folder, threadId);
}

export async function reviewWorkingTree(
  collection: vscode.DiagnosticCollection,
  documents: DebateDocuments,
): Promise<void> {
  const folder = requireFolder();
  const { threadId, cancelled, said } = await runDebate({ title: 'Review', folder, command: 'review' });
  if (threadId === undefined) {
    vscode.window.showInformationMessage(said.split('\n').at(-1) || 'Nothing to review.');
    return;
  }
  const findings = readFindings(await outputIn(folder, ['export', '--format', 'sarif', '--', threadId]));
  showFindings(collection, repositoryRoot(folder), findings);
  // Whoever cancelled knows; what was found so far is at its lines.
  if (!cancelled) tellEnd(findings, { folder, threadId }, documents).then(undefined, () => {});
}
