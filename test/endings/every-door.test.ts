// However a debate of any format ends, every place says the same of it: outcome, answer, who dissents, and how far it speaks for the panel.
import fs from 'node:fs';
import pc from 'picocolors';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { argumentationSchema } from '../../src/domain/claims.ts';
import { EXIT } from '../../src/domain/failures/exit-codes.ts';
import { isOfSeats, OUTCOME_WORDS, wasStopped } from '../../src/domain/outcomes.ts';
import type { DebateRecord } from '../../src/domain/record.ts';
import { asymmetricResultSchema } from '../../src/domain/results/asymmetric-result.ts';
import { opinionsResultSchema, readOpinions } from '../../src/domain/results/opinions-result.ts';
import { oxfordResultSchema } from '../../src/domain/results/oxford-result.ts';
import { reviewResultSchema } from '../../src/domain/results/review-result.ts';
import { toNotice } from '../../src/domain/webhook-notices.ts';
import { findAnchor, listPlaces } from '../../src/domain/words/find-words.ts';
import { endingText } from '../../src/doors/acp/ending.ts';
import { debateLines } from '../../src/doors/cli/render/list-view.ts';
import { conclusionLines, headLines, withoutWords } from '../../src/doors/cli/render/record-view.ts';
import { describeRun, summaryLines } from '../../src/doors/cli/render/summary.ts';
import { caveatLines, describeConclusion as mcpConclusion, summarize } from '../../src/doors/mcp/texts/view.ts';
import { planShown } from '../../src/doors/mcp/tools/reviews/debate-plan.ts';
import { reviewShown } from '../../src/doors/mcp/tools/reviews/debate-review.ts';
import { renderWhole } from '../../src/exchange/exporters/exporter.ts';
import { shownEvents } from '../../src/exchange/github/comment.ts';
import { toPythonStatus } from '../../src/exchange/interop/python/mapping.ts';
import { panelResultSchema } from '../../src/formats/panel/result.ts';
import { discoverExporters, discoverFormats } from '../../src/hall/compose/discover.ts';
import { getExitCode } from '../../src/hall/operations/debate/running/outcome-exit.ts';
import { reportBody } from '../../src/hall/operations/github/report.ts';
import { DebateSummaries } from '../../src/hall/operations/records/lists/debate-summaries.ts';
import { listOutcomeWays } from '../../src/hall/operations/records/outcomes/record-outcome.ts';
import { collectFacts } from '../../src/hall/operations/webhooks/deliver-notices.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { readLabels, type Snapshot } from '../../src/ledger/engine/snapshot.ts';
import { buildNoticeBody } from '../../src/platform/webhooks/body.ts';
import { toPrintable } from '../../src/support/control-characters.ts';
import { inCampaign, inCi, sample } from '../support/campaign.ts';
import { listAll, temporaryFolder, testEngine } from '../support/hall.ts';
import { endDebate, MANUAL, WAYS } from './endings.ts';

/** `seats`: who dissents, by the names that programs use. */
type Fact =
  | ('advice' | 'label' | 'answer' | 'tallies' | 'splits' | 'dissent' | 'seats' | 'panel' | 'gap')
  /** Who ended the debate where that was not for its rules, what a person decided, and that a decision was redacted. */
  | ('ender' | 'decision' | 'redaction');
const SUMMARY: readonly Fact[] = ['advice', 'label', 'ender', 'answer', 'tallies', 'dissent', 'panel', 'gap'];
const ALL: readonly Fact[] = [...SUMMARY, 'decision', 'redaction'];

interface Place {
  readonly facts: readonly Fact[];
  /** `undefined` where the place does not exist for such a debate. */
  readonly show: (snapshot: Snapshot, record: DebateRecord) => string | undefined;
}

const folder = temporaryFolder();
afterAll(() => fs.rmSync(folder, { recursive: true }));
const engine = testEngine(folder);
const summaries = new DebateSummaries({ engine, store: engine.store });
const plain = pc.createColors(false);
const page = { colours: plain, columns: Number.POSITIVE_INFINITY };

const formats = await discoverFormats();
const exporters = await discoverExporters();

