// Notifications. The editor makes a link of what looks like one in Markdown, and such a link may run a command, so that no words of a
// repository, a model or a program may look like one.
import * as vscode from 'vscode';

/** The same words without a link. */
export const withoutLinks = (words: string): string => words.replaceAll('](', '] (');

/** Each resolves to the button that was pressed. */
export async function inform<Button extends string>(words: string, ...buttons: readonly Button[]) {
  return await vscode.window.showInformationMessage<Button>(withoutLinks(words), ...buttons);
}

export async function warn<Button extends string>(words: string, ...buttons: readonly Button[]) {
  return await vscode.window.showWarningMessage<Button>(withoutLinks(words), ...buttons);
}

export async function reportProblem<Button extends string>(words: string, ...buttons: readonly Button[]) {
  return await vscode.window.showErrorMessage<Button>(withoutLinks(words), ...buttons);
}
