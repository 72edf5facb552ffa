// Tabs of a real browser, with everything recorded that a page asks for or complains of.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import type { AxeResults } from 'axe-core';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

/** First the one without windows, in which a tab costs two thirds as much. */
const PLACES = ['chromium-headless-shell', 'chromium', 'chromium-browser', 'google-chrome'].map(
  (name) => `/usr/bin/${name}`,
);

/** Where the browser is; `undefined` where there is none. CI installs one, and there these tests are not passed over. */
const CHROMIUM = process.env['CHROMIUM'] ?? PLACES.find((place) => fs.existsSync(place));

export const HAS_BROWSER = process.env['PAGE_TESTS'] === 'required' || CHROMIUM !== undefined;

/** What the browser would fetch by itself, which is nothing that these tests are about. */
const QUIET = ['background-networking', 'component-update', 'sync', 'quic'].map((name) => `--disable-${name}`);

/** Pages of the address bar, and processes for pages that may come: renderers that nobody sees here. */
const WITHOUT_UNSEEN_RENDERERS =
  '--disable-features=WebUIOmniboxPopup,WebUIOmniboxAimPopup,SpareRendererForSitePerProcess';

export async function launchBrowser(): Promise<Browser> {
  if (CHROMIUM === undefined) throw new Error('There is no Chromium: install it, or name it in CHROMIUM.');
  return await chromium.launch({
    executablePath: CHROMIUM,
    args: [...QUIET, '--no-first-run', WITHOUT_UNSEEN_RENDERERS],
  });
}

/** The rules that depend on the colour scheme: everything else of a page is the same in the dark. */
export const RULES_OF_COLOUR = ['color-contrast', 'link-in-text-block'];

const axeSource = fs.readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

export interface Tab {
  readonly page: Page;
  /** Addresses of all requests. */
  readonly requests: readonly string[];
  /** Errors and warnings of the console, each with the address it is about, and exceptions. */
  readonly complaints: readonly string[];
  /** Rules that the page breaks as it is now, with the elements. */
  violations(rules?: readonly string[]): Promise<readonly string[]>;
  /** Makes it like a new tab: nothing is shown, and nothing has been recorded. */
  clear(): Promise<void>;
}

const VIEWPORT = { width: 1280, height: 900 };

/** A tab that records what its page asks for or complains of. Tests share one, since each starts processes of its own. */
export async function openTab(browser: Browser, options: BrowserContextOptions = {}): Promise<Tab> {
  const context = await browser.newContext({ viewport: VIEWPORT, reducedMotion: 'reduce', ...options });
  const page = await context.newPage();
  const requests: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(`${message.text()} ${message.location().url}`);
  });
  return {
    page,
    requests,
    complaints,
    async violations(rules) {
      if (await page.evaluate("typeof axe === 'undefined'")) await page.evaluate(axeSource);
      // Details of what is passed cost a tenth of it.
      const options = { resultTypes: ['violations'], ...(rules === undefined ? {} : { runOnly: rules }) };
      const { violations } = (await page.evaluate(`axe.run(document, ${JSON.stringify(options)})`)) as AxeResults;
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
    },
    async clear() {
      await page.unrouteAll();
      await page.goto('about:blank');
      await page.emulateMedia({ colorScheme: 'light', media: null });
      await page.setViewportSize(VIEWPORT);
      requests.length = 0;
      complaints.length = 0;
    },
  };
}

/** Opens a page from its file, at a place such as "#t9". */
export async function openFile({ page, clear }: Tab, file: string, hash = ''): Promise<void> {
  await clear();
  await page.goto(pathToFileURL(file).href + hash);
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
}