/** Forms of other programs, which have words of their own for how a debate ended and none for a panel. */
const FOREIGN = exporters.filter(({ hasNoLabels }) => hasNoLabels === true).map(({ id }) => id);
/** What of it a document of this exporter has a place for; a new exporter has to be added here. */
const DOCUMENTS: Readonly<Record<string, readonly Fact[]>> = {
  json: ['label', 'ender', 'answer', 'tallies', 'seats', 'decision', 'redaction'],
  octave: ALL,
  markdown: ALL,
  // The page draws the splits.
  html: ['advice', 'label', 'ender', 'answer', 'splits', 'dissent', 'panel', 'gap', 'decision', 'redaction'],
  adr: ALL,
  // Only of reviews, whose findings have their own dissent and whose answers nobody counts.
  sarif: ['label', 'ender', 'panel', 'gap'],
  'github-annotations': ['advice', 'label', 'ender', 'panel', 'gap'],
};

const PLACES: Readonly<Record<string, Place>> = {
  summary: { facts: SUMMARY, show: (_, record) => summaryLines(record, {}, plain).join('\n') },
  'standard output and -q': {
    facts: ['advice', 'label', 'ender', 'answer', 'tallies', 'panel', 'gap', 'decision', 'redaction'],
    // Without a line above it, it is a decision that people can act on.
    show: (_, record) => {
      const text = describeRun(record, { isBare: true });
      return text.startsWith('> ') ? text : undefined;
    },
  },
  show: {
    facts: ALL,
    show: (_, record) =>
      [
        ...headLines(record, plain),
        ...summaryLines(record, {}, plain),
        ...conclusionLines(toPrintable(withoutWords(record)), page),
      ].join('\n'),
  },
  ACP: { facts: ALL, show: (snapshot, record) => (record.status === 'open' ? undefined : endingText(snapshot)) },
  'GitHub report': { facts: ALL, show: (_, record) => reportBody(record, {}) },
  'GitHub comment': {
    facts: ALL,
    show: ({ log }, record) => {
      const ended = shownEvents(record, log, () => record).findLast(({ event }) => event.type === 'debate-closed');
      return ended?.body();
    },
  },
  MCP: {
    facts: ALL,
    show: (snapshot) => {
      const summary = summarize(snapshot);
      return [JSON.stringify(summary), ...caveatLines(summary), ...mcpConclusion(summary)].join('\n');
    },
  },
  webhook: {
    facts: ['label', 'ender', 'answer', 'panel', 'seats'],
    show: (snapshot) => {
      const notice = snapshot.log.flatMap((event) => toNotice(event) ?? []).at(-1);
      const facts = notice && collectFacts({}, snapshot, notice);
      return facts && buildNoticeBody('json', notice, facts, readLabels(snapshot));
    },
  },
  ...Object.fromEntries(
    exporters
      .filter(({ id }) => !FOREIGN.includes(id))
      .map((exporter): [string, Place] => [
        `export ${exporter.id}`,
        {
          facts: DOCUMENTS[exporter.id] ?? ALL,
          show: (_, record) =>
            exporter.onlyFor === undefined || exporter.onlyFor === record.format
              ? renderWhole(exporter, record)
              : undefined,
        },
      ]),
  ),
};

/** Without what a form of text adds: escapes, entities, tags, case; "stopped-by-limit" is the name that programs read. */
function plainText(text: string): string {
  return text
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll(/[\\*\u200b]/g, '')
    .replaceAll(/[-_]/g, ' ')
    .toLowerCase()
    .replaceAll('stopped by limit', 'stopped by a limit')
    .replaceAll(/authority::(full|degraded)/g, '$1 panel');
}

/** Whether a reviewed change can be merged. */
function adviceOn({ outcome, result }: DebateRecord): string {
  const { reviewed, findings, reviewers, leftOut } = reviewResultSchema.parse(result?.data);
  if (!reviewed) return 'Not reviewed';
  if (findings.some(({ severity }) => severity !== 'P2')) return 'Not ready to merge';
  if (wasStopped(outcome)) return 'Review not finished';
  const isWhole = leftOut.length === 0 && reviewers.every(({ state }) => state === 'reviewed');
  return isWhole ? 'Ready to merge' : 'No reason against merging';
}

