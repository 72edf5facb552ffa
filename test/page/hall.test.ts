// The page of a hall in a real browser: what `debate-hall view` serves, read and used by people.
import fs from 'node:fs';
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../src/domain/failures/errors.ts';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { type Serve, startServe } from '../serve/support.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { createProject, type Project } from '../support/project.ts';
import { HAS_BROWSER, launchBrowser, openTab, RULES_OF_COLOUR, type Tab } from './browser.ts';
import { openHall, type ServedHall, serveHall } from './hall.ts';
import { HOSTILE_TEXTS, RAN } from './hostile-texts.ts';

const QUICK = { kind: 'rehearsal', wordsPerSecond: 0 };
const TOPIC = 'Should we adopt event sourcing?';
const OPEN = ['open', '--format', 'panel', '--answer', 'yes-no'];

async function go(page: Page, place: string): Promise<void> {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
}

/** Keeps the answer to the next such request back until it may pass. */
async function holdNextAnswer(page: Page, url: string) {
  let hold = () => {};
  let pass = () => {};
  const isHeld = new Promise<void>((resolve) => {
    hold = resolve;
  });
  const mayPass = new Promise<void>((resolve) => {
    pass = resolve;
  });
  const answer = async (route: Route) => {
    const response = await route.fetch();
    hold();
    await mayPass;
    await route.fulfill({ response });
  };
  await page.route(url, answer, { times: 1 });
  return { isHeld, pass };
}

