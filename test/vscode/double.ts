// A double of the editor's interface, as far as the extension uses it: it answers as a person would who was told beforehand,
// and remembers what it was shown. Its types are those of the editor.
import fs from 'node:fs';
import path from 'node:path';
import type * as vscode from 'vscode';

interface Shown {
  readonly messages: string[];
  readonly warnings: string[];
  readonly errors: string[];
  readonly progress: string[];
  readonly previews: string[];
  readonly pages: string[];
  readonly executed: string[];
  /** What there was to choose from. */
  readonly offered: (string | { label: string; description?: string; detail?: string })[];
  readonly diagnostics: Map<string, { readonly line: number; readonly severity: number; readonly message: string }[]>;
  status: { text: string; tooltip: string; visible: boolean };
}

/** What the person does at each question, in their order; nothing more: they leave it. */
interface Person {
  readonly inputs: string[];
  readonly picks: string[];
  readonly buttons: string[];
  /** Cancels the next run once this was shown as its progress. */
  cancelAt?: string;
  /** What somebody else does then. */
  meanwhile?: { readonly at: string; readonly act: () => void };
}

export function createDouble(folder: string, settings: Record<string, unknown>) {
  const shown: Shown = {
    messages: [],
    warnings: [],
    errors: [],
    progress: [],
    previews: [],
    pages: [],
    executed: [],
    offered: [],
    diagnostics: new Map(),
    status: { text: '', tooltip: '', visible: false },
  };
  const person: Person = { inputs: [], picks: [], buttons: [] };
  const commands = new Map<string, () => Promise<void>>();
  const servers: (() => unknown)[] = [];
  const changes: (() => void)[] = [];
  const folders = [folder];
  /** Those that are open, by their address. */
  const documents = new Map<string, ReturnType<typeof editor>['document']>();
  const follows: (() => void)[] = [];
  let active: { document: unknown; selection: unknown } | undefined;
  class TabInputText {
    readonly uri: Uri;
    constructor(uri: Uri) {
      this.uri = uri;
    }
  }
  const dispose = () => {};
  const ask = async (list: string[], text: string, buttons: readonly string[]) => {
    list.push(text);
    return buttons.includes(person.buttons[0] ?? '') ? person.buttons.shift() : undefined;
  };
  class Uri {
    readonly scheme: string;
    readonly path: string;
    readonly query: string;
    constructor({ scheme, path: at, query = '' }: { scheme: string; path: string; query?: string }) {
      this.scheme = scheme;
      this.path = at;
      this.query = query;
    }
    static file = (at: string) => new Uri({ scheme: 'file', path: at });
    static from = (parts: { scheme: string; path: string; query?: string }) => new Uri(parts);
    get fsPath() {
      return this.path;
    }
    toString() {
      return `${this.scheme}:${this.path}?${this.query}`;
    }
  }
  const editor = (
    name: string,
    text: string,
    selection = { isEmpty: true, start: { line: 0 }, end: { line: 0 } },
    uri = Uri.file(path.resolve(folder, name)),
  ) => {
    const document = {
      uri,
      fileName: name,
      text,
      saved: text,
      get isDirty() {
        return document.text !== document.saved;
      },
      save: async () => {
        fs.writeFileSync(uri.fsPath, document.text);
        document.saved = document.text;
        return true;
      },
      getText: (range?: { text?: string }) => range?.text ?? document.text,
    };
    return { document, selection };
  };
  const api = {
    ProgressLocation: { Notification: 15 },
    DiagnosticSeverity: { Error: 0, Warning: 1, Information: 2, Hint: 3 },
    StatusBarAlignment: { Left: 1 },
    ViewColumn: { Active: -1, Beside: -2 },
    Uri,
    Range: class {
      readonly startLine: number;
      constructor(startLine: number) {
        this.startLine = startLine;
      }
    },
    Diagnostic: class {
      readonly range: { startLine: number };
      readonly message: string;
      readonly severity: number;
      constructor(range: { startLine: number }, message: string, severity: number) {
        this.range = range;
        this.message = message;
        this.severity = severity;
      }
    },
    TabInputText,
    Position: class {},
    ThemeColor: class {},
    RelativePattern: class {},
    EventEmitter: class {
      event = () => ({ dispose });
      fire() {}
    },
    McpStdioServerDefinition: class {
      cwd: unknown;
      readonly label: string;
      readonly command: string;
      readonly args: string[];
      constructor(label: string, command: string, args: string[]) {
        this.label = label;
        this.command = command;
        this.args = args;
      }
    },
    lm: {
      registerMcpServerDefinitionProvider: (_: string, provider: { provideMcpServerDefinitions(): unknown }) => {
        servers.push(() => provider.provideMcpServerDefinitions());
        return { dispose };
      },
    },
    workspace: {
      workspaceFolders: [{ uri: Uri.file(folder), name: 'project', index: 0 }],
      getWorkspaceFolder: ({ fsPath }: Uri) => {
        const found = folders.find((each) => fsPath.startsWith(each + path.sep));
        return found === undefined ? undefined : { uri: Uri.file(found) };
      },
      getConfiguration: () => ({ get: (key: string) => settings[key] }),
      registerTextDocumentContentProvider: (
        _: string,
        provider: { provideTextDocumentContent(uri: Uri): Promise<string> },
      ) => {
        read = (uri) => provider.provideTextDocumentContent(uri);
        return { dispose };
      },
      createFileSystemWatcher: () => ({
        onDidChange: (listen: () => void) => {
          changes.push(listen);
          return { dispose };
        },
        onDidCreate: dispose,
        onDidDelete: dispose,
        dispose,
      }),
      get textDocuments() {
        return [...documents.values()];
      },
      openTextDocument: async (uri: Uri) => {
        const known = documents.get(uri.toString());
        const document = known ?? editor('', fs.readFileSync(uri.fsPath, 'utf8'), undefined, uri).document;
        documents.set(uri.toString(), document);
        return document;
      },
    },
    window: {
      get activeTextEditor() {
        return active;
      },
      tabGroups: {
        get all() {
          return [{ tabs: [...documents.values()].map(({ uri }) => ({ input: new TabInputText(uri) })) }];
        },
        // Who is asked about a document that is not saved leaves it open.
        close: async (tabs: readonly { input: TabInputText }[]) => {
          const names = tabs.map(({ input }) => input.uri.toString());
          const closed = names.filter((name) => documents.get(name)?.isDirty === false);
          for (const name of closed) documents.delete(name);
          return closed.length === names.length;
        },
      },
      onDidChangeActiveTextEditor: (listen: () => void) => {
        follows.push(listen);
        return { dispose };
      },
      createStatusBarItem: () => ({
        set text(text: string) {
          shown.status.text = text;
        },
        set tooltip(text: string) {
          shown.status.tooltip = text;
        },
        show: () => {
          shown.status.visible = true;
        },
        hide: () => {
          shown.status.visible = false;
        },
        dispose,
      }),
      createWebviewPanel: () => ({
        onDidDispose: dispose,
        webview: {
          set html(html: string) {
            shown.pages.push(html);
          },
        },
      }),
      showInputBox: async () => person.inputs.shift(),
      showQuickPick: async (items: readonly (string | { label: string; detail?: string })[]) => {
        shown.offered.push(...items);
        const wanted = person.picks.shift();
        return items.find((item) => (typeof item === 'string' ? item : (item.detail ?? item.label)) === wanted);
      },
      showInformationMessage: (text: string, ...buttons: string[]) => ask(shown.messages, text, buttons),
      showWarningMessage: (text: string, ...buttons: string[]) => ask(shown.warnings, text, buttons),
      showErrorMessage: (text: string, ...buttons: string[]) => ask(shown.errors, text, buttons),
      showTextDocument: async (document: { text: string }) => {
        active = { document, selection: undefined };
        const insert = (_at: unknown, text: string) => {
          document.text += text;
        };
        return { edit: async (change: (edit: { insert: typeof insert }) => void) => change({ insert }) };
      },
      withProgress: async (_: unknown, work: (progress: unknown, token: unknown) => Promise<unknown>) => {
        let cancel = () => {};
        const report = ({ message }: { message: string }) => {
          shown.progress.push(message);
          if (message === person.cancelAt) cancel();
          if (message === person.meanwhile?.at) person.meanwhile.act();
        };
        return await work({ report }, { onCancellationRequested: (listen: () => void) => (cancel = listen) });
      },
    },
    languages: {
      createDiagnosticCollection: () => ({
        clear: () => shown.diagnostics.clear(),
        forEach: (look: (uri: Uri) => void) => {
          for (const name of shown.diagnostics.keys()) look(Uri.file(path.resolve(folder, name)));
        },
        delete: (uri: Uri) => shown.diagnostics.delete(path.relative(folder, uri.fsPath)),
        set: (uri: Uri, list: { range: { startLine: number }; severity: number; message: string }[]) =>
          shown.diagnostics.set(
            path.relative(folder, uri.fsPath),
            list.map(({ range, severity, message }) => ({ line: range.startLine, severity, message })),
          ),
        dispose,
      }),
    },
    commands: {
      registerCommand: (name: string, run: () => Promise<void>) => {
        commands.set(name, run);
        return { dispose };
      },
      executeCommand: async (name: string, uri?: Uri) => {
        shown.executed.push(name);
        if (name === 'markdown.showPreview' && uri !== undefined) shown.previews.push(await read(uri));
      },
    },
  };
  let read: (uri: Uri) => Promise<string> = async () => '';
  return {
    api: api as unknown as typeof vscode,
    shown,
    person,
    /** Runs a command as the palette would. */
    run: async (name: string) => await commands.get(name)?.(),
    commands,
    /** What the editor gets when it asks for MCP servers. */
    servers: () => servers.flatMap((provide) => provide() as { command: string; args: string[]; cwd: Uri }[]),
    /** A file of the hall was written. */
    change: () => {
      for (const listen of changes) listen();
    },
    /** One more folder of the window. */
    addFolder: (added: string) => folders.push(added),
    /** A file of the first folder, or one by its whole path. */
    open: (name: string, text: string, selected?: { text: string; from: number; to: number }) => {
      const selection = selected && {
        isEmpty: false,
        text: selected.text,
        start: { line: selected.from },
        end: { line: selected.to },
      };
      active = editor(name, text, selection);
      const { document } = active as ReturnType<typeof editor>;
      documents.set(document.uri.toString(), document);
      for (const listen of follows) listen();
    },
    /** Names and texts of the documents that are open. */
    documents: () => [...documents.values()].map(({ uri, text }) => [path.basename(uri.fsPath), text] as const),
    /** Types into the document that is open. */
    type: (text: string) => {
      (active?.document as { text: string }).text = text;
    },
  };
}

export type Double = ReturnType<typeof createDouble>;
