// Every page of a hall, in every state that a debate can be in, at every width and in both lights: nothing is cut off, nothing runs out
// of the page, nothing bars anybody with everything unfolded. Pictures of what was looked at stay in .test-tmp/looks.
import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inCampaign } from '../support/campaign.ts';
import type { Running } from '../support/project.ts';
import { HAS_BROWSER, launchBrowser, openTab, RULES_OF_COLOUR, type Tab } from './browser.ts';
import { type Debates, FORMATS, rehearse } from './debates.ts';
import { openHall, type ServedHall, serveHall } from './hall.ts';

const PICTURES = '.test-tmp/looks';
const WIDTHS = [320, 768, 1280, 2560];
const LIGHTS = ['light', 'dark'] as const;
const LONG = 'Should we rename com.example.internal.payments.RetryPolicyFactoryBean everywhere?';
const SHOWN: Readonly<Record<string, string>> = { '#/': 'list', '#/start': 'start', '#/figures': 'figures' };
const STATES = ['ended', 'waiting', 'failed', 'running', 'damaged'] as const;
type State = (typeof STATES)[number];

/** The hall gives it a name of the day. */
const FIX = 'the-first-fix';

/** What comes of a debate besides its own turns: a question after the end, a chain of fixes, a person among agents. */
const BESIDES = ['asked', 'claims-panel', 'claims-asymmetric', 'chain', FIX];

/** A change, for a review. */
const MATERIAL = ['--context', 'git:HEAD~1..HEAD'];

interface View {
  readonly place: string;
  readonly width: number;
  readonly light: (typeof LIGHTS)[number];
}

const idOf = (format: string, state: State) => (state === 'ended' ? format : `${state}-${format}`);

function listViews(): readonly View[] {
  const places = [
    '#/',
    '#/start',
    '#/figures',
    ...[...FORMATS.flatMap((format) => STATES.map((state) => idOf(format, state))), ...BESIDES].map(
      (id) => `#/debates/${id}`,
    ),
  ];
  const looks = WIDTHS.flatMap((width) => LIGHTS.map((light) => ({ width, light })));
  return places.flatMap((place) => looks.map((look) => ({ place, ...look })));
}

/** What lies outside of the window, or is cut off: links of the contents, and the page as a whole. */
const findCut = `(() => {
  const inner = document.documentElement.clientWidth;
  const sideways = document.documentElement.scrollWidth > inner ? ['the page runs ' + (document.documentElement.scrollWidth - inner) + ' px out'] : [];
  const links = [...document.querySelectorAll('.contents a')].flatMap((link) => {
    const { left, right } = link.getBoundingClientRect();
    return left < 0 || right > inner || link.scrollWidth > link.clientWidth + 1 && getComputedStyle(link).overflow === 'hidden' ? [link.textContent + ' is cut off'] : [];
  });
  return [...sideways, ...links];
})()`;

/** Arrows of the map that run behind a box which is not theirs, so that one reads as two. */
const findHidden = `[...document.querySelectorAll('.canvas')].flatMap((canvas) => {
  const origin = canvas.getBoundingClientRect();
  const boxes = [...canvas.querySelectorAll('.node')].map((node) => {
    const { left, top, right, bottom } = node.getBoundingClientRect();
    return { name: node.textContent.slice(0, 30), left: left - origin.left, top: top - origin.top, right: right - origin.left, bottom: bottom - origin.top };
  });
  return [...canvas.querySelectorAll('svg > path.edge')].flatMap((path) => {
    const length = path.getTotalLength();
    const points = Array.from({ length: 41 }, (_, at) => path.getPointAtLength((length * at) / 40));
    const [first, last] = [points[0], points[40]];
    const near = (box, { x, y }) => x >= box.left - 8 && x <= box.right + 8 && y >= box.top - 8 && y <= box.bottom + 8;
    const hit = boxes.find((box) => !near(box, first) && !near(box, last) && points.some(({ x, y }) => x > box.left + 2 && x < box.right - 2 && y > box.top + 2 && y < box.bottom - 2));
    return hit === undefined ? [] : ['an arrow runs behind ' + hit.name];
  });
})`;

/** Cells of a table that became a strip, with a word or less in each line. */
const findStrips = `[...document.querySelectorAll('td, th')].flatMap(({ textContent, clientWidth, clientHeight }) =>
  textContent.length > 40 && clientHeight > 6 * clientWidth ? ['"' + textContent.slice(0, 30) + '" is ' + clientWidth + ' px wide and ' + clientHeight + ' high'] : [],
)`;

/** Words of a title that are broken where they have no seam: letters of one part that are in two lines. */
const findBroken = `[...document.querySelectorAll('h1, h3 a')].flatMap((title) => {
  const texts = document.createTreeWalker(title, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    const topOf = (at) => { const range = document.createRange(); range.setStart(text, at); range.setEnd(text, at + 1); return range.getBoundingClientRect().top; };
    for (const { index } of text.data.matchAll(/[a-z](?=[a-z])/g)) {
      if (topOf(index) !== topOf(index + 1)) broken.push('"' + text.data.slice(Math.max(0, index - 10), index + 1) + '" is broken');
    }
  }
  return broken;
})`;

/** A bar above all that takes more than its two lines. */
const findTall = `[...document.querySelectorAll('.bar')].flatMap(({ offsetHeight }) => offsetHeight > 96 ? ['the bar is ' + offsetHeight + ' px high'] : [])`;

/** What is there once all of a place is. */
function signOf(place: string): string {
  const shown = SHOWN[place];
  if (shown !== undefined) return `#page.${shown} main h1`;
  return place.includes('damaged') ? '#page.debate main [role=alert]' : '#page.debate #transcript';
}

