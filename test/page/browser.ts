// A page in a real browser that reaches nothing: opened from its file, with everything recorded that it asks for or complains of.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';

const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where the browser is; `undefined` where there is none. CI installs one, and there these tests are not passed over. */
export const CHROMIUM = process.env['CHROMIUM'] ?? PLACES.find((place) => fs.existsSync(place));

export const HAS_BROWSER = process.env['PAGE_TESTS'] === 'required' || CHROMIUM !== undefined;

/** What the browser would fetch by itself, which is nothing that these tests are about. */
const QUIET = ['background-networking', 'component-update', 'sync', 'quic'].map((name) => `--disable-${name}`);

export async function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('There is no Chromium: install it, or name it in CHROMIUM.');
  return await chromium.launch({ executablePath: CHROMIUM, args: [...QUIET, '--no-first-run'] });
}

/** The rules that depend on the colour scheme: everything else of a page is the same in the dark. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface PageOptions {
  readonly width?: number;
  readonly hash?: string;
  readonly scripts?: boolean;
  readonly dark?: boolean;
}

export interface OpenedPage {
  readonly page: Page;
  /** Addresses of all requests. */
  readonly requests: readonly string[];
  /** Errors and warnings of the console, and exceptions. */
  readonly complaints: readonly string[];
  /** Rules that the page breaks as it is now, with the elements. */
  violations(rules?: readonly string[]): Promise<readonly string[]>;
  close(): Promise<void>;
}

/** A new tab, with everything recorded that it asks for or complains of. */
export async function watchPage(context: BrowserContext): Promise<OpenedPage> {
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  return {
    page,
    requests,
    complaints,
    async violations(rules) {
      if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axeSource);
      const options = rules === undefined ? {} : { runOnly: rules };
      const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    close: async () => await context.close(),
  };
}

export async function openFile(browser: Browser, file: string, options: PageOptions = {}): Promise<OpenedPage> {
  const { width = 1280, hash = '', scripts = true, dark = false } = options;
  const context = await browser.newContext({
    viewport: { width, height: 900 },
    offline: true,
    javaScriptEnabled: scripts,
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  const opened = await watchPage(context);
  await opened.page.goto(pathToFileURL(file).href + hash);
  if (scripts) await opened.page.waitForSelector('html[data-ready]', { state: 'attached' });
  return opened;
}
