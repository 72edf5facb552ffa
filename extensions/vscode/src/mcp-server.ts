// Offers the MCP server of the program to the editor. Nothing is written into settings; an editor without this interface
// gets the server with `debate-hall mcp install`.
import * as vscode from 'vscode';
import { programName, workFolder } from './place.ts';

export function offerMcpServer(version: string): vscode.Disposable | undefined {
  // Editors that are built from an older one lack it.
  const offer = (vscode.lm as Partial<typeof vscode.lm> | undefined)?.registerMcpServerDefinitionProvider;
  if (offer === undefined) return undefined;
  return offer('debate-hall', {
    provideMcpServerDefinitions: () => {
      const folder = workFolder();
      if (folder === undefined) return [];
      const server = new vscode.McpStdioServerDefinition('Debate Hall', programName(), ['mcp'], {}, version);
      server.cwd = vscode.Uri.file(folder);
      return [server];
    },
  });
}