/** As at the first visit: what was unfolded at another width is folded, and what is further down is drawn all the same. */
async function drawAll(page: Page): Promise<void> {
  await page.evaluate(`(() => {
    for (const name of Object.keys(sessionStorage)) if (name.startsWith('debate-hall-fold:')) sessionStorage.removeItem(name);
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.debate-row, .entry { content-visibility: visible !important }');
    document.adoptedStyleSheets = [sheet];
  })()`);
}

async function unfold(page: Page): Promise<void> {
  await page.evaluate("for (const each of document.querySelectorAll('details')) each.open = true");
  // What is unfolded is drawn with the next frame.
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))');
}

describe.runIf(inCampaign && HAS_BROWSER)('the looks of a hall (needs Chromium; CHROMIUM names it)', () => {
  let browser: Browser;
  let tab: Tab;
  let debates: Debates;
  let hall: ServedHall;
  let fix: string;
  const running: Running[] = [];

  beforeAll(async () => {
    fs.rmSync(PICTURES, { recursive: true, force: true });
    fs.mkdirSync(PICTURES, { recursive: true });
    [browser, debates] = await Promise.all([launchBrowser(), rehearse(FORMATS)]);
    const { project } = debates;
    project.configure({
      agents: {
        rehearsal: { kind: 'rehearsal', wordsPerSecond: 0 },
        // Never ends, however long it takes to look at all pages.
        slow: { kind: 'rehearsal', misbehave: 'hangs-midway', limits: { totalMs: 0, idleMs: 0, firstOutputMs: 0 } },
        broken: { kind: 'command', argv: ['false'], prompt: 'stdin', output: { format: 'text' } },
      },
    });
    for (const format of FORMATS) {
      const of = ['--format', format, ...(format === 'review' ? MATERIAL : [])];
      const id = (state: State) => ['--id', idOf(format, state)];
      await project.call(['open', ...of, ...id('waiting'), LONG]);
      await project.call(['open', ...of, ...id('damaged'), LONG]);
      fs.appendFileSync(project.path(`debates/${idOf(format, 'damaged')}.jsonl`), 'no event\n');
      const run = ['run', '--rehearse', '--retries', '0', ...of, '--json'];
      await project.call([...run, ...id('failed'), '--agents', 'broken,broken', LONG]);
      running.push(project.start([...run, ...id('running'), '--agents', 'slow,slow', LONG]));
    }
    await project.call(['run', '--rehearse', '--format', 'panel', '--id', 'asked', '-q', LONG]);
    await project.call(['ask', 'asked', 'What would change your mind about com.example.internal.payments?']);
    project.write('src/save.js', 'export const save = (text) => fs.writeFileSync(process.env.FILE, text);\n');
    await project.call(['review', '--rehearse', '--fix', '--trust', '--id', 'chain', '-q']);
    const listed: { threadId: string; format: string }[] = JSON.parse((await project.call(['list', '--json'])).stdout);
    fix = listed.findLast(({ format }) => format === 'fix')?.threadId ?? '';
    await project.call(['run', '--rehearse', '--format', 'panel', '--seat', 'a=human', '--id', 'claims-panel', LONG]);
    await project.call(['say', 'claims-panel', '--seat', 'a', 'No, 65%\nNobody has a number for it.']);
    await project.call(['resume', 'claims-panel']);
    await project.call([
      ...['run', '--rehearse', '--format', 'asymmetric', '--seat', 'fresh=human', '-o', 'openings=false'],
      ...['--id', 'claims-asymmetric', LONG],
    ]);
    await project.call([
      'say',
      'claims-asymmetric',
      '--seat',
      'fresh',
      '1. **Wait**: nobody has measured it.\n2. Measure.',
    ]);
    await project.call(['resume', 'claims-asymmetric']);
    hall = await serveHall(project);
    tab = await openTab(browser);
    await openHall(tab, hall);
  });
  afterAll(async () => {
    await browser?.close();
    await hall?.stop();
    for (const { child, finished } of running) {
      child.kill('SIGKILL');
      await finished;
    }
    debates?.close();
  });

  it.each(listViews())('are whole at $place, $width px, $light', async ({ place, width, light }) => {
    const { page, violations, complaints } = tab;
    const before = complaints.length;
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme: light });
    // The debate that was shown before looks like the one to come.
    for (const each of [place === '#/start' ? '#/figures' : '#/start', place]) {
      await drawAll(page);
      await page.evaluate(`location.hash = ${JSON.stringify(each.replace(FIX, fix))}`);
      await page.locator(signOf(each)).waitFor();
    }
    await page.getByText('Loading…').first().waitFor({ state: 'detached' });
    if (place.includes('running')) await page.locator('.standing.running').waitFor();
    const picture = (kind: string) => ({
      path: `${PICTURES}/${place.replace(/\W+/g, '-')}-${width}-${light}${kind}.png`,
      fullPage: true,
    });
    await page.screenshot(picture(''));
    await unfold(page);
    await page.screenshot(picture('-unfolded'));
    expect(await page.evaluate(findCut)).toEqual([]);
    expect(await page.evaluate(findHidden)).toEqual([]);
    expect(await page.evaluate(findStrips)).toEqual([]);
    expect(await page.evaluate(findBroken)).toEqual([]);
    expect(await page.evaluate(findTall)).toEqual([]);
    expect(await violations(light === 'dark' ? RULES_OF_COLOUR : undefined)).toEqual([]);
    // A ledger that nobody can read is an answer of its own.
    const isExpected = (complaint: string) => /status of 500 .*damaged-/.test(complaint);
    expect(complaints.slice(before).filter((complaint) => !isExpected(complaint))).toEqual([]);
  });
});
