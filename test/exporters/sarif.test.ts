// The SARIF export holds to the published schema, and to what it may say about places and completeness.
import { readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DebateRecord } from '../../src/domain/record.ts';
import { renderWhole } from '../../src/exchange/exporters/exporter.ts';
import { exporter } from '../../src/exchange/exporters/sarif/index.ts';
import { times } from '../support/campaign.ts';
import { arbitraryReview, finding, review, reviewRecord } from './review-records.ts';

const schema = JSON.parse(readFileSync(new URL('fixtures/sarif-2.1.0.json', import.meta.url), 'utf8'));
const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
const validate = ajv.compile(schema);

// biome-ignore lint/suspicious/noExplicitAny: the schema says what it is
function runOf(record: DebateRecord): any {
  const log = JSON.parse(renderWhole(exporter, record));
  expect(validate(log), JSON.stringify(validate.errors)).toBe(true);
  return log.runs[0];
}

const uris = (run: { results: { locations: { physicalLocation: { artifactLocation: { uri: string } } }[] }[] }) =>
  run.results.map(({ locations }) => locations[0]?.physicalLocation.artifactLocation.uri);

describe('the schema', () => {
  it('is one that refuses: a result without a message, an unknown level, a line 0', () => {
    const log = JSON.parse(renderWhole(exporter, reviewRecord()));
    const broken = [
      { ...log, runs: [{ ...log.runs[0], results: [{ ruleId: 'P0' }] }] },
      { ...log, runs: [{ ...log.runs[0], results: [{ ...log.runs[0].results[0], level: 'fatal' }] }] },
      {
        ...log,
        runs: [
          {
            ...log.runs[0],
            results: [{ message: { text: 'x' }, locations: [{ physicalLocation: { region: { startLine: 0 } } }] }],
          },
        ],
      },
    ];
    expect(broken.map((each) => validate(each))).toEqual([false, false, false]);
  });

  it('holds for every review, however hostile its texts', () => {
    fc.assert(
      fc.property(arbitraryReview, fc.constantFrom('open', 'closed', 'exhausted', 'force-closed'), (result, status) => {
        const run = runOf(reviewRecord(result, { status }));
        for (const uri of uris(run)) {
          const back = decodeURIComponent(new URL(uri as string, 'file:///root/').pathname.slice('/root/'.length));
          expect(uri).not.toMatch(/^[a-z]+:|^\/|[\s"<>\\^`{|}#?]/i);
          expect(back.length).toBeGreaterThan(0);
        }
        const told = run.results.length + run.invocations[0].toolExecutionNotifications.length;
        expect(told).toBeGreaterThanOrEqual(result.findings.length);
      }),
      { numRuns: times(150, 19) },
    );
  });

  it('holds before anyone has answered', () => {
    const run = runOf(reviewRecord(null, { status: 'open', outcome: null, endedAt: null }));
    expect(run).toMatchObject({ results: [], invocations: [{ executionSuccessful: false }] });
  });
});

describe('a finding', () => {
  it('stands at its file and line, with the level of its severity', () => {
    const levels = (['P0', 'P1', 'P2'] as const).map((severity) => finding({ severity }));
    const { results, tool } = runOf(reviewRecord(review({ findings: levels })));
    expect(results.map(({ level }: { level: string }) => level)).toEqual(['error', 'warning', 'note']);
    expect(results[0]).toMatchObject({
      ruleId: 'P0',
      ruleIndex: 0,
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'src/cart.ts', uriBaseId: '%SRCROOT%' },
            region: { startLine: 12 },
          },
        },
      ],
    });
    expect(results[0].message.text).toContain('The total is off by one\n\nThe loop ends');
    expect(tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(['P0', 'P1', 'P2']);
  });

  it.each([
    ['docs/caf\u00e9 #1.md', 'docs/caf%C3%A9%20%231.md'],
    ['C:/x?y', 'C%3A/x%3Fy'],
    ['a%2Fb', 'a%252Fb'],
    ['mailto:x/y', 'mailto%3Ax/y'],
  ])('has a relative reference for %s', (file, uri) => {
    const run = runOf(reviewRecord(review({ files: [file], findings: [finding({ file })] })));
    expect(uris(run)).toEqual([uri]);
  });

  it.each([
    ['its line is not known', { line: null }],
    ['its line is not in the diff', { verified: 'file' as const }],
    ['nothing of it is in the diff', { verified: 'unverified' as const }],
  ])('has no region when %s', (_, change) => {
    const { results } = runOf(reviewRecord(review({ findings: [finding(change)] })));
    expect(results[0].locations[0].physicalLocation).not.toHaveProperty('region');
  });

  it.each([
    ['no file', { file: null, line: null }],
    ['a file that the diff does not have', { file: 'src/other.ts' }],
    ['a path out of the repository', { file: '../../etc/passwd' }],
    ['a path that leads elsewhere, although the diff has it', { file: 'src/../x' }],
  ])('that names %s gets no place and is told all the same', (_, change) => {
    const files = ['src/cart.ts', 'src/../x'];
    const { results, invocations } = runOf(reviewRecord(review({ files, findings: [finding(change)] })));
    expect(results).toEqual([]);
    expect(invocations[0].toolExecutionNotifications).toMatchObject([
      { level: 'warning', associatedRule: { id: 'P1', index: 1 } },
    ]);
    expect(invocations[0].toolExecutionNotifications[0].message.text).toContain('off by one');
  });

  it('that is disputed, unchecked or unverified says so', () => {
    const findings = [finding({ status: 'disputed' }), finding({ status: 'unchecked', verified: 'unverified' })];
    const { results } = runOf(reviewRecord(review({ findings })));
    expect(results[0].message.text).toContain('disagree');
    expect(results[1].message.text).toMatch(/It was not found.*No other reviewer/s);
  });
});