/** What has to be found, by fact; nothing where the debate has no such fact. */
function expected(record: DebateRecord, way: string): Readonly<Record<Fact, readonly string[]>> {
  const { full = record.authority.full, gap } = WAYS[way] as (typeof WAYS)[string];
  const opinions = readOpinions(record);
  const tally = opinions?.ballot.counts.length ? opinions.ballot : opinions?.openings;
  const seated = opinions?.seated ?? 0;
  const splits = (tally?.counts ?? []).map(({ answer, votes }) => `${votes} of ${seated} ${answer}`);
  const standing = opinions?.answer ?? null;
  const held = tally?.counts.find(({ answer }) => answer === standing)?.votes ?? 0;
  const isOver = record.outcome !== null;
  return {
    // What nobody may rely on says nothing of the change.
    advice: isOver && record.status !== 'force-closed' && record.format === 'review' ? [adviceOn(record)] : [],
    label: record.outcome === null ? [] : [OUTCOME_WORDS[record.outcome].title],
    ender: record.endedBy === null || !isOver ? [] : [record.endedBy],
    decision: record.decision === MANUAL ? [MANUAL] : [],
    redaction: record.decisionRedaction === undefined ? [] : ['redact'],
    answer: opinions?.answer == null ? [] : [opinions.answer],
    tallies: !isOver ? [] : standing === null ? splits : [`${held} to ${seated - held}`],
    splits,
    dissent: record.dissent.map(({ seat }) => record.seats.find((each) => each.seat === seat)?.label ?? seat),
    seats: record.dissent.map(({ seat }) => seat),
    panel: isOver ? [full ? 'full panel' : 'degraded panel'] : [],
    gap: gap === undefined ? [] : [gap],
  };
}

const SHOWN_BY_TOOLS: Readonly<
  Record<string, (record: DebateRecord) => { shown: { winner: unknown; confidence: unknown } }>
> = {
  plan: planShown,
  review: reviewShown,
};

const made: { format: string; way: string; snapshot: Snapshot; record: DebateRecord }[] = [];
beforeAll(async () => {
  for (const format of formats) {
    for (const way of Object.keys(WAYS)) {
      const snapshot = await endDebate(engine, format, way);
      if (snapshot !== undefined) made.push({ format: format.id, way, snapshot, record: toRecord(snapshot) });
    }
  }
}, 120_000);

it('is tried in every way by every format, and has a row for every exporter', () => {
  expect([...FOREIGN, ...Object.keys(DOCUMENTS)].sort()).toEqual(exporters.map(({ id }) => id).sort());
  // A single answer ends a fix, so that most ways have no place in it.
  for (const { id } of formats)
    expect(made.filter(({ format }) => format === id).length).toBeGreaterThan(id === 'fix' || id === 'ask' ? 3 : 8);
  for (const way of Object.keys(WAYS)) expect(made.filter((each) => each.way === way).length).toBeGreaterThan(0);
  const gated = formats.filter(({ options }) => {
    const parsed = options.safeParse({ openings: true, ballot: true, gate: 'on' });
    return parsed.success && 'gate' in (parsed.data as object);
  });
  expect(made.filter(({ way }) => way === 'at the gate').map(({ format }) => format)).toEqual(
    gated.map(({ id }) => id),
  );
});

it('has the authority that its end gives it', () => {
  const wrong = made.filter(({ way, record }) => record.authority.full !== (WAYS[way]?.full ?? record.authority.full));
  expect(wrong.map(({ format, way, record }) => [format, way, record.authority])).toEqual([]);
});

describe.each(sample(Object.entries(PLACES), 4))('%s', (_, { facts, show }) => {
  it('says the same as every other place', () => {
    const missing = made.flatMap(({ format, way, snapshot, record }) => {
      const text = show(snapshot, record);
      if (text === undefined) return [];
      const shown = plainText(text);
      const wanted = expected(record, way);
      return facts.flatMap((fact) =>
        wanted[fact]
          .filter((words) => !shown.includes(plainText(words)))
          .map((words) => `${format}, ${way}: ${fact} "${words}"`),
      );
    });
    expect(missing).toEqual([]);
  });
});

/** Made of data: the page, and what programs read. */
const PROGRAMS = ['MCP', 'webhook', 'export html', 'export json'];

it.each(
  sample(
    Object.keys(PLACES).filter((place) => !PROGRAMS.includes(place)),
    3,
  ),
)('says the headline of the result once, over or not: %s', (place) => {
  const { show } = PLACES[place] as Place;
  const wrong = made.flatMap(({ format, way, snapshot, record }) => {
    const headline = plainText(record.result?.headline.replace(/\.$/, '') ?? '');
    const shown = show(snapshot, record);
    const times = headline === '' || shown === undefined ? 1 : plainText(shown).split(headline).length - 1;
    return times <= 1 ? [] : [`${format}, ${way}: ${times} times`];
  });
  expect(wrong).toEqual([]);
});

