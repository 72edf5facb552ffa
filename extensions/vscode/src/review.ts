// Reviews the working tree, and shows each finding at its line.
import path from 'node:path';
import * as vscode from 'vscode';
import { type Finding, readFindings } from './findings.ts';
import { inform, warn } from './notices.ts';
import { outputIn, repositoryRoot, requireFolder } from './place.ts';
import { runDebate, tellEnd } from './run.ts';
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
  const before: vscode.Uri[] = [];
  collection.forEach((uri) => {
    before.push(uri);
  });
  // Those of other repositories stay.
  for (const uri of before) if (repositoryRoot(path.dirname(uri.fsPath)) === root) collection.delete(uri);
  for (const file of new Set(findings.map((finding) => finding.file))) {
    const of = findings.filter((finding) => finding.file === file);
    collection.set(vscode.Uri.file(path.join(root, file)), of.map(toDiagnostic));
  }
}

const SAVE = 'Save and review';
const AS_SAVED = 'Review what is saved';

/** A review reads what is on the disk. Whether it is wanted, now that this is known. */
async function settleUnsaved(root: string): Promise<boolean> {
  const unsaved = vscode.workspace.textDocuments.filter(
    ({ uri, isDirty }) => isDirty && uri.scheme === 'file' && repositoryRoot(path.dirname(uri.fsPath)) === root,
  );
  if (unsaved.length === 0) return true;
  const names = unsaved.map(({ uri }) => path.relative(root, uri.fsPath)).join(', ');
  const picked = await warn(`A review reads files as they are saved. Not saved: ${names}.`, SAVE, AS_SAVED);
  if (picked === SAVE) for (const document of unsaved) await document.save();
  return picked !== undefined;
}

const PROBLEMS = 'Show problems';
const REPORT = 'Show the report';

export async function reviewWorkingTree(
  collection: vscode.DiagnosticCollection,
  documents: DebateDocuments,
): Promise<void> {
  const folder = requireFolder();
  const root = repositoryRoot(folder);
  if (!(await settleUnsaved(root))) return;
  const run = await runDebate({ title: 'Review', folder, command: 'review' });
  const { threadId, ended } = run;
  if (threadId === undefined) {
    inform(ended.stderr.trim().split('\n').at(-1) || 'Nothing to review.').then(undefined, () => {});
    return;
  }
  const findings = readFindings(await outputIn(folder, ['export', '--format', 'sarif', '--', threadId]));
  showFindings(collection, root, findings);
  const buttons = findings.length === 0 ? ([REPORT] as const) : ([PROBLEMS, REPORT] as const);
  const act = async () => {
    const picked = await tellEnd(`Review ${threadId}`, run, ...buttons);
    if (picked === PROBLEMS) await vscode.commands.executeCommand('workbench.actions.view.problems');
    if (picked === REPORT) await showDebate(documents, folder, threadId);
  };
  act().then(undefined, () => {});
}