async function expectNoBarriers({ page, violations }: Tab): Promise<void> {
  await page.emulateMedia({ colorScheme: 'light' });
  expect(await violations()).toEqual([]);
  await page.emulateMedia({ colorScheme: 'dark' });
  expect(await violations(RULES_OF_COLOUR)).toEqual([]);
  for (const width of inCampaign ? [390, 2560] : [390]) {
    await page.setViewportSize({ width, height: 900 });
    expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
}

describe.skipIf(!HAS_BROWSER)('the page of a hall (needs Chromium; CHROMIUM names it)', () => {
  let browser: Browser;
  let tab: Tab;
  let page: Page;
  beforeAll(async () => {
    browser = await launchBrowser();
    tab = await openTab(browser, { acceptDownloads: true });
    page = tab.page;
  });
  afterAll(async () => {
    await browser?.close();
  });

  describe('read', () => {
    let project: Project;
    let hall: ServedHall;
    beforeAll(async () => {
      project = createProject({ agents: { rehearsal: QUICK } });
      await project.call([
        'run',
        '--rehearse',
        '--recipe',
        'quick',
        '--id',
        'rust',
        '--tag',
        'c++',
        '-q',
        'Should we use Rust?',
      ]);
      await project.call(['check', '--rehearse', '--id', 'column', '-q', 'هل من الآمن حذف العمود؟']);
      await project.call(['fork', 'rust', '--at', '2', '--id', 'again', '-q']);
      hall = await serveHall(project);
      await openHall(tab, hall);
    });
    afterAll(async () => {
      await tab?.clear();
      await hall?.stop();
      project?.dispose();
    });

    it.runIf(inCi)('lists debates, narrows them down, and shows where the words of a search are', async () => {
      const rows = page.locator('.debate-row');
      await expect.poll(async () => await rows.count()).toBe(3);
      await page.getByLabel('Format').selectOption('check');
      await expect.poll(async () => await rows.count()).toBe(1);
      expect(page.url()).toContain('format=check');
      await page.getByRole('button', { name: 'Clear' }).click();
      // What was found before is no answer to what was typed since.
      const late = await holdNextAnswer(page, '**/api/debates?*');
      await page.getByLabel('Search in everything').fill('rust shown');
      expect(await page.locator('p.count').textContent()).toBe('Searching…');
      late.pass();
      await expect.poll(async () => await rows.locator('mark').count()).toBeGreaterThan(1);
      const marked = (await rows.locator('mark').allTextContents()).map((text) => text.toLowerCase());
      expect(new Set(marked)).toEqual(new Set(['rust', 'shown']));
      await rows.locator('.matches a').first().click();
      await expect.poll(async () => await page.locator('.entry details[open]').count()).toBe(1);
      expect(page.url()).toMatch(/#\/debates\/[a-z]+\/t\d+$/);
      await page.goBack();
      expect(await page.getByLabel('Search in everything').inputValue()).toBe('rust shown');
      await page.getByRole('button', { name: 'Clear' }).click();
      await expect.poll(async () => await rows.count()).toBe(3);
    });

    it.runIf(inCampaign)('shows tags, and what else has one', async () => {
      await go(page, '#/');
      await page
        .getByRole('listitem')
        .filter({ hasText: 'Should we use Rust?' })
        .getByRole('link', { name: 'c++' })
        .first()
        .click();
      await expect.poll(async () => await page.locator('p.count').textContent()).toBe('2 debates match');
      expect(await page.getByLabel(/^Tag/).inputValue()).toBe('c++');
      await go(page, '#/debates/rust');
      await expect.poll(async () => await page.locator('.kicker .chip').allTextContents()).toEqual(['c++']);
      await go(page, '#/start');
      await page.getByLabel('What should be decided?').fill('Which queue?');
      await page.getByLabel(/^Tags/).fill('Payments, eu');
      await page.getByLabel('Rehearse').check();
      await page.getByRole('button', { name: 'Start' }).click();
      await expect.poll(async () => await page.locator('.kicker .chip').allTextContents()).toEqual(['payments', 'eu']);
    });

    it.runIf(inCampaign)('shows the report of a debate, its forks, and what the hall finds in its ledger', async () => {
      await go(page, '#/debates/rust');
      await page.locator('#related').getByRole('link', { name: 'again' }).waitFor();
      await page.getByRole('button', { name: 'Check the ledger' }).click();
      await page.getByText('The hall checked its ledger').waitFor();
      await page.locator('#related').getByRole('link', { name: 'again' }).click();
      await expect.poll(async () => await page.locator('#about').innerText()).toContain('Fork of rust');
    });

    it.runIf(inCampaign)('forks a debate, asks it again, and compares the two', async () => {
      const findNew = async (from: string) => {
        const other = new RegExp(`#/debates/(?!${from}$)([^/?]+)$`);
        await expect.poll(() => page.url()).toMatch(other);
        return decodeURIComponent(other.exec(page.url())?.[1] ?? '');
      };
      await go(page, '#/debates/rust');
      await page.getByText('Fork', { exact: true }).click();
      const fork = page.getByRole('button', { name: 'Fork and run it' });
      expect(await fork.isDisabled()).toBe(true);
      await page.getByLabel('Keep everything up to').selectOption({ index: 2 });
      await fork.click();
      const forked = await findNew('rust');
      expect(project.events(forked)[0]?.data).toMatchObject({ relation: { of: 'rust', kind: 'fork' } });
      await expect.poll(async () => await page.locator('.outcome').innerText()).not.toContain('Still open');

      await go(page, '#/debates/rust');
      // Only what somebody wrote is kept, not what a form begins with.
      await page.locator('summary').getByText('Ask one more question').click();
      const question = page.getByLabel('Your question');
      const kept = page.getByText('Kept in this browser');
      await question.waitFor();
      expect(await kept.count()).toBe(0);
      await question.fill('Why?');
      await kept.waitFor();
      await question.fill('');
      await kept.waitFor({ state: 'detached' });
      await page.locator('.next-step').getByRole('link', { name: 'Ask again' }).click();
      await page.getByRole('button', { name: 'Ask 3 seats again' }).click();
      const again = await findNew('rust');
      expect(again).not.toBe(forked);
      expect(project.events(again)[0]?.data).toMatchObject({ relation: { of: 'rust' } });

      await page.locator('summary').getByText('Compare', { exact: true }).click();
      await page.getByLabel(/^With the debate/).fill('nobody');
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByRole('alert').filter({ hasText: 'nobody". List them with "Debates".' }).waitFor();
      await page.getByLabel(/^With the debate/).fill(forked);
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByText(/turns? the same, \d+ different/).waitFor();
      await expectNoBarriers(tab);
      // A debate that is deleted while it is shown is asked for once more.
      await go(page, '#/');
      await page.locator('#page.list h1').waitFor();
      for (const id of [forked, again]) await project.call(['delete', id, '--yes']);
    });

    it.runIf(inCi)('has no barriers, in no place and in no light', async () => {
      // The browser complains of every request that was refused before.
      const before = tab.complaints.length;
      const places = [
        ['#/', 'All debates'],
        ['#/figures', 'Calls by day'],
        ['#/start', 'What should be decided?'],
        ['#/debates/column', 'Check the ledger'],
      ] as const;
      for (const [place, sign] of places) {
        await go(page, place);
        await page.getByText(sign, { exact: true }).waitFor();
        await expectNoBarriers(tab);
      }
      expect(tab.complaints.slice(before)).toEqual([]);
    });

    it.runIf(inCi)('is used with a keyboard alone', async () => {
      await go(page, '#/');
      await page.locator('.debate-row').first().waitFor();
      await page.getByRole('button', { name: 'Skip to the content' }).focus();
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('page');
      await page.locator('.debate-row a').first().focus();
      await page.keyboard.press('Enter');
      await page.locator('#transcript').waitFor();
      // The focus follows what is drawn.
      await expect.poll(async () => await page.evaluate('document.activeElement.id')).toBe('page');
    });
  });

  it('runs nothing that somebody wrote, wherever it is shown', async () => {
    const project = createProject({ agents: { rehearsal: QUICK } });
    await project.call(['open', '--id', 'hostile', '--', HOSTILE_TEXTS.slice(0, 14).join(' ')]);
    for (const text of HOSTILE_TEXTS.filter((each) => !each.includes('\u0000')))
      await project.call(['interject', 'hostile', '--', text.slice(0, 8_000)]);
    const hall = await serveHall(project);
    await openHall(tab, hall);
    await page.locator('.debate-row').waitFor();
    await page.getByLabel('Search in everything').fill('script');
    await page.locator('.matches').waitFor();
    await go(page, '#/debates/hostile');
    await page.getByRole('button', { name: 'Unfold all' }).click();
    await page.locator('.entry .prose').first().waitFor();
    const links = await page.locator('a[href]').evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links.filter((link) => !/^(#|https?:\/\/)/.test(link ?? ''))).toEqual([]);
    expect(await page.locator('img, iframe, object, embed, #hall style, #hall script, #hall [onerror]').count()).toBe(
      0,
    );
    expect(await page.title()).not.toBe(RAN);
    expect(tab.complaints).toEqual([]);
    await tab.clear();
    await hall.stop();
    project.dispose();
  });

  describe('shared by people', () => {
    let project: Project;
    let hall: ServedHall;
    beforeAll(async () => {
      project = createProject();
      hall = await serveHall(project);
    });
    afterAll(async () => {
      await tab?.clear();
      await hall?.stop();
      project?.dispose();
    });

    it('takes no code twice, and no page without one', async () => {
      const address = await hall.newAddress();
      await page.goto(address);
      await page.locator('.connection.open').waitFor();
      expect(page.url()).toMatch(/#\/$/);
      const elsewhere = await browser.newContext();
      const other = await elsewhere.newPage();
      await other.goto(address);
      await other.getByText('A link or key is needed').waitFor();
      await other.getByRole('textbox', { name: 'Link' }).fill(address);
      await other.getByRole('button', { name: 'Open' }).click();
      await other.getByText('This address was used before').waitFor();
      await other.getByRole('textbox', { name: 'Link' }).fill(await hall.newAddress());
      await other.getByRole('button', { name: 'Open' }).click();
      await other.locator('.connection.open').waitFor();
      await elsewhere.close();
    });

    it.runIf(inCampaign)('opens a debate in a new tab without a new code', async () => {
      await project.call(['open', '--id', 'in-a-tab', TOPIC]);
      await openHall(tab, hall);
      const link = page.locator('a[href="#/debates/in-a-tab"]').first();
      const [other] = await Promise.all([page.context().waitForEvent('page'), link.click({ modifiers: ['Control'] })]);
      await other.locator('#transcript').waitFor();
      await other.locator('.connection.open').waitFor();
      await other.close();
    });

    it.runIf(inCampaign)('signs in a tab that waits for a code when another one has got it', async () => {
      const context = await browser.newContext();
      const [waiting, other] = [await context.newPage(), await context.newPage()];
      const address = await hall.newAddress();
      await waiting.goto(new URL('/', address).href);
      await waiting.getByText('A link or key is needed').waitFor();
      await other.goto(address);
      await waiting.locator('.connection.open').waitFor();
      await context.close();
    });

    it.runIf(inCampaign)('loses nothing that a person wrote, and records nothing twice', async () => {
      await project.call([...OPEN, '--id', 'people', TOPIC]);
      await openHall(tab, hall, '#/debates/people');
      const turn = (seat: string) => page.getByRole('region', { name: `Seat ${seat} gives an opening` });
      const write = async (seat: string, claim: string) => {
        await turn(seat).getByLabel('Yes', { exact: true }).check();
        await turn(seat)
          .getByRole('textbox', { name: /^What it rests on/ })
          .fill(claim);
      };

      // The hall records it, and its answer is lost: the page asks again, with the same key.
      let lost = 0;
      await page.route('**/say', async (route) => {
        if (lost > 0) return await route.continue();
        lost += 1;
        await route.fetch();
        await route.abort();
      });
      await write('A', 'The licence ends in December.');
      await turn('A').getByRole('button', { name: 'Record this turn' }).click();
      await page.locator('.confirmed').getByText('recorded').waitFor();
      expect(lost).toBe(1);
      expect(await page.locator('.leftover').count()).toBe(0);

      // Somebody else takes the seat in a terminal.
      await write('B', 'Nobody has measured the load.');
      await project.call(['say', 'people', '--seat', 'b', 'No, 70%\n- It is too early.']);
      await page.locator('.leftover').getByText('Nobody has measured the load.').waitFor();
      await page.reload();
      await page.locator('.leftover').getByText('Nobody has measured the load.').waitFor();
      await page.getByRole('button', { name: 'Discard it' }).click();
      await page.locator('.leftover').waitFor({ state: 'detached' });
      const seats = project.events('people').flatMap(({ type, data }) => (type === 'turn-recorded' ? [data.seat] : []));
      expect(seats).toEqual(['a', 'b']);
    });

    it.runIf(inCampaign)('says at the button what is new, and records over it only when told to', async () => {
      await project.call(['open', '--id', 'fresh', TOPIC]);
      await openHall(tab, hall, '#/debates/fresh');
      const words = page.getByRole('textbox', { name: /^Your turn/ });
      await words.fill('It must go.');
      expect(await page.title()).toMatch(/^● Your turn · /);
      await project.call(['interject', 'fresh', 'It charged 40 customers twice.']);
      await page.locator('.news').getByText('1 new').waitFor();
      expect(await page.getByRole('button', { name: 'Record this turn' }).isDisabled()).toBe(true);
      await expectNoBarriers(tab);
      await page.getByRole('button', { name: 'I have read it' }).click();
      await page.locator('.news').waitFor({ state: 'detached' });
      await project.call(['interject', 'fresh', 'Make that 41.']);
      await page.getByRole('button', { name: 'Record anyway' }).click();
      await page.locator('.confirmed').getByText('recorded').waitFor();
    });

    it.runIf(inCampaign)('keeps what was written in a form that is gone, until its writer lets go of it', async () => {
      await project.call(['open', '--id', 'moved', TOPIC]);
      await openHall(tab, hall, '#/debates/moved');
      const kept = (title: string) => page.getByRole('region', { name: `Kept: ${title}` });
      await page.getByText('Interject', { exact: true }).first().click();
      await page.getByLabel('Your words').fill('A long thoughtful interjection.');
      await page.getByText('Close with a decision', { exact: true }).click();
      await page.getByLabel('The decision').fill('Not before spring.');
      expect(await page.locator('.leftover').count()).toBe(0);
      await project.call(['kill', 'moved', 'No longer needed.']);
      await kept('Decision').getByText('Not before spring.').waitFor();
      await kept('Interjection').getByText('A long thoughtful interjection.').waitFor();
      await page.reload();
      await kept('Interjection').getByText('It was not recorded').waitFor();
      await kept('Interjection').getByRole('button', { name: 'Discard it' }).click();
      await kept('Interjection').waitFor({ state: 'detached' });
      await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('take-part');
      expect(await page.locator('.leftover pre').allInnerTexts()).toEqual(['Not before spring.']);
    });

    it.runIf(inCampaign)(
      'says how the last turn that waited was read, and nothing moves away under who writes',
      async () => {
        const flags = ['--rehearse', '--recipe', 'standard', '--answer', 'yes-no'];
        await project.call(['run', ...flags, '--seat', 'door=human', '--id', 'last', '-q', TOPIC]);
        await openHall(tab, hall, '#/debates/last');
        const focused = async (at: string) => (await page.locator(`${at}:focus`).count()) === 1;
        await page.getByLabel('Yes', { exact: true }).check();
        await page.getByRole('textbox', { name: /^How sure/ }).fill('66');
        await page.getByRole('textbox', { name: /^What it rests on/ }).fill('It was measured.');
        await page.getByRole('button', { name: 'Record this turn' }).click();
        await page.locator('.due-turn').waitFor({ state: 'detached' });
        const said = page.getByRole('status').filter({ hasText: 'recorded. Read as: Yes, 66% sure.' });
        await said.waitFor();
        expect(await focused('.confirmed')).toBe(true);

        // Said again of the next words, though they are the same.
        const words = page.getByLabel('Your words');
        await page.getByText('Interject', { exact: true }).first().click();
        for (const text of ['One.', 'Two.']) {
          await words.fill(text);
          await words.press('Tab');
          await page.keyboard.press('Enter');
          await page.locator('.confirmed').getByText('Interjection: recorded.').waitFor();
          await expect.poll(() => focused('.confirmed')).toBe(true);
          expect(await page.locator('.confirmed').isVisible()).toBe(true);
        }

        // A turn becomes due while they write something else.
        await words.fill('Half a sent');
        await project.call(['resume', 'last', '-q']);
        await page.locator('.due-turn').waitFor();
        expect(await focused('#take-part textarea')).toBe(true);
        expect(await words.inputValue()).toBe('Half a sent');
        await expectNoBarriers(tab);

        // It is no news in another debate, nor afterwards.
        await project.call(['open', '--id', 'other', TOPIC]);
        for (const id of ['other', 'last']) {
          await go(page, `#/debates/${id}`);
          await page.locator('.due-turn').waitFor();
          expect(await page.locator('.confirmed').innerText()).toBe('');
        }
      },
    );

    it.runIf(inCampaign)('offers a fork where something was said that can be kept', async () => {
      await project.call([...OPEN, '--id', 'unsaid', TOPIC]);
      await openHall(tab, hall, '#/debates/unsaid');
      const fork = page.locator('summary', { hasText: 'Fork' });
      await page.locator('summary', { hasText: 'Compare' }).waitFor();
      expect(await fork.count()).toBe(0);
      await project.call(['say', 'unsaid', '--seat', 'b', 'No, 70%\n- It is too early.']);
      await page.locator('#transcript').getByText('withheld').first().waitFor({ state: 'attached' });
      expect(await fork.count()).toBe(0);
    });

    it.runIf(inCampaign)(
      'draws what debates cost with numbers that are there, and nothing where nothing was spent',
      async () => {
        const ticks = async ({ calls, costMicroUsd = 0 }: { calls: number; costMicroUsd?: number }) => {
          const callsWithoutCost = costMicroUsd > 0 ? 0 : calls;
          const sum = { debates: 1, calls, tokens: 0, callsWithoutTokens: calls, costMicroUsd, callsWithoutCost };
          const answer = { total: sum, days: [{ ...sum, day: '2026-01-02' }], agents: [] };
          await openHall(tab, hall);
          await page.route('**/api/costs*', async (route) => await route.fulfill({ json: answer }));
          await go(page, '#/figures');
          await page.locator('#costs summary').waitFor();
          await page.unroute('**/api/costs*');
          return await page.locator('#costs .bars text[text-anchor=end]').allTextContents();
        };
        expect(await ticks({ calls: 0 })).toEqual([]);
        expect(await ticks({ calls: 1 })).toEqual(['1', '0']);
        expect(await ticks({ calls: 9 })).toEqual(['9', '4', '0']);
        expect(await ticks({ calls: 1, costMicroUsd: 4_000 })).toEqual(['$0.0040', '$0.0020', '$0']);
      },
    );

    it.runIf(inCampaign)('says of a debate that waits for a pick what its list says', async () => {
      await project.call(['open', '--id', 'picks', '--mediated', TOPIC]);
      await openHall(tab, hall, '#/debates/picks');
      const verdict = page.locator('.verdict', { hasText: 'Waiting for a person: Mediator picks the next speaker' });
      await verdict.waitFor();
      expect(await page.title()).toMatch(/^● Your turn · /);
    });

    it.runIf(inCi)(
      'keeps the focus at a button that is pressed, or at what came of it once the button is gone',
      async () => {
        await project.call(['open', '--id', 'pressed', '--mediated', TOPIC]);
        await openHall(tab, hall, '#/debates/pressed');
        const pick = page.locator('.due-turn button').first();
        await page.route('**/pick', async (route) => await route.abort());
        await pick.press('Enter');
        await page.locator('.due-turn [role=alert]', { hasText: /\S/ }).waitFor();
        expect(await page.locator('.due-turn button:focus').count()).toBe(1);
        await page.unroute('**/pick');
        await pick.press('Enter');
        await page.locator('.confirmed:focus').getByText('Wind speaks next.').waitFor();
        await page.locator('#pick-title').waitFor({ state: 'detached' });
        expect(await page.locator('.confirmed:focus').count()).toBe(1);
      },
    );

    it.runIf(inCampaign)('looks otherwise before there is an outcome than where nothing was settled', async () => {
      const topics = { split: 'Is it safe to drop the column?', begun: TOPIC };
      await project.call(['check', '--rehearse', '--seats', '2', '--id', 'split', topics.split]);
      await project.call(['open', '--id', 'begun', topics.begun]);
      const boxes: string[] = [];
      await openHall(tab, hall);
      for (const [id, topic] of Object.entries(topics)) {
        await go(page, `#/debates/${id}`);
        await page.locator('h1', { hasText: topic }).waitFor();
        await page.locator('.verdict').waitFor();
        boxes.push(await page.evaluate("getComputedStyle(document.querySelector('.verdict')).borderInlineStartStyle"));
      }
      expect(boxes).toEqual(['solid', 'dashed']);
      expect(await page.locator('.verdict .answer').count()).toBe(0);
      // No seat has spoken or been called, which is no alarm.
      expect(await page.locator('.fact', { hasText: 'Incomplete panel' }).getAttribute('class')).toBe('fact');
      expect(await page.getByRole('group', { name: 'Seats' }).innerText()).not.toContain('unknown');
    });

    it.runIf(inCampaign)('asks for an answer to each claim of the other side, and to its position', async () => {
      await project.call(['open', '--format', 'asymmetric', '--id', 'points', '-o', 'openings=true', TOPIC]);
      const say = (seat: string, words: string) => project.call(['say', 'points', '--seat', seat, words]);
      for (const seat of ['experienced', 'fresh']) await say(seat, `Yes, 80%\n- It is right for ${seat} users.`);
      for (const seat of ['experienced', 'fresh']) await say(seat, `1. What ${seat} users need.`);
      await openHall(tab, hall, '#/debates/points');
      const turn = page.locator('.due-turn', { hasText: 'Experienced answers' });
      const record = turn.getByRole('button', { name: 'Record this turn' });
      const claim = (name: RegExp) => turn.getByRole('group', { name });
      await claim(/^C2, Speaker \d: It is right for fresh users\./)
        .getByRole('combobox')
        .selectOption('concede');
      expect(await record.isDisabled()).toBe(true);
      await claim(/^C2/).getByRole('textbox').fill('We measured it.');
      await claim(/^A point/)
        .getByRole('combobox')
        .selectOption('rebut');
      await claim(/^A point/)
        .getByLabel('Why does it not hold?')
        .fill('A year is too long.');
      await claim(/^A point/)
        .getByLabel('What would be better')
        .fill('A month.');
      await expectNoBarriers(tab);
      await record.click();
      await page.locator('.confirmed').getByText('recorded').waitFor();
      const said = project.events('points').findLast((event) => event.type === 'turn-recorded');
      expect(said?.data).toMatchObject({
        data: {
          points: [
            { action: 'agree', target: 'fresh', claim: 2 },
            { action: 'propose_alternative', target: 'fresh' },
          ],
        },
      });
    });

    it.runIf(inCampaign)('erases in no tab what another one wrote', async () => {
      await project.call(['open', '--id', 'twice', TOPIC]);
      await openHall(tab, hall, '#/debates/twice');
      const mine = page.getByRole('textbox', { name: /^Your turn/ });
      await mine.fill('Twenty minutes of work.');
      const other = await page.context().newPage();
      await other.goto(await hall.newAddress());
      await other.waitForSelector('.connection.open');
      await go(other, '#/debates/twice');
      const theirs = other.getByRole('textbox', { name: /^Your turn/ });
      await expect.poll(async () => await theirs.inputValue()).toBe('Twenty minutes of work.');
      await theirs.fill('b');
      await page.reload();
      await expect.poll(async () => await mine.inputValue()).toBe('Twenty minutes of work.');
      await theirs.fill('');
      await page.reload();
      await expect.poll(async () => await mine.inputValue()).toBe('Twenty minutes of work.');
      await other.close();
    });

    it.runIf(inCampaign)('goes through the list by keys, and sorts it', async () => {
      await openHall(tab, hall);
      const links = page.locator('.debate-row h3 a');
      await links.nth(1).waitFor();
      await page.keyboard.press('j');
      await page.keyboard.press('j');
      const focused = async () => await page.evaluate('document.activeElement.textContent');
      expect(await focused()).toBe(await links.nth(1).textContent());
      await page.keyboard.press('k');
      expect(await focused()).toBe(await links.first().textContent());
      await page.getByLabel('Sort by').selectOption('topic');
      await expect.poll(() => page.url()).toContain('sort=topic');
      await page.keyboard.press('Escape');
      await page.locator('h1').click();
      await page.keyboard.press('/');
      await page.keyboard.type('nothing like it');
      await expect.poll(async () => await page.locator('p.count').innerText()).toContain('0 debates match');
    });

    it.runIf(inCampaign)('looks things up for a turn, and leaves alone what is written for it', async () => {
      project.write('notes/plan.md', 'The licence ends in December.\n<b>Bold</b>\n');
      await project.call([...OPEN, '--id', 'looks', '--read', 'notes', TOPIC]);
      await openHall(tab, hall, '#/debates/looks');
      const turn = page.getByRole('region', { name: 'Seat A gives an opening' });
      const claims = turn.getByRole('textbox', { name: /^What it rests on/ });
      await claims.fill('The licence ends soon.');
      await turn.getByText('Look something up').press('Enter');
      const button = turn.getByRole('button', { name: 'Look it up' });

      await turn.getByLabel('Tool').selectOption('read_file');
      expect(await button.isDisabled()).toBe(true);
      await turn.getByRole('textbox', { name: /^Path/ }).fill('notes/plan.md');
      await turn.getByRole('textbox', { name: /^Line \(optional\)/ }).fill('1');
      await button.click();
      await turn.getByRole('status').getByText('Look 1 is below').waitFor();
      const first = turn.getByRole('group', { name: 'Look 1' });
      expect(await first.innerText()).toContain('<b>Bold</b>');
      await first.focus();
      expect(await turn.locator('pre:focus').count()).toBe(1);

      // A refusal, and a hall that does not answer.
      await turn.getByRole('textbox', { name: /^Path/ }).fill('../secret.txt');
      await button.click();
      await turn.getByRole('status').getByText('Look 2 was refused').waitFor();
      await page.route('**/look', async (route) => await route.abort());
      await button.click();
      await turn.getByRole('alert').getByText('Cannot reach the hall.').waitFor();
      await page.locator('summary').getByText('2 looks').waitFor({ state: 'attached' });
      expect(await turn.getByRole('group', { name: /^Look \d/ }).count()).toBe(2);
      await expectNoBarriers(tab);
      expect(await claims.inputValue()).toBe('The licence ends soon.');

      // What was looked up is listed until the page is closed; what was written, longer.
      await go(page, '#/');
      await page.locator('.debate-row').first().waitFor();
      await go(page, '#/debates/looks');
      // A part that was unfolded still is.
      expect(await first.innerText()).toContain('The licence ends in December.');
      expect(await claims.inputValue()).toBe('The licence ends soon.');
      expect(tab.complaints.filter((complaint) => !complaint.includes('ERR_FAILED'))).toEqual([]);
      const looks = project.events('looks').flatMap(({ type, data }) => (type === 'look-recorded' ? [data] : []));
      expect(looks).toMatchObject([
        { seat: 'a', tool: 'read_file' },
        { seat: 'a', refused: true },
      ]);
    });
  });

  describe('shared by people with keys, in tabs of one browser', () => {
    let serve: Serve;
    beforeAll(async () => {
      serve = await startServe();
      await serve.addKey('admin', 'admin');
      await serve.listen();
    });
    afterAll(async () => await serve?.close());

    const revoke = async (key: string) => await serve.keys.revoke('default', key.split('_')[1] ?? '', new Date());
    const signIn = async (page: Page, key: string) => {
      await page.goto(`${serve.url}/#${key}`);
      await page.locator('.connection.open').waitFor();
    };
    /** In it the hall answers once each of the others has. */
    const openBeside = async (others: readonly Page[]) => {
      const opened = await (others[0] as Page).context().newPage();
      await opened.addInitScript(`
        globalThis.heard = [];
        new BroadcastChannel('debate-hall-token').onmessage = ({ data }) => heard.push(data);
      `);
      const hold = async (route: Route) => {
        await expect.poll(() => opened.evaluate('heard.length')).toBeGreaterThanOrEqual(others.length);
        await route.continue();
      };
      await opened.route('**/api/hall', (route) => hold(route).catch(() => {}));
      await opened.goto(serve.url);
      return opened;
    };
    const form = (page: Page) => page.getByRole('textbox', { name: 'Link or key' });
    /** Who is signed in; nobody where the tab shows the form. */
    const readPerson = async (page: Page): Promise<string | undefined> => {
      await form(page).or(page.locator('.connection.open')).waitFor();
      const token = await page.evaluate<string | null>("sessionStorage.getItem('debate-hall-token')");
      if (token === null) return undefined;
      return ((await (await serve.request('/api/hall', { token })).json()) as { person: string }).person;
    };

    const CASES: readonly { others: readonly string[]; shutOut?: string; person: string | undefined }[] = [
      { others: ['ana', 'ana'], person: 'ana' },
      { others: ['ana', 'bob'], person: undefined },
      { others: ['bob', 'ana'], shutOut: 'bob', person: 'ana' },
      { others: ['ana'], person: 'ana' },
      { others: ['bob'], shutOut: 'bob', person: undefined },
    ];
    // Each tab is a window of the browser: one that takes a session from one other tab is among the tests above.
    it.runIf(inCampaign).each(CASES)('a new tab: %o', async ({ others, shutOut, person }) => {
      const context = await browser.newContext();
      const pages: Page[] = [];
      for (const name of others) {
        const key = await serve.addKey(name, 'runner');
        const other = await context.newPage();
        pages.push(other);
        await signIn(other, key);
        if (name !== shutOut) continue;
        // Its tab does not learn of it.
        await other.route('**/api/**', async (route) => await route.abort());
        await revoke(key);
      }
      const opened = await openBeside(pages);
      await expect.poll(() => readPerson(opened)).toBe(person);
      await context.close();
    });

    it.runIf(inCampaign)("a tab whose key was revoked gets nobody else's", async () => {
      const context = await browser.newContext();
      const [lost, other] = [await context.newPage(), await context.newPage()];
      const key = await serve.addKey('ana', 'reader');
      await signIn(lost, key);
      await revoke(key);
      await lost.reload();
      await form(lost).waitFor();
      await signIn(other, await serve.addKey('bob', 'runner'));
      const opened = await openBeside([other]);
      await expect.poll(() => readPerson(opened)).toBe('bob');
      expect(await readPerson(lost)).toBeUndefined();
      const isAsked = lost.waitForResponse('**/api/hall');
      await lost.reload();
      await isAsked;
      await lost.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
      expect(await readPerson(lost)).toBeUndefined();
      await signIn(await context.newPage(), await serve.addKey('ana', 'runner'));
      await lost.reload();
      await expect.poll(() => readPerson(lost)).toBe('ana');
      await context.close();
    });

    it.runIf(inCampaign)('says why nobody is signed in, and takes another key', async () => {
      const context = await browser.newContext();
      const shown = await context.newPage();
      const text = () => shown.locator('.lost').innerText();
      await shown.goto(serve.url);
      const enter = async (key: string) => {
        await form(shown).fill(key);
        await shown.getByRole('button', { name: 'Open' }).click();
      };
      const refused = (status: number, code: ErrorCode, message: string) => async (route: Route) =>
        await route.fulfill({ status, json: { error: { code, message } } });
      const passedOver = (status: number) => async (route: Route) =>
        await route.fulfill({ status, contentType: 'text/plain', body: 'page not found' });
      const cases = [
        [async (route: Route) => await route.abort(), 'Cannot reach the hall. Try again'],
        [passedOver(401), 'Cannot reach the hall. Try again'],
        [refused(429, 'quota-reached', 'Too many wrong keys.'), 'Too many wrong keys.'],
        [refused(403, 'not-permitted', 'You have no role.'), 'You have no role.'],
        [async (route: Route) => await route.continue(), 'The key or token is missing, wrong, or no longer valid.'],
      ] as const;
      for (const [answer, words] of cases) {
        await shown.route('**/api/session', answer);
        await enter(`dhk_${'0'.repeat(12)}_${'0'.repeat(64)}`);
        await expect.poll(text).toContain(words);
        await shown.unroute('**/api/session');
      }
      await enter(await serve.addKey('ana', 'reader'));
      await shown.locator('.connection.open').waitFor();

      // Later something before the hall answers in its place, then the hall refuses the stream: for now, then for good.
      for (const status of [401, 403, 404, 502]) {
        await shown.route('**/api/live*', passedOver(status));
        await shown.evaluate("dispatchEvent(new Event('online'))");
        await shown.locator('.connection.broken').getByText(`answered HTTP ${status}. Retrying…`).waitFor();
        await shown.unroute('**/api/live*');
      }
      await shown.locator('.connection.open').waitFor();
      await shown.route('**/api/live*', refused(429, 'quota-reached', 'You have sent too much.'));
      await shown.evaluate("dispatchEvent(new Event('online'))");
      await shown.locator('.connection.broken').getByText('You have sent too much. Retrying…').waitFor();
      await shown.unroute('**/api/live*');
      await shown.route('**/api/live*', refused(403, 'not-permitted', 'You have no role any more.'));
      await expect.poll(text).toContain('You have no role any more.');
      expect(await text()).not.toContain('restarted');
      await shown.unroute('**/api/live*');
      await enter(await serve.addKey('ana', 'reader'));
      await shown.locator('.connection.open').waitFor();
      await context.close();
    });

    it.runIf(inCampaign).each([
      { role: 'reader', may: false, title: /^● Waiting · / },
      { role: 'speaker', may: true, title: /^● Your turn · / },
    ] as const)('says to everybody who is waited for, and offers the turn to a $role: $may', async (each) => {
      const threadId = `waits-${each.role}`;
      await openDebate(serve.hall, { threadId, topic: TOPIC, seating: 'by-hand' });
      const context = await browser.newContext();
      const shown = await context.newPage();
      await signIn(shown, await serve.addKey(each.role, each.role));
      const card = shown.locator('.going-on', { has: shown.locator(`a[href="#/debates/${threadId}"]`) });
      await card.getByText('Waiting for a person: Wind speaks').waitFor();
      expect(await card.getByText('Take the turn').count()).toBe(each.may ? 1 : 0);
      await go(shown, `#/debates/${threadId}`);
      await shown.locator('.verdict').getByText('Waiting for a person: Wind speaks').waitFor();
      expect(await shown.locator('.due-turn').count()).toBe(each.may ? 1 : 0);
      expect(await shown.title()).toMatch(each.title);
      await context.close();
    });

    const NEXT = [
      { next: 'bob', where: 'the same tab' },
      { next: 'ana', where: 'the same tab' },
      { next: 'bob', where: 'another tab' },
      { next: 'ana', where: 'another tab' },
    ];
    it.runIf(inCampaign).each(NEXT)(
      'what ana wrote is there for ana alone: $next signs in, in $where',
      async ({ next, where }) => {
        const threadId = `blind-${NEXT.findIndex((each) => each.next === next && each.where === where)}`;
        const question = { answer: 'yes-no' } as const;
        await openDebate(serve.hall, { threadId, topic: TOPIC, format: 'panel', question, seating: 'by-hand' });
        const context = await browser.newContext();
        const first = await context.newPage();
        const key = await serve.addKey('ana', 'speaker');
        await signIn(first, key);
        await go(first, `#/debates/${threadId}`);
        const turn = (shown: Page) => shown.getByRole('region', { name: 'Seat A gives an opening' });
        const claims = (shown: Page) => turn(shown).getByRole('textbox', { name: /^What it rests on/ });
        await turn(first).getByLabel('Yes', { exact: true }).check();
        await claims(first).fill('Only ana knows this.');
        // Sent, and the answer was lost.
        await first.route('**/say', async (route) => await route.abort());
        await turn(first).getByRole('button', { name: 'Record this turn' }).click();
        await first.getByText('has not confirmed this').waitFor();
        await first.unroute('**/say');
        if (where === 'the same tab') {
          await revoke(key);
          await form(first).fill(await serve.addKey(next, 'speaker'));
          await first.getByRole('button', { name: 'Open' }).click();
          // For somebody else the page is loaded again before that.
          await form(first).waitFor({ state: 'detached' });
        }
        const shown = where === 'the same tab' ? first : await context.newPage();
        if (shown !== first) {
          await signIn(shown, await serve.addKey(next, 'speaker'));
          await go(shown, `#/debates/${threadId}`);
        }
        await expect.poll(() => readPerson(shown)).toBe(next);
        await claims(shown).waitFor();
        expect(await claims(shown).inputValue()).toBe(next === 'ana' ? 'Only ana knows this.' : '');
        expect(await shown.getByText('Only ana knows').count()).toBe(0);
        const { log } = await serve.hall.engine.snapshot(threadId);
        expect(log.filter(({ type }) => type === 'turn-recorded')).toEqual([]);
        await context.close();
      },
    );
  });

  it.runIf(inCampaign)('says at its field what is wrong with a higher limit', async () => {
    const project = createProject();
    const paid = project.seat('paid', { usage: { input: 10, output: 10, usd: 0.01 } });
    project.configure({ agents: { paid }, seats: { wind: 'paid', wall: 'paid', door: 'paid' }, recipe: 'quick' });
    await project.call(['run', '--id', 'spent', '-q', '--max-usd', '0.005', TOPIC]);
    const hall = await serveHall(project);
    await openHall(tab, hall, '#/debates/spent');
    const most = page.getByRole('textbox', { name: 'At most US dollars' });
    const resume = page.getByRole('button', { name: 'Resume', exact: true });
    await page.locator('summary', { hasText: 'Resume with a higher limit' }).click();
    for (const [words, isAmount] of [
      ['0,5', false],
      ['0', false],
      ['ten', false],
      ['0.001', true],
    ] as const) {
      await most.fill(words);
      expect(await resume.isEnabled()).toBe(true);
      expect([words, await page.locator('input:invalid').count()]).toEqual([words, isAmount ? 0 : 1]);
    }
    expect(await most.getAttribute('title')).toContain('such as 0.5');
    await resume.click();
    await page.getByRole('alert').getByText('Pass a higher one: "At most US dollars".').waitFor();
    await tab.clear();
    await hall.stop();
    project.dispose();
  });

  it.runIf(inCampaign)('shows seats as they speak, blind phases as blind, and several debates at once', async () => {
    const project = createProject({ agents: { rehearsal: { ...QUICK, wordsPerSecond: 8 } } });
    const hall = await serveHall(project);
    await openHall(tab, hall);
    await page.getByText('No debates yet.').waitFor();
    project.start(['run', '--rehearse', '--recipe', 'quick', '--id', 'aloud', '--json', 'Should we use Rust?']);
    project.start(['run', '--rehearse', '--format', 'panel', '--id', 'unseen', '--json', 'Which storage?']);
    await page.locator('.going-on.live').nth(1).waitFor();
    await page.locator('.going-on .brief').first().waitFor();
    await page.locator('.going-on').getByText('blind', { exact: true }).first().waitFor();
    await expectNoBarriers(tab);
    await go(page, '#/debates/unseen');
    await page.locator('.live-seat .blind').nth(2).waitFor();
    expect(await page.locator('.live-seat .speech').count()).toBe(0);
    await expectNoBarriers(tab);
    await go(page, '#/debates/aloud');
    const speech = page.locator('.speech').first();
    await speech.waitFor();
    const before = (await speech.innerText()).length;
    await expect.poll(async () => (await speech.innerText()).length).toBeGreaterThan(before);
    await expectNoBarriers(tab);
    const hide = (isHidden: boolean) => `
      Object.defineProperty(document, 'hidden', { value: ${isHidden}, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    `;
    await page.evaluate(hide(true));
    await page.locator('.connection.asleep').waitFor();
    await page.evaluate(hide(false));
    await page.locator('.connection.open').waitFor();
    expect(tab.complaints).toEqual([]);
    await tab.clear();
    await hall.stop();
    project.dispose();
  });

  it.runIf(inCampaign)('lets a person take part in a whole debate, whatever breaks meanwhile', async () => {
    const project = createProject({ agents: { rehearsal: QUICK } });
    let hall = await serveHall(project);
    await openHall(tab, hall);

    // Opens the debate, after its forecast.
    await go(page, '#/start');
    await page.getByLabel('What should be decided?').fill(TOPIC);
    await page.getByLabel('Format').selectOption('panel');
    await page.getByLabel('Recipe').selectOption('quick');
    await page.getByLabel('Rehearse: no model').check();
    await page.getByText('Seats, material and limits').click();
    const seat = page.getByRole('combobox', { name: 'Seat A', exact: true });
    await seat.selectOption('human');
    // What nobody could start is there, and says why.
    expect(await seat.locator('option[disabled]', { hasText: /^claude \(.+\)$/ }).count()).toBe(1);
    await page.reload();
    await seat.waitFor();
    expect(await seat.inputValue()).toBe('human');
    await page.locator('.forecast').getByText('waits for a person').waitFor();
    await page.getByRole('button', { name: 'Start' }).click();

    // Writes a blind opening, in a tab that is reloaded and a hall that is killed.
    await page.getByText('Blind: you answer').waitFor();
    const id = decodeURIComponent(/debates\/([^/]+)/.exec(page.url())?.[1] ?? '');
    expect(await page.locator('#transcript').innerText()).not.toContain('no model thought');
    await page.getByLabel('Yes', { exact: true }).check();
    await page
      .getByRole('textbox', { name: /^What it rests on/ })
      .fill('Every change of an order has to be explained.');
    await page.reload();
    await page.getByRole('textbox', { name: /^What it rests on/ }).waitFor();
    expect(await page.getByLabel('Yes', { exact: true }).isChecked()).toBe(true);
    await expectNoBarriers(tab);
    await hall.stop('SIGKILL');
    await page.getByRole('textbox', { name: /^How sure/ }).fill('80');
    await page.getByRole('button', { name: 'Record this turn' }).click();
    await page.locator('form').getByText('has not confirmed this').waitFor();

    // The hall is back, and the tab with it: what was written is there, and recorded once.
    hall = await serveHall(project);
    await page.getByText('Sign in again').waitFor();
    await page.locator('form.writing').getByText('You are no longer signed in').waitFor();
    expect(await page.getByText('has not confirmed this').count()).toBe(0);
    await page.getByRole('button', { name: 'Go to the form to sign in' }).click();
    expect(await page.evaluate('document.activeElement.id')).toBe('sign-in');
    // An answer to what was sent before the new link was opened says nothing of it.
    const late = await holdNextAnswer(page, '**/say');
    await page.getByRole('button', { name: 'Send it again' }).click();
    await late.isHeld;
    await page.getByRole('textbox', { name: 'Link' }).fill(await hall.newAddress());
    await page.getByRole('button', { name: 'Open' }).click();
    await page.getByText('Sign in again').waitFor({ state: 'detached' });
    late.pass();
    await page.getByRole('button', { name: 'Send it again' }).waitFor();
    expect(await page.getByText('Sign in again').count()).toBe(0);
    await page.getByRole('button', { name: 'Send it again' }).click();
    await page.locator('.confirmed').getByText('recorded').waitFor();
    const openings = () =>
      project.events(id).filter((event) => event.type === 'turn-recorded' && event.data.act === 'opening');
    expect(openings().filter(({ data }) => 'seat' in data && data.seat === 'a')).toHaveLength(1);

    // Somebody else speaks in a terminal, and the page shows it by itself; so does this person.
    await project.call(['interject', id, 'Auditors read the orders, too.']);
    await page.locator('#transcript').getByText('Auditors read the orders').first().waitFor({ state: 'attached' });
    await page.getByText('Interject', { exact: true }).first().click();
    await page.getByLabel('Your words').fill('The budget is fixed.');
    await page.getByRole('button', { name: 'Interject' }).click();
    await page.locator('#transcript').getByText('The budget is fixed').first().waitFor({ state: 'attached' });

    // The run that was killed is resumed, and asks this person for an answer to each claim.
    const record = page.getByRole('button', { name: /^(Record this turn|Send it again)$/ });
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByText('What is asked', { exact: true }).waitFor();
    const claims = page.locator('.due-turn .claim');
    await claims.filter({ hasText: /^C\d+, your own: Every change of an order has to be explained\./ }).waitFor();
    for (const claim of await claims.all()) await claim.getByRole('combobox').selectOption('concede');
    await claims.last().getByRole('combobox').selectOption('refine');
    expect(await record.isDisabled()).toBe(true);
    await claims.last().getByRole('textbox').fill('It holds\nfor orders.');
    await expectNoBarriers(tab);
    // The other seats speak in the same round, which is new to this person.
    await page.locator('#live').waitFor({ state: 'detached' });
    const read = page.getByRole('button', { name: 'I have read it' });
    if (await read.isVisible()) await read.click();
    await record.click();

    await page.locator('#claims').getByText('It holds for orders.').first().waitFor({ state: 'attached' });

    // Votes. Somebody speaks in a terminal before the page has read it: the hall refuses, and the text is kept.
    const why = page.getByRole('textbox', { name: 'Why?' });
    await why.waitFor();
    await page.getByLabel('Yes', { exact: true }).check();
    await page.route('**/seats/**', async (route) => await route.abort());
    await project.call(['interject', id, 'The auditors have changed their minds.']);
    await why.fill('It still holds.');
    await record.click();
    await page.locator('.stale').getByText('Interjection').waitFor();
    expect(await why.inputValue()).toBe('It still holds.');
    await page.unroute('**/seats/**');
    await page.reload();
    await page.locator('.since').getByText('changed their minds').waitFor();
    expect(await why.inputValue()).toBe('It still holds.');
    expect(await record.isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Record anyway' }).click();

    // Sees the outcome, and takes the debate along.
    await expect.poll(async () => await page.locator('.outcome').innerText()).not.toContain('Still open');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'HTML' }).click();
    const file = await (await downloading).path();
    const exported = fs.readFileSync(file, 'utf8');
    for (const words of [TOPIC, 'The budget is fixed.', 'It still holds.']) expect(exported).toContain(words);
    expect((await project.call(['verify', id])).code).toBe(0);
    expect(openings()).toHaveLength(3);
    await tab.clear();
    await hall.stop();
    project.dispose();
  });
});
