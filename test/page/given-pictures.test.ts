// Pictures of a debate in a real browser: in the report, on the page of a hall, and what is left of a file without its metadata.
import fs from 'node:fs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findPictureType, readPicture } from '../../src/material/pictures/read-picture.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { exif, PICTURES, withGifBlock, withPngChunk, withSegment, withWebpChunk } from '../support/pictures.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { HAS_BROWSER, launchBrowser, openFile, openTab, type Tab } from './browser.ts';
import { openHall, serveHall } from './hall.ts';

const FILES = {
  'logo.png': PICTURES.png,
  'photo.jpg': withSegment(0xe1, exif(6, 'turned by a quarter')),
  'banner.webp': PICTURES['transparent webp'],
  '"><img src=x onerror=alert(1)>.gif': PICTURES.gif,
};
const NAMES = Object.keys(FILES);

/** Of each picture its alternative text, and how large the browser found it. */
const shown = async (page: Page) =>
  await page.evaluate(`Promise.all(
    [...document.querySelectorAll('.given-picture img')].map(async (image) => {
      image.loading = 'eager';
      await image.decode();
      return [image.alt, image.naturalWidth, image.naturalHeight];
    }),
  )`);

/** Size and pixels of a picture as the browser draws it. */
const draw = async (page: Page, url: string) =>
  await page.evaluate(`(async () => {
    const image = Object.assign(new Image(), { src: '${url}' });
    await image.decode();
    const { width, height } = image;
    const drawing = new OffscreenCanvas(width, height).getContext('2d');
    drawing.drawImage(image, 0, 0);
    return [width, height, ...drawing.getImageData(0, 0, width, height).data].join(' ');
  })()`);

const EXPECTED = NAMES.map((name) => (name === 'photo.jpg' ? [name, 4, 6] : [name, 6, 4]));

describe.runIf(inCi && HAS_BROWSER)('pictures of a debate (needs Chromium; CHROMIUM names it)', () => {
  let browser: Browser;
  let project: Project;
  let tab: Tab;
  beforeAll(async () => {
    browser = await launchBrowser();
    project = createProject({ agents: { rehearsal: quickRehearsal } });
    for (const [name, bytes] of Object.entries(FILES)) fs.writeFileSync(project.path(name), bytes);
    const context = NAMES.flatMap((name) => ['--context', name]);
    const html = ['--html', project.path('d.html')];
    await project.call(['run', '--rehearse', '-r', 'quick', '--id', 'd', '-q', ...context, ...html, 'Keep it?']);
    tab = await openTab(browser);
  });
  afterAll(async () => {
    await browser?.close();
    project?.dispose();
  });

  it.runIf(inCampaign)('are in the report, with their names and who saw them', async () => {
    const offline = await openTab(browser, { offline: true });
    await openFile(offline, project.path('d.html'));
    expect(await shown(offline.page)).toEqual(EXPECTED);
    const caption = await offline.page.locator('.given-picture figcaption').first().innerText();
    expect(caption.replace(/\s+/g, ' ')).toBe(
      'logo.png PNG, 6 × 4 pixels, 97 bytes; event 1, seen by Wind, Wall, Door',
    );
    expect([offline.requests.filter((address) => !address.startsWith('data:')), offline.complaints]).toEqual([
      [expect.stringContaining('d.html')],
      [],
    ]);
    expect(await offline.violations()).toEqual([]);
  });

  it.runIf(inCampaign)('are material of a debate that the form starts', async () => {
    const hall = await serveHall(project);
    await openHall(tab, hall, '#/start');
    await tab.page.getByLabel('What should be decided?').fill('Keep the logo?');
    await tab.page.getByLabel('Rehearse: no model').check();
    await tab.page.getByText('Seats, material and limits').click();
    await tab.page.getByLabel('Material').fill('logo.png\nphoto.jpg');
    await tab.page.getByRole('button', { name: 'Start' }).click();
    await tab.page.waitForURL(/#\/debates\//);
    const id = decodeURIComponent(/debates\/([^/]+)/.exec(tab.page.url())?.[1] ?? '');
    await expect.poll(async () => (await project.shown(id)).status).toBe('closed');
    expect((await project.shown(id)).pictures).toMatchObject([{ source: 'logo.png' }, { source: 'photo.jpg' }]);
    await tab.page.reload();
    const drawn = [
      ['logo.png', 6, 4],
      ['photo.jpg', 4, 6],
    ];
    await expect.poll(async () => await shown(tab.page)).toEqual(drawn);
    await hall.stop();
  });

  it.runIf(inCampaign)('are checked by the page where it holds the ledger', async () => {
    const file = project.path('checked.html');
    await project.call(['export', 'd', '--format', 'html', '--with-ledger', '--output', file]);
    await openFile(tab, file);
    expect(await tab.page.locator('[data-checked=true]').innerText()).toContain('8 texts that fit their digests');
    expect(await shown(tab.page)).toEqual(EXPECTED);
  });

  it.runIf(inCampaign)('are on the page of the hall until they are redacted', async () => {
    const hall = await serveHall(project);
    try {
      await openHall(tab, hall, '#/debates/d');
      await expect.poll(() => tab.page.locator('.given-picture img').count()).toBe(NAMES.length);
      expect(await shown(tab.page)).toEqual(EXPECTED);
      expect(tab.complaints).toEqual([]);
      expect(await tab.violations()).toEqual([]);
      await project.call(['redact', 'd', '--event', '1', '--reason', 'a face']);
      await expect.poll(() => tab.page.locator('.given-picture img').count()).toBe(NAMES.length - 1);
      expect(await tab.page.locator('.given-picture figcaption').first().innerText()).toContain('redacted');
    } finally {
      await hall.stop();
    }
    const { stdout } = await project.call(['export', 'd', '--format', 'html']);
    expect(stdout).not.toContain(PICTURES.png.toString('base64'));
  });

  it.each([
    ['a PNG', withPngChunk('tEXt', 'Comment\0words')],
    ['a JPEG', withSegment(0xfe, 'words')],
    ['a JPEG that is turned', withSegment(0xe1, exif(6, 'words'))],
    ['a WebP', PICTURES.webp],
    ['a WebP with transparency', withWebpChunk('EXIF', 'words')],
    ['a WebP without losses', PICTURES['lossless webp']],
    ['a GIF', withGifBlock('!\xfe\x05words\0')],
  ])('are drawn as before without their metadata: %s', async (_, bytes) => {
    const type = findPictureType(bytes) ?? 'image/png';
    const cleaned = await readPicture(bytes, type, new AbortController().signal);
    const after = 'problem' in cleaned ? cleaned.problem : cleaned.data;
    const { page } = await openTab(browser);
    const [before, now] = [bytes.toString('base64'), after].map((data) => draw(page, `data:${type};base64,${data}`));
    expect(await now).toBe(await before);
  });
});
