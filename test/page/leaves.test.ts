// A page that carries its ledger notices whatever was changed of what it shows, leaf by leaf, in every format.
import fs from 'node:fs';
import { createRequire } from 'node:module';
import vm from 'node:vm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkLedger } from '../../src/page/app/verify/check-ledger.ts';
import type { PageData } from '../../src/page/report/page-data.ts';
import { inCampaign, inCi } from '../support/campaign.ts';
import { type Debates, FORMATS, rehearse } from './debates.ts';

/** Of so many changes one is tried. */
const STEP = inCampaign ? 3 : inCi ? 20 : 100;

type Loose = Record<string, unknown>;

function readBlock(html: string, id: string): unknown {
  const found = new RegExp(`<script type="application/json" id="${id}">([\\s\\S]*?)</script>`).exec(html);
  return found === null ? undefined : JSON.parse(found[1] ?? '');
}

/** The same with another value. */
function changeLeaf(value: unknown): unknown {
  if (typeof value === 'string') return `${value}.`;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'boolean' ? !value : 'forged';
}

/** Each makes one change to the value, which it is named by, and takes it back. */
function* listChanges(holder: Loose, name: string, path: string): Generator<readonly [string, () => () => void]> {
  const value = holder[name];
  const put = (other: unknown) => () => {
    holder[name] = other;
    return () => {
      holder[name] = value;
    };
  };
  if (typeof value !== 'object' || value === null) return yield [path, put(changeLeaf(value))];
  if (Array.isArray(value)) {
    yield [`${path}, one more`, put([...value, value[0] ?? 'forged'])];
    if (value.length > 0) yield [`${path}, one less`, put(value.slice(1))];
  } else {
    yield [`${path}, one more member`, put({ ...value, forged: true })];
  }
  for (const member of Object.keys(value)) {
    const { [member]: _, ...others } = value as Loose;
    if (!Array.isArray(value)) yield [`${path} without ${member}`, put(others)];
    yield* listChanges(value as Loose, member, `${path}.${member}`);
  }
}

const { script } = createRequire(import.meta.url)('../../dist/page/rebuild.json') as { script: string };

describe('a page with its ledger', () => {
  const formats = inCampaign ? FORMATS : ['review'];
  let debates: Debates;
  let rebuildPage: typeof globalThis.rebuildPage;
  beforeAll(async () => {
    debates = await rehearse(formats);
    vm.runInThisContext(script);
    ({ rebuildPage } = globalThis);
  });
  afterAll(() => debates?.close());

  it.each(formats)('notices every change of what it shows: %s', async (format) => {
    const file = debates.project.path('with-ledger.html');
    fs.rmSync(file, { force: true });
    await debates.project.call(['export', format, '-F', 'html', '--with-ledger', '-o', file]);
    const html = fs.readFileSync(file, 'utf8');
    const page = Object.fromEntries(
      ['record', 'hunks', 'pictures'].flatMap((id) => {
        const block = readBlock(html, id);
        return block === undefined ? [] : [[id, block]];
      }),
    ) as Loose & PageData;
    const lines = readBlock(html, 'ledger') as string[];
    const rebuilt = rebuildPage?.(lines.map((line) => JSON.parse(line)));
    if (rebuilt === undefined) throw new Error('The script offers nothing.');
    // Made once for all changes.
    globalThis.rebuildPage = () => rebuilt;
    expect(await checkLedger(page, lines)).not.toHaveProperty('problem');
    const changes = Object.keys(page).flatMap((part) => [...listChanges(page, part, part)]);
    const missed: string[] = [];
    for (const [name, change] of changes.filter((_, at) => at % STEP === 0)) {
      const takeBack = change();
      const { problem } = await checkLedger(page, lines);
      if (problem === undefined) missed.push(name);
      takeBack();
    }
    expect(missed).toEqual([]);
    expect(changes.length).toBeGreaterThan(500);
  });
});
