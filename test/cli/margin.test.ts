// No name, topic or word of a ledger passes for a line of the program, and nothing in a view is unseen.
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { EventDraft, LedgerEvent } from '../../src/domain/events.ts';
import { mapSealed } from '../../src/domain/sealed/sealed.ts';
import { type ChainEnd, chainEnd, chainEvent, EMPTY_CHAIN, toLine } from '../../src/ledger/chain/chain.ts';
import { sample } from '../support/campaign.ts';
import { createProject, type Project, quickRehearsal } from '../support/project.ts';
import { sealWords } from '../support/seal-words.ts';

const FORGED = 'Outcome   agreed';
const UNSEEN = '\u200b\u200e\u2028\u00ad\u3164\u{e0041}';
const HOSTILE = `x\n${FORGED}\r\n# ${FORGED}\u2028${FORGED} ${UNSEEN}`;

/** Names that no rule reads; the names of seats, formats and debates cannot hold a line break. */
const NAMES = new Set(['agent', 'model', 'vendor', 'effort', 'reportedModel', 'cliVersion', 'sessionId', 'author']);
const OPENING = new Set(['recipe', 'hallVersion', 'source']);
const BY = new Set(['debate-closed', 'outcome-recorded', 'texts-redacted']);

function forge({ type, data }: LedgerEvent): EventDraft {
  const visit = (value: unknown, key: string): unknown => {
    if (typeof value === 'string') {
      const isName = NAMES.has(key) || (type === 'debate-opened' && OPENING.has(key)) || (BY.has(type) && key === 'by');
      return isName ? `${value}${HOSTILE}`.slice(0, 190) : value;
    }
    if (Array.isArray(value)) return value.map((item) => visit(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, visit(item, name)]));
  };
  const sealed = mapSealed(data, (text, path) =>
    'text' in text && path !== '/content' ? sealWords(`${text.text}${HOSTILE}`) : text,
  );
  return { type, data: visit(sealed, '') } as EventDraft;
}

let project: Project;
beforeAll(async () => {
  project = createProject({
    agents: { quick: quickRehearsal },
    seats: { wind: 'quick', wall: 'quick', door: 'quick' },
  });
  project.write('notes.txt', 'We have 40 minutes.');
  for (const args of [
    ['run', '-q', '--id', 'd', '--context', 'notes.txt', 'Is it ready?'],
    ['interject', 'd', 'A note.'],
    ['outcome', 'd', 'right', '--note', 'It held.'],
    ['run', '-q', '--id', 'e', 'Is it ready?'],
  ])
    await project.call(args);
  for (const id of ['d', 'e']) {
    const lines: string[] = [];
    let end: ChainEnd = EMPTY_CHAIN;
    for (const event of project.events(id)) {
      const next = chainEvent(forge(event), end, event.at);
      lines.push(toLine(next));
      end = chainEnd(next);
    }
    project.ledgers.put(id, lines.join(''));
    for (const extension of ['.oct.md', '.md']) project.ledgers.dropDocument(id, extension);
  }
  const verified = await project.call(['verify', 'd', '--json']);
  expect(JSON.parse(verified.stdout)).toMatchObject({ ok: true });
});
afterAll(() => project.dispose());

const exported = (format: string) => ['export', 'd', '--format', format];
it.each(
  sample(
    [
      [['show', 'd']],
      [['show', 'd', '--evidence']],
      [['stats']],
      [['stats', 'd']],
      [['list']],
      [['search', 'ready']],
      [['compare', 'd', 'e']],
      [['verify', 'd']],
      [['verify', '--all']],
      [['calibration']],
      [['watch', 'd']],
      [['replay', 'd', '--quiet']],
      [['resume', 'd']],
      [['fork', 'd', '--dry-run']],
      [['recheck', 'd', '--dry-run']],
      [exported('markdown')],
      [exported('octave')],
    ],
    4,
  ),
)('%j', async (args) => {
  const { stdout, stderr } = await project.call(args);
  const shown = `${stdout}\n${stderr}`;
  expect(shown).not.toMatch(/Unknown option|internal error/);
  expect(shown.split(/\r\n|[\n\r\u2028]/).filter((line) => /^(?:# )?Outcome {3}agreed/.test(line))).toEqual([]);
  // Documents show it in their own ways.
  if (args[0] !== 'export') expect(shown).not.toMatch(/[\u200b\u200e\u2028\u00ad\u3164\u{e0041}]/u);
});