describe('a fingerprint', () => {
  const printOf = (...findings: ReturnType<typeof finding>[]): string[] =>
    runOf(reviewRecord(review({ findings }))).results.map(
      (result: { partialFingerprints: Record<string, string> }) => result.partialFingerprints['debateHallFinding/v1'],
    );

  it('stays when lines move, words and severity differ, and other findings come before it', () => {
    const again = finding({ line: 99, title: 'Last item is skipped', severity: 'P0', id: 'F7', detail: 'x' });
    const other = finding({ evidence: 'return total' });
    expect(printOf(again)).toEqual(printOf(finding()));
    expect(printOf(other, finding())[1]).toBe(printOf(finding())[0]);
  });

  it('differs for other code, another file, and a second finding about the same code', () => {
    const prints = [
      ...printOf(finding(), finding({ title: 'Slow' })),
      ...printOf(finding({ evidence: 'return total' })),
      ...printOf(finding({ file: 'docs/caf\u00e9 #1.md' })),
    ];
    expect(new Set(prints).size).toBe(4);
  });

  it('goes by the title where no quote was found in the diff, not by its letters\u2019 case or marks', () => {
    const unquoted = { verified: 'line', evidence: null } as const;
    expect(printOf(finding({ ...unquoted, title: 'Off by ONE!' }))).toEqual(
      printOf(finding({ ...unquoted, title: 'off by one' })),
    );
  });
});

it('says so when a rehearsal and no model has reviewed', () => {
  const record = reviewRecord();
  const authority = { ...record.authority, rehearsal: ['reviewer-2'] };
  expect(runOf({ ...record, authority }).invocations[0]).toMatchObject({
    executionSuccessful: true,
    toolExecutionNotifications: [{ level: 'note', message: { text: 'Rehearsed, not argued by a model: reviewer-2.' } }],
  });
});

describe('a review that is not complete', () => {
  const left = { seat: 'reviewer-2', state: 'left' as const, reason: 'it timed out' };
  const cases: [string, DebateRecord, string][] = [
    ['nobody reviewed', reviewRecord(review({ reviewed: false, findings: [] }), { status: 'open' }), 'Not reviewed'],
    ['a reviewer left', reviewRecord(review({ degraded: true, reviewers: [left] })), 'it timed out'],
    ['it was stopped by a limit', reviewRecord(review(), { status: 'exhausted' }), 'limit'],
    ['someone ended it', reviewRecord(review(), { status: 'force-closed' }), 'ended'],
  ];

  it.each(cases)('is not successful when %s', (_, record, words) => {
    const { executionSuccessful, toolExecutionNotifications } = runOf(record).invocations[0];
    expect(executionSuccessful).toBe(false);
    const told = toolExecutionNotifications.filter(({ level }: { level: string }) => level === 'error');
    expect(told.map(({ message }: { message: { text: string } }) => message.text).join(' ')).toContain(words);
  });

  it('is successful when it is complete, and names what was left out of it', () => {
    const result = review({
      leftOut: [
        { source: 'yarn.lock', reason: 'too large', missed: true as const },
        { source: 'src/cart.ts', reason: 'its diff is there, the rest of it is too large' },
      ],
    });
    expect(runOf(reviewRecord(result)).invocations[0]).toMatchObject({
      executionSuccessful: true,
      toolExecutionNotifications: [{ level: 'warning', message: { text: 'Not reviewed: yarn.lock (too large)' } }],
    });
  });
});