it('leaves on standard output its label and what it came to, without what that rests on', () => {
  const explained = made.filter(({ record }) => record.result?.details !== undefined);
  expect(explained.length).toBeGreaterThan(20);
  for (const { record, snapshot } of explained) {
    const { details = '' } = record.result ?? {};
    const line = details.split('\n').find((each) => each.startsWith('### ') || each.startsWith('| ')) ?? details;
    expect(describeRun(record), record.threadId).not.toContain(line);
    // Where all of it is looked at, nothing is missing.
    expect(PLACES['show']?.show(snapshot, record)).toContain(`\n│ ${line}`);
    expect(PLACES['export markdown']?.show(snapshot, record)).toContain(details);
    if (record.status === 'closed') expect(PLACES['GitHub report']?.show(snapshot, record)).toContain(line);
  }
});

it('has no answer and no dissent where its seats did not decide, whatever they have said so far', async () => {
  const rows = await listAll(summaries);
  const unfinished = made.filter(({ record: { outcome } }) => !isOfSeats(outcome));
  expect(unfinished.length).toBeGreaterThan(60);
  for (const { record, snapshot, way } of unfinished) {
    const { answer = null, dissent = [] } = readOpinions(record) ?? {};
    const { winner = null, minority = [] } = record.result?.data ?? {};
    expect([record.threadId, answer, dissent, record.dissent]).toEqual([record.threadId, null, [], []]);
    expect([record.threadId, winner, minority]).toEqual([record.threadId, null, []]);
    const row = rows.find(({ threadId }) => threadId === record.threadId);
    const isByPerson = record.status === 'closed';
    const notice = snapshot.log.flatMap((event) => toNotice(event) ?? []).at(-1);
    if (isByPerson) expect([record.threadId, notice?.cause.kind]).toEqual([record.threadId, 'decided']);
    expect([row, listOutcomeWays(snapshot).includes('verdict')]).toMatchObject([
      { answer: null, dissent: 0, decided: isByPerson },
      isByPerson,
    ]);
    expect([record.threadId, record.decision === MANUAL, way]).toEqual([
      record.threadId,
      isByPerson && record.decisionRedaction === undefined,
      way,
    ]);
    expect(summaryLines(record, {}, plain).filter((line) => line.startsWith('Dissent'))).toEqual([]);
    expect(describeRun(record)).not.toMatch(/^> (?:Yes|No)\b(?! outcome)/);
  }
});

it.runIf(inCampaign)(
  'stands in the list with its outcome and what keeps it from being that of a whole panel',
  async () => {
    const rows = await listAll(summaries);
    for (const { record } of made) {
      const row = rows.find(({ threadId }) => threadId === record.threadId);
      if (row === undefined || 'unreadable' in row) throw new Error(`${record.threadId} is not listed.`);
      const [, line = ''] = debateLines([row], { room: Number.POSITIVE_INFINITY, colours: plain });
      expect(row).toMatchObject({ outcome: record.outcome, full: record.authority.full });
      if (record.outcome !== null) expect(plainText(line)).toContain(plainText(OUTCOME_WORDS[record.outcome].title));
      const isDegraded = record.status !== 'open' && !record.authority.full;
      expect([record.threadId, line.includes('degraded')]).toEqual([record.threadId, isDegraded]);
      expect(toPythonStatus(row)).toBe(summarize((await engine.snapshot(record.threadId)) as Snapshot).status);
    }
  },
);

it('is shown with each dissent once', () => {
  const shown = made.flatMap(({ snapshot, record }) =>
    record.dissent.map(({ seq, text }) => ({
      seq,
      text: text ?? '',
      page: PLACES['show']?.show(snapshot, record) ?? '',
    })),
  );
  const written = shown.filter(({ seq, text }) => seq === undefined && text !== '');
  expect(written.length).toBeGreaterThan(3);
  for (const { text, page } of written) expect(page.split(text).length, text).toBe(2);
});

it('has the data that the reference says, and no other', () => {
  const own = { panel: panelResultSchema, asymmetric: asymmetricResultSchema, oxford: oxfordResultSchema };
  const schemas = [opinionsResultSchema, argumentationSchema].map((schema) => z.toJSONSchema(schema));
  const shared = schemas.flatMap(({ properties = {} }) => Object.keys(properties));
  for (const [id, schema] of Object.entries(own)) {
    const results = made.flatMap(({ format, record }) =>
      format === id && record.result !== null ? [record.result.data] : [],
    );
    // One that ended at its gate, or before its rules could say anything, has only what is common.
    const alone = results
      .map((data) => Object.fromEntries(Object.entries(data).filter(([key]) => !shared.includes(key))))
      .filter((data) => Object.keys(data).length > 0);
    expect(alone.length).toBeGreaterThan(3);
    for (const data of alone) expect(schema.parse(data)).toEqual(data);
  }
});

