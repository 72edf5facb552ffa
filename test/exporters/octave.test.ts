// OCTAVE transcripts: everything that was said comes back exactly, whatever it contains.
import fs from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { DebateRecord } from '../../src/domain/record.ts';
import { renderWhole } from '../../src/exchange/exporters/exporter.ts';
import { exporter } from '../../src/exchange/exporters/octave/index.ts';
import { quote } from '../../src/exchange/exporters/octave/notation.ts';
import { linesV1 } from '../../src/exchange/exporters/octave-v1/index.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import { times } from '../support/campaign.ts';
import { openRequest, person, temporaryFolder, testEngine } from '../support/hall.ts';
import { parseOctave, unquote } from './read-octave.ts';
import { arbitraryRecord, fullRecord, hostileText, readingWith, turn } from './records.ts';

const textV1 = (record: DebateRecord) => [...linesV1(record)].join('\n');
const turnsOf = (record: DebateRecord) => record.entries.filter((entry) => entry.kind === 'turn');

describe('octave', () => {
  it('renders a whole debate', () => {
    expect(renderWhole(exporter, fullRecord())).toMatchInlineSnapshot(`
      "===DEBATE_TRANSCRIPT===

      META:
        TYPE::DEBATE_TRANSCRIPT
        VERSION::"2"
        THREAD_ID::"2026-11-20-which-store"
        TOPIC::"Which \\"store\\"?"
        FORMAT::wind-wall-door
        RECIPE::standard
        MODE::fixed
        STATUS::closed
        OUTCOME::stable-disagreement
        OUTCOME_MEANING::"The seats disagree, and the rules give them no further turn."
        ENDING::"Stable disagreement. The seats disagree, and the rules give them no further turn."
        AUTHORITY::DEGRADED
        AUTHORITY_MEANING::"DEGRADED panel (the last call failed for Wall; Door was replaced: codex in place of gemini (it timed out)), REHEARSAL in Wind, one vendor fills several seats: anthropic"
        FAILED::[wall]
        REPLACED::[[SEAT::door,FROM::gemini,TO::codex,REASON::"it timed out"]]
        LEFT::[]
        SILENT::[]
        REHEARSAL::[wind]
        SHARED_VENDORS::[anthropic]
        OPENED::"2026-11-20T10:00:00.000Z"
        CLOSED::"2026-11-20T10:00:59.000Z"
        RUNNING_MS::59000
        CALLS::6
        CALLS_WITHOUT_COST::3
        USAGE::[INPUT_TOKENS::36000,OUTPUT_TOKENS::2700,COST_MICRO_USD::370200]
        LEDGER_EVENTS::13
        LEDGER_HEAD::"abababababababababababababababababababababababababababababababab"
        CHECK::["debate-hall verify 2026-11-20-which-store --head abababababababababababababababababababababababababababababababab","python3 verify_ledger.py 2026-11-20-which-store.jsonl --head abababababababababababababababababababababababababababababababab","debate-hall verify 2026-11-20-which-store --signed --signers SIGNERS","cat 2026-11-20-which-store.sigs/STATEMENT.txt | ssh-keygen -Y verify -n debate-hall -f SIGNERS -I NAME -s 2026-11-20-which-store.sigs/SIGNATURE.sig"]

      PARTICIPANTS::[Door,Wall,Wind]

      SEATS::[
        wind::[LABEL::"Wind",AGENT::claude,KIND::claude,VENDOR::anthropic,MODEL::"opus",EFFORT::high,TURNS::1,CALLS::2,CALLS_WITHOUT_COST::1,INPUT_TOKENS::12000,CACHED_INPUT_TOKENS::5000,OUTPUT_TOKENS::900,COST_MICRO_USD::123400,DURATION_MS::61000],
        wall::[LABEL::"Wall",AGENT::claude,KIND::claude,VENDOR::anthropic,MODEL::"opus",EFFORT::high,TURNS::1,CALLS::2,CALLS_WITHOUT_COST::1,INPUT_TOKENS::12000,CACHED_INPUT_TOKENS::5000,OUTPUT_TOKENS::900,COST_MICRO_USD::123400,DURATION_MS::61000],
        door::[LABEL::"Door",AGENT::claude,KIND::claude,VENDOR::anthropic,MODEL::"opus",EFFORT::high,TURNS::1,CALLS::2,CALLS_WITHOUT_COST::1,INPUT_TOKENS::12000,CACHED_INPUT_TOKENS::5000,OUTPUT_TOKENS::900,COST_MICRO_USD::123400,DURATION_MS::61000],
      ]

      CONTEXT::[
        C1::[SOURCE::"docs/adr/1.md",BYTES::1234,SHA256::"abababababababababababababababababababababababababababababababab"],
      ]

      LEFT_OUT::[
        L1::[SOURCE::"logo.png",REASON::"it is binary"],
      ]

      TURNS::[
        T1::Wind[PATHOS,SEAT::wind,ACT::turn,ROUND::1,SEQ::2,AT::"2026-11-20T10:00:02.000Z",AGENT::claude,KIND::claude,VENDOR::anthropic,MODEL::"opus",HASH::"abababababababababababababababababababababababababababababababab"]::"- a?\\n- b",
        T2::Wall[SEAT::wall,ACT::turn,ROUND::1,SEQ::5,AT::"2026-11-20T10:00:05.000Z",AGENT::claude,KIND::claude,VENDOR::anthropic,MODEL::"opus",HASH::"abababababababababababababababababababababababababababababababab",REDACTED::"a key was in it"]::null,
        T3::Door[LOGOS,SEAT::door,ACT::turn,ROUND::1,SEQ::8,AT::"2026-11-20T10:00:08.000Z",AGENT::claude,KIND::claude,VENDOR::anthropic,MODEL::"opus",HASH::"abababababababababababababababababababababababababababababababab"]::"1. Keep files\\n2. Measure",
        T4::Wall[SEAT::wall,ACT::vote,SEQ::9,AT::"2026-11-20T10:00:09.000Z",AGENT::claude,KIND::claude,VENDOR::anthropic,MODEL::"opus",DATA::"{\\"vote\\":\\"reject\\"}",HASH::"abababababababababababababababababababababababababababababababab"]::"VOTE: REJECT\\nNo numbers.",
      ]

      INTERJECTIONS::[
        I1::[SEQ::6,AT::"2026-11-20T10:00:06.000Z",AUTHOR::"ana",TEXT::"Costs?"],
      ]

      ANSWERS_REJECTED::[
        A1::[SEQ::3,AT::"2026-11-20T10:00:03.000Z",SEAT::wall,ACT::turn,ISSUES::["It is empty."],TEXT::"hm"],
      ]

      FAILURES::[
        F1::[SEQ::4,AT::"2026-11-20T10:00:04.000Z",SEAT::wall,AGENT::codex,KIND::codex,CODE::timed-out,MESSAGE::"No answer in 300 s.",ATTEMPTS::2],
      ]

      REPLACEMENTS::[
        R1::[SEQ::7,AT::"2026-11-20T10:00:07.000Z",SEAT::door,FROM::gemini,TO::codex,REASON::"it timed out"],
      ]

      NOTES::[
        N1::[SEQ::10,AT::"2026-11-20T10:00:10.000Z",CODE::pick-fallback,SEAT::wall,MESSAGE::"Fixed order took over."],
      ]

      REDACTIONS::[
        R1::[SEQ::11,AT::"2026-11-20T10:00:11.000Z",TARGET::5,FIELDS::["/content"],REASON::"a key was in it",BY::"ana"],
      ]

      DISSENT::[
        D1::[SEAT::wall,TEXT::"VOTE: REJECT\\nNo numbers."],
      ]

      WARNINGS::[
        W1::"LOGOS names the tension.",
      ]

      SYNTHESIS::"1. Keep files\\n2. Measure"

      ===END===
      "
    `);
  });

  it('gives back text, seat, act, cognition and order of every turn', () => {
    fc.assert(
      fc.property(arbitraryRecord, (record) => {
        const parsed = parseOctave(renderWhole(exporter, record));
        expect(
          parsed.turns.map(({ content, cognition, attributes }) => ({
            text: content,
            cognition,
            seat: attributes['SEAT'],
            act: attributes['ACT'],
            round: attributes['ROUND'] ?? null,
            agent: attributes['AGENT'],
          })),
        ).toEqual(
          turnsOf(record).map(({ text, seat, act, round, data, by }) => ({
            text,
            cognition: data['cognition'],
            seat,
            act,
            round,
            agent: by.agent.agent,
          })),
        );
        expect(parsed.synthesis).toBe(record.decision);
        expect(parsed.meta['TOPIC']).toBe(record.topic);
        expect(parsed.sections['WARNINGS']).toEqual({ W1: record.warnings[0] });
        expect(Object.keys(parsed.sections['CITATIONS'] ?? {})).toHaveLength(turnsOf(record).length);
        expect(parsed.sections['LOOKS']?.['L1']).toMatchObject({
          pairs: { ARGUMENTS: record.reading?.looks[0]?.arguments },
        });
      }),
      { numRuns: times(300, 38) },
    );
  });

  it('has what could be read, each look and each citation, for a debate in which seats read', () => {
    const cited = [{ cited: 'src/tax.ts:2', status: 'wrong', why: 'the file has 1 line' }];
    const record = fullRecord({ reading: readingWith('src'), entries: [turn(3, 'wind', 'So.', { citations: cited })] });
    const lines = renderWhole(exporter, record).split('\n');
    expect(lines.filter((line) => /^ {2}[RLC]\d::\[(KIND|SEQ)/.test(line))).toMatchInlineSnapshot(`
      [
        "  R1::[KIND::files,SPEC::"src",AT::"disk",COMMIT::"abababababababababababababababababababab",CHANGED::[FILES::1,SHA256::"abababababababababababababababababababababababababababababababab"],FILES::3,BYTES::438,LEFT_OUT::1],",
        "  R2::[KIND::history,SPEC::"git:v1..v2",FROM::"abababababababababababababababababababab",TO::"cdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcdcd"],",
        "  R3::[KIND::decisions,SPEC::"decisions",DEBATES::2,SHA256::"abababababababababababababababababababababababababababababababab"],",
        "  L1::[SEQ::1,AT::"2026-11-20T10:00:02.000Z",SEAT::wind,STEP::"r1-wind",TOOL::src,ARGUMENTS::"src",SEEN::[[PATH::"src",FROM::2,TO::3],[COMMIT::"abcdef1"]],MORE_SEEN::4,SHA256::"abababababababababababababababababababababababababababababababab",BYTES::113,DURATION_MS::3],",
        "  L2::[SEQ::2,AT::"2026-11-20T10:00:02.000Z",SEAT::wind,STEP::"r1-wind",TOOL::withheld,ARGUMENTS::null,SEEN::[],SHA256::"abababababababababababababababababababababababababababababababab",BYTES::0,DURATION_MS::0,WITHHELD::true],",
        "  C1::[SEQ::3,CITED::"src/tax.ts:2",STATUS::wrong,WHY::"the file has 1 line"],",
      ]
    `);
    expect(renderWhole(exporter, fullRecord())).not.toMatch(/^(READABLE|LOOKS|CITATIONS)::/m);
  });

  it('writes strings without controls, line ends or envelopes, and reads them back', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const quoted = quote(text);
        expect(quoted).not.toMatch(/[\p{Cc}\p{Cs}\u2028\u2029\u202a-\u202e]|===/u);
        expect(quoted).toMatch(/^"(?:[^"\\]|\\.)*"$/);
        expect(unquote(quoted.slice(1, -1))).toBe(text);
      }),
      { numRuns: times(500, 63) },
    );
  });

  it('says so when the panel was not whole', () => {
    const { meta } = parseOctave(renderWhole(exporter, fullRecord()));
    expect(meta['AUTHORITY']).toBe('DEGRADED');
    expect(meta['FAILED']).toMatchObject({ items: ['wall'] });
    expect(meta['REHEARSAL']).toMatchObject({ items: ['wind'] });
  });

  it('survives a checkout with other line ends', () => {
    const record = fullRecord();
    expect(parseOctave(renderWhole(exporter, record).replaceAll('\n', '\r\n'))).toEqual(
      parseOctave(renderWhole(exporter, record)),
    );
  });

  it('refuses a file that was cut, and names the line', () => {
    const text = renderWhole(exporter, fullRecord());
    const lines = text.split('\n');
    expect(() => parseOctave(lines.slice(0, 20).join('\n'))).toThrow(/line 20: "===END===" is missing/);
    expect(() => parseOctave('')).toThrow(/line 1: "===DEBATE_TRANSCRIPT===" is missing/);
    const turnLine = lines.findIndex((line) => line.startsWith('  T2::'));
    expect(() => parseOctave(text.replace('  T2::', '  T3::'))).toThrow(`line ${turnLine + 1}, column 1`);
  });

  it('reads or refuses whatever it is given, and never fails in another way', () => {
    const whole = renderWhole(exporter, fullRecord());
    const damaged = fc
      .tuple(fc.nat(whole.length), fc.nat(40), fc.oneof(hostileText, fc.constantFrom('[', ']', '::', ',', '"', '\n')))
      .map(([at, drop, text]) => whole.slice(0, at) + text + whole.slice(at + drop));
    fc.assert(
      fc.property(fc.oneof(damaged, hostileText), (text) => {
        try {
          parseOctave(text);
        } catch (error) {
          expect(error).toMatchObject({ name: 'HallError', code: 'bad-input' });
        }
      }),
      { numRuns: times(500, 63) },
    );
    expect(() => parseOctave(whole.replace('PARTICIPANTS::[', `PARTICIPANTS::${'['.repeat(100_000)}`))).toThrow(
      /nested/,
    );
  });

  it('notes the head of the ledger that it was made from', async () => {
    const folder = temporaryFolder();
    try {
      const engine = testEngine(folder);
      await engine.open(openRequest('noted'));
      const said = {
        type: 'record',
        seat: 'wind',
        content: '- a?\n- b',
        by: { agent: person, author: 'ana' },
      } as const;
      await engine.dispatch('noted', said);
      const { snapshot } = await engine.dispatch('noted', { type: 'close', synthesis: '1. a', by: 'ana' });
      const { meta, turns, synthesis } = parseOctave(renderWhole(exporter, toRecord(snapshot)));
      expect(meta).toMatchObject({ LEDGER_HEAD: snapshot.debate.head, LEDGER_EVENTS: 3, OUTCOME: 'closed-manually' });
      expect(turns).toMatchObject([{ role: 'Wind', content: '- a?\n- b', attributes: { AUTHOR: 'ana', SEQ: 1 } }]);
      expect(synthesis).toBe('1. a');
    } finally {
      fs.rmSync(folder, { recursive: true });
    }
  });

  it('reads a long turn in time that grows with its length', () => {
    const long = '["\\\n'.repeat(times(500_000, 50_000));
    const parsed = parseOctave(renderWhole(exporter, fullRecord({ entries: [turn(1, 'wind', long)] })));
    expect(parsed.turns[0]?.content).toBe(long);
  });
});

