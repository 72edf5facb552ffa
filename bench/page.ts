// The page of a long debate against that of a short one: CPU of the browser's main thread until two frames are drawn, or until
// the last turn is there.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { renderWhole } from '../src/exchange/exporters/exporter.ts';
import { fullRecord, turn } from '../test/exporters/records.ts';
import { HAS_BROWSER, launchBrowser, openFile, openTab } from '../test/page/browser.ts';
import { htmlExporter } from './built.ts';
import { interleave } from './measure.ts';
import { randomFrom } from './random.ts';
import { type Row, ratioRow } from './report.ts';

const ROUNDS = 5;
const SEATS = ['wind', 'wall', 'door'];
const VOCABULARY =
  'the ledger lock keeps two writers apart and nobody measured what a second one would cost when a run ends in a write'.split(
    ' ',
  );

/** About 1,100 characters of Markdown. */
function speechOf(random: () => number): string {
  const words = (count: number) =>
    Array.from({ length: count }, () => VOCABULARY[Math.floor(random() * VOCABULARY.length)]).join(' ');
  return `1. **${words(3)}** ${words(60)}\n2. ${words(40)}\n\n- ${words(20)}\n- \`${words(2)}\` ${words(20)}\n\n${words(60)}`;
}

function pageOf(turns: number): string {
  const random = randomFrom(turns);
  const entries = Array.from({ length: turns }, (_, index) =>
    turn(index + 2, SEATS[index % SEATS.length] ?? '', speechOf(random), {
      round: Math.floor(index / SEATS.length) + 1,
    }),
  );
  return renderWhole(htmlExporter, fullRecord({ entries }));
}

async function load(browser: Browser, file: string, turns?: number): Promise<number> {
  const tab = await openTab(browser, { offline: true });
  await openFile(tab, file);
  const { page } = tab;
  const session = await page.context().newCDPSession(page);
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.reload();
  await page.waitForSelector('html[data-ready]', { state: 'attached' });
  if (turns !== undefined) await page.waitForSelector(`.entry:nth-child(${turns})`, { state: 'attached' });
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
  const { metrics } = await session.send('Performance.getMetrics');
  await page.context().close();
  const { value = 0 } = metrics.find(({ name }) => name === 'TaskDuration') ?? {};
  return value * 1_000;
}

/** Nothing where there is no browser. */
export async function measurePage(): Promise<Row[]> {
  if (!HAS_BROWSER) {
    process.stderr.write('page: left out, as there is no Chromium.\n');
    return [];
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'debate-hall-bench-page-'));
  const browser = await launchBrowser();
  try {
    const file = (turns: number) => {
      const name = path.join(folder, `${turns}.html`);
      writeFileSync(name, pageOf(turns));
      return name;
    };
    const [short, medium, long] = [file(12), file(200), file(5_000)];
    const times = await interleave(
      {
        short: () => load(browser, short),
        medium: () => load(browser, medium),
        long: () => load(browser, long),
        whole: () => load(browser, long, 5_000),
      },
      ROUNDS,
    );
    return [
      ratioRow('the page of 200 turns until it is drawn: CPU, against one of 12', times.medium, times.short, 1.5),
      ratioRow('the page of 5,000 turns until it is drawn: CPU, against one of 12', times.long, times.short, 10),
      ratioRow('the same until the last turn is there', times.whole, times.short),
    ];
  } finally {
    await browser.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