it('stands in JSON as the record has it', () => {
  const json = exporters.find(({ id }) => id === 'json');
  for (const { record } of made) {
    const { authority, dissent, outcome, outcomeMeaning } = JSON.parse(
      json === undefined ? '' : renderWhole(json, record),
    );
    const same = { authority: record.authority, dissent: record.dissent, outcome: record.outcome };
    expect({ authority, dissent, outcome, outcomeMeaning }).toEqual({ ...same, outcomeMeaning: record.outcomeMeaning });
  }
});

it('ends a run with the code of its outcome, or 3 where the panel is not full', () => {
  for (const { record, format } of made) {
    if (record.outcome === null || record.outcome === 'force-closed' || format === 'review' || format === 'plan')
      continue;
    const { exit } = OUTCOME_WORDS[record.outcome];
    const isSplit = format === 'check' && record.outcome === 'majority';
    const code = isSplit ? EXIT.disagreement : exit === EXIT.ok && !record.authority.full ? EXIT.degraded : exit;
    expect([record.threadId, getExitCode('closed', record)]).toEqual([record.threadId, code]);
  }
});

it('says of a review that was killed at its end that nothing stands, and not that it never finished', () => {
  const killed = made.filter(({ record, way }) => record.format === 'review' && way === 'forced after its end');
  for (const { record } of killed) {
    for (const exporter of exporters.filter(({ onlyFor }) => onlyFor === 'review')) {
      const text = renderWhole(exporter, record);
      expect(text).toContain('nothing that it had come to stands');
      expect(text).not.toContain('before it finished');
    }
  }
});

it.runIf(inCi)(
  'claims nothing for a debate that somebody killed, at any place, and has no winner where its seats did not decide',
  () => {
    const killed = made.filter(({ record }) => record.status === 'force-closed');
    expect(new Set(killed.map(({ format }) => format)).size).toBe(formats.length);
    const claims =
      /ready to merge|against merging|review not finished|^[#*]*\s*result:?\**$|\bwins\b|a plan of \d+ steps/im;
    const claimed = killed.flatMap(({ snapshot, record }) =>
      Object.entries(PLACES).flatMap(([place, { show }]) => {
        const [found] = claims.exec(show(snapshot, record)?.replaceAll(/<script.*?<\/script>/gs, '') ?? '') ?? [];
        return found === undefined ? [] : [[record.threadId, place, found]];
      }),
    );
    expect(claimed).toEqual([]);
    for (const { record } of killed) {
      const { planned = false, status = 'incomplete' } = record.result?.data ?? {};
      expect([record.threadId, planned === true, status === 'complete']).toEqual([record.threadId, false, false]);
    }
    for (const { record } of made) {
      if (record.status === 'closed' || record.status === 'force-closed')
        expect([record.threadId, record.result?.headline ?? '']).toEqual([
          record.threadId,
          expect.not.stringMatching(/\byet\b|still/),
        ]);
      if (isOfSeats(record.outcome)) continue;
      const { winner = null, confidence = null } = SHOWN_BY_TOOLS[record.format]?.(record).shown ?? {};
      expect([record.threadId, winner, confidence]).toEqual([record.threadId, null, null]);
    }
  },
);

it.runIf(inCi)('has a part on its page for each place in which a search finds something', () => {
  const html = exporters.find(({ id }) => id === 'html');
  if (html === undefined) throw new Error('There is no page.');
  const shown = made.filter(({ record, way }) => record.decision !== null || way === 'by its rules');
  expect(shown.length).toBeGreaterThan(30);
  const missing = shown.flatMap(({ record }) => {
    const page = renderWhole(html, record);
    const isThere = (anchor: string) =>
      page.includes(` id="${anchor}"`) || record.entries.some(({ seq }) => anchor === `t${seq}`);
    const found = listPlaces(record).filter(({ text }) => text.trim() !== '');
    return found.flatMap((place) => (isThere(findAnchor(place)) ? [] : [`${record.threadId}: ${place.title}`]));
  });
  expect(missing).toEqual([]);
});