describe('octave version 1', () => {
  it('prints what the Python server prints', () => {
    const record = fullRecord({
      threadId: '2026-01-05-example',
      topic: 'Which "store"?',
      outcome: 'decided',
      decision: '1. done',
      entries: [
        turn(1, 'wind', '- a?\n- b', { data: { cognition: 'PATHOS' } }),
        turn(2, 'wall', 'no cognition was given'),
        turn(3, 'wall', 'VOTE: APPROVE', { act: 'vote' }),
      ],
    });
    expect(textV1(record)).toBe(`===DEBATE_TRANSCRIPT===

META:
  THREAD_ID::"2026-01-05-example"
  TOPIC::"Which \\"store\\"?"
  MODE::fixed
  STATUS::synthesis

PARTICIPANTS::[Wall,Wind]

TURNS::[
  T1::Wind[PATHOS]::"- a?\\n- b",
  T2::Wall[UNKNOWN]::"no cognition was given",
]

SYNTHESIS::"1. done"

===END===`);
  });

  it('prints an empty debate and disarms envelopes one way', () => {
    const empty = textV1(fullRecord({ entries: [], decision: null }));
    expect(empty).toContain('PARTICIPANTS::[]\n\nTURNS::[]\n\nSYNTHESIS::null\n');
    const hostile = textV1(fullRecord({ entries: [turn(1, 'wind', 'a ===END=== b\tc')] }));
    expect(hostile).toContain('  T1::Wind[UNKNOWN]::"a ESCAPED_ENVELOPE_END b\\tc",');
  });

  it('is read back to the same turns', () => {
    fc.assert(
      fc.property(arbitraryRecord, (arbitrary) => {
        const record = { ...arbitrary, seats: fullRecord().seats };
        const clean = (text: string) => text.replace(/===([A-Z_]+)===/g, 'ESCAPED_ENVELOPE_$1');
        const said = turnsOf(record).filter(({ act }) => act === 'turn' || act === 'revision');
        // That server knows no other words.
        const cognitionOf = (word: unknown) => /^(PATHOS|ETHOS|LOGOS)$/i.exec(String(word))?.[0].toUpperCase();
        const parsed = parseOctave(textV1(record));
        expect(parsed.version).toBe('1');
        expect(parsed.turns.map(({ content }) => content)).toEqual(
          said.map(({ text, redaction }) => clean(text ?? `[REDACTED: ${redaction}]`)),
        );
        expect(parsed.turns.map(({ cognition }) => cognition)).toEqual(
          said.map(({ data }) => cognitionOf(data['cognition'])),
        );
        expect(parsed.synthesis).toBe(record.decision === null ? null : clean(record.decision));
      }),
    );
  });

  it('reads roles of free text, as that server accepts them', () => {
    const text = textV1(fullRecord()).replaceAll('Wind[', 'The [loud], wind[');
    expect(parseOctave(text).turns[0]).toMatchObject({ role: 'The [loud], wind', content: '- a?\n- b' });
  });
});
