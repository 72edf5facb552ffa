// The page that `--html` and `export --format html` write, in a real browser, from its file, without a network.
import fs from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DebateRecord } from '../../src/domain/record.ts';
import { renderWhole } from '../../src/exchange/exporters/exporter.ts';
import { exporter } from '../../src/exchange/exporters/html/index.ts';
import { fullRecord, turn } from '../exporters/records.ts';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { HAS_BROWSER, launchBrowser, openFile, openTab, RULES_OF_COLOUR, type Tab } from './browser.ts';
import { type Debates, FORMATS, rehearse } from './debates.ts';
import { HOSTILE_TEXTS, RAN } from './hostile-texts.ts';

describe.skipIf(!HAS_BROWSER)('the page (needs Chromium; CHROMIUM names it)', () => {
  let browser: Browser;
  let tab: Tab;
  let debates: Debates;

  beforeAll(async () => {
    [browser, debates] = await Promise.all([launchBrowser(), rehearse(inCi ? FORMATS : ['wind-wall-door', 'oxford'])]);
    tab = await openTab(browser, { offline: true });
  });
  afterAll(async () => {
    await browser?.close();
    debates?.close();
  });

  async function open(file: string, hash = ''): Promise<Tab> {
    await openFile(tab, file, hash);
    return tab;
  }

  function write(name: string, record: DebateRecord): string {
    return debates.project.write(`${name}.html`, renderWhole(exporter, record));
  }

  const SHOWS: Readonly<Record<string, readonly string[]>> = {
    'wind-wall-door': ['opinions', 'influence', 'map', 'claims', 'evidence', 'seats'],
    asymmetric: ['opinions', 'points', 'map'],
    oxford: ['curve', 'map'],
    panel: ['opinions', 'influence', 'map', 'claims'],
    check: ['opinions'],
    review: ['findings', 'evidence'],
    plan: ['plan'],
  };

  it.each(sample(inCampaign ? FORMATS : ['wind-wall-door', 'panel', 'review'], 3))(
    'shows a debate of the format %s with one request, no complaint and no barrier',
    async (format) => {
      const { page, requests, complaints, violations } = await open(debates.page(format));
      expect(requests).toHaveLength(1);
      const sections = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
      expect(sections).toEqual(expect.arrayContaining([...(SHOWS[format] ?? []), 'transcript', 'about']));
      expect(await page.locator('h1').innerText()).not.toBe('');
      expect(await page.getByText('No model was called').count()).toBe(1);
      expect(await page.getByText('This part cannot be shown').count()).toBe(0);
      await page.getByRole('button', { name: 'Unfold all' }).click();
      expect(await violations()).toEqual([]);
      if (inCampaign || format === FORMATS[0]) {
        await page.emulateMedia({ colorScheme: 'dark' });
        expect(await violations(RULES_OF_COLOUR)).toEqual([]);
      }
      for (const width of inCampaign ? [390, 2560] : [390]) {
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
      }
      expect(complaints).toEqual([]);
    },
  );

  it.runIf(inCi)(
    'says at the top what answers in words came to, in one line, and counts dissent among those who had an answer',
    async () => {
      const { page } = await open(debates.page('panel'));
      expect(await page.locator('.verdict .answer').innerText()).toMatch(
        /^\d of 3 seats holds? the decision as (?:its|their) own answer, [^“]*$/,
      );
      expect(await page.locator('.fact', { hasText: 'Dissent' }).innerText()).toContain('1 of 3 seats');
    },
  );

  it.runIf(inCi)(
    'shows what seats wrote in a line without marks of Markdown, and what moved them without contradiction',
    async () => {
      const { page } = await open(debates.page('panel'));
      const excerpts = await page.locator('.entry .excerpt').allTextContents();
      expect(excerpts.filter((excerpt) => excerpt.includes('**'))).toEqual([]);
      const nodes = await page.locator('.node').allInnerTexts();
      expect(nodes.filter((text) => /^- /m.test(text))).toEqual([]);
      expect(await page.locator('.influence').innerText()).toMatch(
        /whether it moved; in its own words, C\d of Seat \w moved it/,
      );
    },
  );

  it.runIf(inCi)('names the answers of a check, which nobody gave twice', async () => {
    const { page } = await open(debates.page('check'));
    expect(await page.locator('.tallies').innerText()).toContain('Blind answers');
    expect(await page.locator('#opinions h2').innerText()).toBe('Openings');
  });

  it.runIf(inCi)('shows an asymmetric debate in which nobody answered anything', async () => {
    const { project } = debates;
    await project.call(['open', '--format', 'asymmetric', '--id', 'untested', '-o', 'openings=false', 'Should we?']);
    for (const seat of ['experienced', 'fresh']) {
      await project.call(['say', 'untested', '--seat', seat, `1. What ${seat} users need.`]);
    }
    await project.call(['close', 'untested', 'We wait.']);
    await project.call(['export', 'untested', '--format', 'html', '--output', debates.page('untested')]);
    const { page, complaints, violations } = await open(debates.page('untested'));
    const points = await page.locator('#points').innerText();
    expect(points).toContain('· 1 Not challenged');
    expect(points).toContain('No answer of one side to the other counts, so all positions are untested.');
    expect(await page.getByText('This part cannot be shown').count()).toBe(0);
    expect(await page.locator('#points .mark').count()).toBe(0);
    expect(await violations()).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it.runIf(inCi)('would be found out if it had barriers', async () => {
    const { page, violations } = await open(debates.page('check'));
    await page.evaluate(`
      document.querySelector('input[type=search]').parentElement.replaceWith(document.createElement('input'));
      document.querySelector('h1').style.color = '#ddd';
      document.querySelector('main').appendChild(document.createElement('button'));
    `);
    const found = (await violations()).map((violation) => violation.split(':')[0]);
    expect(found).toEqual(expect.arrayContaining(['label', 'color-contrast', 'button-name']));
  });

  it.runIf(inCi)('tells outcome, authority, decision and dissent without scripts', async () => {
    const { page } = await openTab(browser, { javaScriptEnabled: false });
    await page.goto(pathToFileURL(write('plain', fullRecord())).href);
    const text = await page.locator('body').innerText();
    for (const words of ['Which "store"?', 'Stable disagreement', 'Degraded panel', 'Keep files', 'No numbers.'])
      expect(text).toContain(words);
    expect(await page.locator('#dissent').innerText()).toContain('Wall did not approve');
  });

  it.runIf(inCi)('says which seats were rehearsed', async () => {
    const { page } = await open(write('partly', fullRecord()));
    expect(await page.locator('.banner').innerText()).toContain('No model was called for Wind');
  });

  it.runIf(inCi)('runs nothing that is in a text, and still shows every other one', async () => {
    const entries = HOSTILE_TEXTS.flatMap((text, index) => [
      turn(index * 2 + 2, 'wind', text, { title: text.slice(0, 200) }),
      turn(index * 2 + 3, 'wall', `Readable ${index}.`),
    ]);
    const base = fullRecord();
    for (const field of ['entries', 'words'] as const) {
      const words = HOSTILE_TEXTS.join('\n\n');
      const hostile: Partial<DebateRecord> =
        field === 'entries'
          ? { entries }
          : {
              ...{ topic: words, decision: words, dissent: [{ seat: 'wall', text: words }], warnings: [words] },
              seats: base.seats.map((seat) => ({
                ...seat,
                label: words,
                agent: { ...seat.agent, agent: words.slice(0, 200) },
              })),
              context: [{ source: words, bytes: 1, sha256: 'ab'.repeat(32) }],
            };
      const { page, requests, complaints } = await open(write(`hostile-${field}`, { ...base, ...hostile }));
      const title = await page.title();
      await page.getByRole('button', { name: 'Unfold all' }).click();
      await page.evaluate("dispatchEvent(new Event('beforeprint'))");
      const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
      expect(links.filter((link) => !/^(#|https?:\/\/)/.test(link ?? ''))).toEqual([]);
      expect(await page.locator('img, iframe, object, embed, #page style, #page script, #page [onerror]').count()).toBe(
        0,
      );
      if (field === 'entries') {
        const text = await page.locator('.entries').evaluate((element) => element.textContent);
        for (const index of HOSTILE_TEXTS.keys()) expect(text).toContain(`Readable ${index}.`);
      }
      expect([await page.title(), requests.length, complaints]).toEqual([title, 1, []]);
      expect(title).not.toBe(RAN);
    }
  });

  it.runIf(inCampaign)('opens the entry that the address names, and brings it into view', async () => {
    const { page } = await open(debates.page('oxford'), '#t9');
    const entry = page.locator('#t9');
    expect(await entry.locator('details').getAttribute('open')).not.toBeNull();
    await expect
      .poll(async () => await entry.evaluate((element) => element.getBoundingClientRect().top))
      .toBeLessThan(900);
    expect(await page.locator('details[open] .title').allInnerTexts()).toHaveLength(1);
    await page.evaluate("location.hash = '#t3'");
    await expect.poll(async () => await page.locator('#t3 details').getAttribute('open')).not.toBeNull();
  });

  it.runIf(inCi)('finds words, and says how often', async () => {
    const { page } = await open(debates.page('oxford'));
    const all = await page.locator('.entry').count();
    await page.getByLabel('Search').fill('STEP undone');
    const count = page.locator('.tools .count');
    await expect.poll(async () => await count.innerText()).toMatch(new RegExp(`^\\d+ of ${all} entries$`));
    const found = await page.locator('.entry').count();
    expect(found).toBeGreaterThan(0);
    expect(found).toBeLessThan(all);
    const marked = (await page.locator('.entry mark').allTextContents()).map((text) => text.toLowerCase());
    expect(marked).toContain('step');
    for (const word of marked) expect(['step', 'undone']).toContain(word);
    await page.getByLabel('Search').fill('nothing like this is in it');
    await expect.poll(async () => await page.locator('.entry').count()).toBe(0);
  });

  it.runIf(inCi)('replays the debate by keyboard alone, with the pictures following', async () => {
    const { page } = await open(debates.page('oxford'));
    const slider = page.getByLabel('Entries shown');
    const count = async (selector: string) => await page.locator(selector).count();
    const whole = { nodes: await count('.node'), points: await count('.curve circle'), entries: await count('.entry') };
    await slider.focus();
    await page.keyboard.press('Home');
    expect(await count('.entry')).toBe(0);
    expect(await count('.node')).toBe(0);
    for (let step = 0; step < 4; step += 1) await page.keyboard.press('ArrowRight');
    expect(await slider.getAttribute('aria-valuetext')).toMatch(/^4 of \d+: Opening, Judge/);
    expect(await count('.entry')).toBe(4);
    expect(await count('.curve circle')).toBe(1);
    expect(await count('.node')).toBeLessThan(whole.nodes);
    await page.keyboard.press('End');
    expect({
      nodes: await count('.node'),
      points: await count('.curve circle'),
      entries: await count('.entry'),
    }).toEqual(whole);
  });

  it.runIf(inCampaign)('is walked through with Tab in the order of the page', async () => {
    const { page } = await open(debates.page('check'));
    const places: number[] = [];
    for (let step = 0; step < 12; step += 1) {
      await page.keyboard.press('Tab');
      places.push(
        (await page.evaluate("[...document.querySelectorAll('*')].indexOf(document.activeElement)")) as number,
      );
    }
    expect(places).toEqual([...places].sort((a, b) => a - b));
    await page.locator('.entry summary').first().focus();
    await page.keyboard.press('Enter');
    expect(await page.locator('.entry details').first().getAttribute('open')).not.toBeNull();
  });

  it.runIf(inCampaign)('prints every turn, formatted', async () => {
    const { page } = await open(debates.page('wind-wall-door'));
    const turns = await page.locator('.entry.turn').count();
    await page.evaluate("dispatchEvent(new Event('beforeprint'))");
    expect(await page.locator('.entry.turn details[open] .prose').count()).toBe(turns);
    expect(await page.locator('.entry.turn .raw').count()).toBe(0);
    await page.evaluate("dispatchEvent(new Event('afterprint'))");
    await page.emulateMedia({ media: 'print' });
    await expect.poll(async () => await page.locator('.entry.turn .raw').count()).toBe(0);
    expect(await page.locator('.replay').isVisible()).toBe(false);
  });

  it.runIf(inCi).each(inCampaign ? ['wind-wall-door', 'review', 'plan', 'asymmetric'] : ['plan'])(
    'unfolds everything of %s on paper',
    async (format) => {
      const { page } = await open(debates.page(format));
      await page.evaluate(
        "addEventListener('beforeprint', () => { globalThis.folded = [...document.querySelectorAll('details:not([open])')].map((each) => each.textContent.slice(0, 60)) })",
      );
      const paper = await page.pdf();
      expect(paper.subarray(0, 5).toString()).toBe('%PDF-');
      expect(await page.evaluate('folded')).toEqual([]);
    },
  );

  it.runIf(inCampaign)('holds 5,000 turns, and finds one of them', async () => {
    const entries = Array.from({ length: 5_000 }, (_, index) =>
      turn(index + 2, ['wind', 'wall', 'door'][index % 3] ?? '', `- Point ${index}.\n\n${'Words. '.repeat(80)}`),
    );
    const file = write('long', fullRecord({ entries }));
    const { page, complaints } = await open(file, '#t4321');
    expect(await page.locator('.entry').count()).toBe(5_000);
    expect(await page.locator('#t4321 .prose').innerText()).toContain('Point 4319.');
    await page.getByLabel('Search').fill('point 4999.');
    await expect.poll(async () => await page.locator('.entry').count()).toBe(1);
    expect(complaints).toEqual([]);
  });

  describe('with its ledger', () => {
    let file: string;
    beforeAll(async () => {
      file = debates.project.path('ledger.html');
      const args = ['export', 'oxford', '--format', 'html', '--with-ledger', '--output', file];
      expect(await debates.project.call(args)).toMatchObject({ code: 0 });
    });

    /** What the page says of a file whose text was changed. */
    async function check(change: (html: string) => string): Promise<string> {
      const html = fs.readFileSync(file, 'utf8');
      const other = path.join(path.dirname(file), 'changed.html');
      fs.writeFileSync(other, change(html));
      const { page } = await open(other);
      const said = await page.locator('[data-checked=true]').innerText();
      return said;
    }

    /** Changes the lines of the ledger that the file holds. */
    const withLines = (change: (lines: string[]) => string[]) => (html: string) =>
      html.replace(
        /(<script type="application\/json" id="ledger">)(.*)(<\/script>)/,
        (_, start, json, end) => start + JSON.stringify(change(JSON.parse(json))).replaceAll('<', '\\u003c') + end,
      );

    it.runIf(inCi)('checks chain and texts, and says what it did not check', async () => {
      const said = await check((html) => html);
      expect(said).toMatch(/✓ This page checked its ledger: 15 events in an unbroken chain, \d+ texts/);
      expect(said).toContain('everything that it shows');
      expect(said).toContain('It did not check whether the rules');
    });

    it.each(
      sample(
        [
          [
            'a text that was changed',
            withLines((lines) => lines.map((line) => line.replace('Waiting has', 'Waiting had'))),
            'digest',
          ],
          ['an event that was dropped', withLines((lines) => lines.toSpliced(5, 1)), 'out of order'],
          ['events that were cut off', withLines((lines) => lines.slice(0, -2)), 'not what the ledger says'],
          [
            'a time that was changed',
            withLines((lines) => lines.map((line) => line.replace(/"at":"2/, '"at":"3'))),
            'hash',
          ],
          [
            'a text that was taken out',
            withLines((lines) =>
              lines.map((line) => line.replace(/"salt":"\w+",("sha256":"\w+"),"text":"This house[^"]*"/, '$1')),
            ),
            'without a recorded redaction',
          ],
          [
            'a line in another form',
            withLines((lines) => lines.map((line) => line.replace('{"at"', '{ "at"'))),
            'canonical',
          ],
          [
            'a transcript that says something else',
            (html: string) => html.replace(/("kind":"turn".*?"text":")/, '$1Forged. '),
            'not what the ledger says',
          ],
          [
            'a turn that the page leaves out',
            (html: string) => html.replace(/"entries":\[.*\n/, '"entries":['),
            'not what the ledger says',
          ],
        ],
        8,
      ),
    )('finds %s', async (_, change, problem) => {
      const said = await check(change);
      expect(said).toContain('The check failed.');
      expect(said).toContain(problem);
    });

    const forge = (name: string, from: string | RegExp, to: string) =>
      [
        name,
        (html: string) =>
          html.replace(
            /(id="record">)(.*?)(<\/script>)/s,
            (_, start, json, end) => start + json.replace(from, to) + end,
          ),
      ] as const;

    it.runIf(inCampaign).each([
      [...forge('the answer that stands', '"answer":"Yes","reason"', '"answer":"No","reason"'), 'result.data.answer'],
      [...forge('the dissent', /"dissent":\[.+?\]/, '"dissent":[]'), '.dissent'],
      [...forge('what the outcome means', '"outcomeMeaning":"', '"outcomeMeaning":"All. '), 'record.outcomeMeaning'],
      [...forge('who was rehearsed', /"rehearsal":\[.+?\]/, '"rehearsal":[]'), 'authority.rehearsal'],
      [...forge('the closing hash', /"closing":\{(.+?)"hash":"../, '"closing":{$1"hash":"00'), 'ledger.closing.hash'],
    ])('holds the top against the ledger: %s was forged', async (_, change, problem) => {
      const forged = debates.project.path('forged-top.html');
      fs.rmSync(forged, { force: true });
      await debates.project.call(['export', 'wind-wall-door', '-F', 'html', '--with-ledger', '-o', forged]);
      const read = async () => {
        const { page } = await open(forged);
        await page.locator('[data-checked=true]').waitFor();
        return await page.locator('.check-line').innerText();
      };
      expect(await read()).toContain('Checked against its own ledger');
      fs.writeFileSync(forged, change(fs.readFileSync(forged, 'utf8')));
      expect(await read()).toContain(problem);
    });

    const broken = (id: string) => (html: string) => html.replace(`id="${id}">`, `id="${id}">}`);
    it.runIf(inCampaign).each([
      ['cut off', (html: string) => html.slice(0, html.indexOf('id="ledger"') + 200), 'Not checked yet'],
      ['without a record that can be read', broken('record'), 'its record cannot be read'],
      ['without a ledger that can be read', broken('ledger'), 'Its ledger cannot be read'],
      ['without excerpts that can be read', broken('hunks'), 'Its excerpts of the change cannot be read'],
    ])('says that a file is damaged: %s', async (_, damage, words) => {
      const other = path.join(path.dirname(file), 'damaged.html');
      fs.writeFileSync(other, damage(fs.readFileSync(file, 'utf8')));
      await tab.clear();
      await tab.page.goto(`file://${other}`);
      expect(await tab.page.locator('.check-line').innerText()).toContain(words);
    });

    it.runIf(inCi)('accepts a recorded redaction', async () => {
      const { project } = debates;
      const run = await project.call(['run', '--rehearse', '--id', 'told', '--quiet', 'A word too many?']);
      expect(run).toMatchObject({ code: 0 });
      const seq = String(project.events('told').find(({ type }) => type === 'turn-recorded')?.seq);
      expect(await project.call(['redact', 'told', '--event', seq, '--reason', 'a name'])).toMatchObject({
        code: 0,
      });
      const redacted = project.path('redacted.html');
      await project.call(['export', 'told', '-F', 'html', '--with-ledger', '-o', redacted]);
      const { page } = await open(redacted);
      expect(await page.locator('[data-checked=true]').innerText()).toContain('removed by recorded redactions');
    });
  });
});

it('is looked at in a browser where CI runs', () => {
  expect(HAS_BROWSER || process.env['CI'] === undefined).toBe(true);
});
