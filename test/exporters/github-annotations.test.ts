// The annotations are workflow commands that no text of an agent can leave, and say what is missing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { listMissed } from '../../src/domain/left-out.ts';
import { renderWhole } from '../../src/exchange/exporters/exporter.ts';
import { exporter } from '../../src/exchange/exporters/github-annotations/index.ts';
import { inCi } from '../support/campaign.ts';
import { arbitraryReview, finding, review, reviewRecord } from './review-records.ts';

/** As the runner of GitHub Actions reads a line. */
function parse(line: string) {
  const [, name = '', properties = '', data = ''] = /^::([a-z]+) (.*?)::(.*)$/s.exec(line) ?? [];
  const plain = (text: string) =>
    text.replace(/%(25|0D|0A|3A|2C)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));
  const pairs = properties.split(',').map((pair) => {
    const at = pair.indexOf('=');
    return [pair.slice(0, at), plain(pair.slice(at + 1))] as const;
  });
  return { name, properties: Object.fromEntries(pairs), data: plain(data) };
}

const commands = (text: string) => text.trimEnd().split('\n').map(parse);

describe('annotations', () => {
  it('begin with the ending, then stand at file and line, the worst first, with the kind of their severity', () => {
    const findings = [
      finding({ severity: 'P2', title: 'Name' }),
      finding({ severity: 'P0', title: 'Crash: 100%, always', detail: 'One.\r\nTwo.' }),
      finding({ severity: 'P1' }),
    ];
    expect(renderWhole(exporter, reviewRecord(review({ findings })))).toBe(
      [
        '::notice title=Debate Hall::Not ready to merge: 1 P0, 1 P1. Decided: one finding. Full panel.',
        '::error file=src/cart.ts,line=12,title=P0 Crash%3A 100%25%2C always::One.%0ATwo.%0AFix: Use `<=`.',
        '::warning file=src/cart.ts,line=12,title=P1 The total is off by one::The loop ends before the last item.%0AFix: Use `<=`.',
        '::notice file=src/cart.ts,line=12,title=P2 Name::The loop ends before the last item.%0AFix: Use `<=`.\n',
      ].join('\n'),
    );
  });

  it.each([
    ['P0 in the report, whatever a reviewer says', [['P0', 'P2']], '1 P0'],
    ['a P0 of a reviewer alone', [['P1', 'P0']], '1 finding that a reviewer calls P0'],
    ['a P1 of a reviewer alone', [['P2', 'P1']], '1 finding that a reviewer calls P1'],
    [
      'each once, by its worst',
      [['P0'], ['P2', 'P0'], ['P1', 'P0'], ['P1'], ['P2', 'P1'], ['P2']],
      '1 P0, 2 findings that a reviewer calls P0, 1 P1, 1 finding that a reviewer calls P1',
    ],
  ] as const)('say what is to be mended before a merge: %s', (_, severities, counts) => {
    const findings = severities.map(([severity, ...others]) =>
      finding({ severity, severities: others.map((other, at) => ({ seat: `reviewer-${at + 1}`, severity: other })) }),
    );
    const [ending] = commands(renderWhole(exporter, reviewRecord(review({ findings }))));
    expect(ending?.data).toMatch(`Not ready to merge: ${counts}. `);
  });

  it.each([
    [0, 0],
    [9, 0],
    [10, 1],
    [200, 191],
  ])('say of %i minor findings that GitHub leaves out %i', (count, unshown) => {
    const findings = Array.from({ length: count }, () => finding({ severity: 'P2' }));
    const all = commands(renderWhole(exporter, reviewRecord(review({ findings }))));
    expect(all).toHaveLength(count + 1);
    const words = `GitHub shows 10 annotations of a kind: ${unshown} of ${count} findings are only in the report.`;
    if (unshown === 0) expect(all[0]?.data).not.toContain('GitHub');
    else expect(all[0]?.data).toContain(words);
  });

  it('have no place that the diff does not have', () => {
    const findings = [finding({ file: '/etc/passwd' }), finding({ file: null }), finding({ verified: 'file' })];
    const [, outside, none, unknownLine] = commands(renderWhole(exporter, reviewRecord(review({ findings }))));
    expect(outside?.properties).not.toHaveProperty('file');
    expect(outside?.data).toContain('Named: /etc/passwd');
    expect(none?.properties).not.toHaveProperty('file');
    expect(unknownLine?.properties).toMatchObject({ file: 'src/cart.ts' });
    expect(unknownLine?.properties).not.toHaveProperty('line');
  });

  it('begin with a word about a rehearsal, where no model has reviewed', () => {
    const record = reviewRecord();
    const authority = { ...record.authority, rehearsal: ['reviewer-1', 'reviewer-2'] };
    const seats = record.seats
      .slice(0, 2)
      .map((seat, at) => ({ ...seat, seat: `reviewer-${at + 1}`, label: `Reviewer ${at + 1}` }));
    expect(commands(renderWhole(exporter, { ...record, authority, seats }))[0]).toMatchObject({
      name: 'notice',
      data: 'Not ready to merge: 1 P1. Decided: one finding. Full panel, REHEARSAL in Reviewer 1, Reviewer 2.',
    });
  });

  it('say of a finding what is in doubt', () => {
    const findings = [
      finding({ status: 'disputed', votes: { valid: 1, invalid: 2 } }),
      finding({ status: 'unchecked', verified: 'unverified' }),
      finding({}),
    ];
    const [, disputed, unseen, sure] = commands(renderWhole(exporter, reviewRecord(review({ findings }))));
    expect(disputed?.data).toContain('Disputed: 1 voted valid, 2 invalid.');
    expect(unseen?.data).toMatch(/Unchecked: .*\nUnverified: /);
    expect(sure?.data).not.toMatch(/Disputed|Unchecked|Unverified/);
  });

  it('begin with an error when nobody has reviewed, and with a warning when someone is missing', () => {
    const none = reviewRecord(review({ reviewed: false, findings: [] }));
    const one = reviewRecord(review({ reviewers: [{ seat: 'reviewer-2', state: 'left', reason: 'it timed out' }] }));
    expect(commands(renderWhole(exporter, none))[0]).toMatchObject({
      name: 'error',
      data: expect.stringContaining('Not'),
    });
    expect(commands(renderWhole(exporter, one))[0]).toMatchObject({
      name: 'warning',
      data: expect.stringContaining('it timed out'),
    });
  });

  it('warn of what no reviewer got, and not of what is known of a file from its diff', () => {
    const leftOut = [
      { source: 'keys.txt', reason: 'looks like a secret', missed: true as const },
      { source: 'src/cart.ts', reason: 'too large' },
    ];
    const told = commands(renderWhole(exporter, reviewRecord(review({ findings: [], leftOut }))));
    expect(told[0]).toEqual({
      name: 'warning',
      properties: { title: 'Not reviewed' },
      data: 'keys.txt (looks like a secret)',
    });
  });

  it('hold every text as data, however hostile', () => {
    fc.assert(
      fc.property(arbitraryReview, (result) => {
        const text = renderWhole(exporter, reviewRecord(result));
        const lines = text.trimEnd().split('\n');
        // Who is missing, what nobody got, every finding, the headline: and no line more.
        const others = listMissed(result.leftOut).length === 0 ? 2 : 3;
        expect(lines).toHaveLength(result.findings.length + others);
        for (const line of lines) {
          const { name, properties } = parse(line);
          expect(['error', 'warning', 'notice']).toContain(name);
          expect(Object.keys(properties).filter((key) => !['file', 'line', 'title'].includes(key))).toEqual([]);
        }
      }),
      { numRuns: inCi ? 200 : 20 },
    );
  });
});
