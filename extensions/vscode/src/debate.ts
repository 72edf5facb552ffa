// Debates what is selected, or the file that is open.
import path from 'node:path';
import * as vscode from 'vscode';
import { isSecretFile } from '../../../src/material/context/files/secret-file-names.ts';
import { requireFolder } from './place.ts';
import { runDebate, tellEnd } from './run.ts';
import { type DebateDocuments, showDebate } from './show.ts';

/** What the seats get to read, and what the question is asked about. */
export interface Material {
  readonly name: string;
  readonly text: string;
}

/** The file as it is in the editor, saved or not. */
export function readMaterial(editor: vscode.TextEditor, folder: string): Material {
  const { document, selection } = editor;
  const name = path.relative(folder, document.uri.fsPath) || document.fileName;
  if (selection.isEmpty) return { name, text: document.getText() };
  const lines = `${selection.start.line + 1}–${selection.end.line + 1}`;
  return { name: `${name}, lines ${lines}`, text: document.getText(selection) };
}

export async function debateOpenEditor(documents: DebateDocuments): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) throw new Error('Open a file first.');
  const folder = requireFolder();
  const { fsPath } = editor.document.uri;
  // What comes in as text has no name by which the program could refuse it.
  if (await isSecretFile(fsPath))
    throw new Error(
      `${path.basename(fsPath)} is a file that usually holds secrets. Context is sent to the agents' services.`,
    );
  const { name, text } = readMaterial(editor, folder);
  const question = await vscode.window.showInputBox({
    title: `Debate ${name}`,
    prompt: 'What should be decided?',
    placeHolder: 'Should we …?',
    ignoreFocusOut: true,
  });
  if (question === undefined || question.trim() === '') return;
  const run = await runDebate({
    title: 'Debate',
    folder,
    command: 'run',
    args: ['--context', '-', '--', question],
    input: `${name}\n\n${text}\n`,
  });
  const { threadId } = run;
  if (threadId === undefined) return;
  tellEnd(`Debate ${threadId}`, run).then(undefined, () => {});
  await showDebate(documents, folder, threadId);
}
