// What every format keeps to, whatever its rules are: random legal play comes to an end, and a replay of the log alone
// gives the same state. Formats are found by their folders, so a new one is held to this without a test being edited.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Prompt } from '../../src/agents/agent.ts';
import { type Conversation, createConversation } from '../../src/agents/session/conversation.ts';
import { type Copied, OPEN_SEAT, type RuleData } from '../../src/domain/event-parts.ts';
import type { EventOf, LedgerEvent } from '../../src/domain/events.ts';
import { readSealed } from '../../src/domain/sealed/sealed.ts';
import { listSeatNames } from '../../src/formats/common/seats.ts';
import type { AnyFormat, Step } from '../../src/formats/format.ts';
import { discoverFormats, formatNames } from '../../src/hall/compose/discover.ts';
import { seal } from '../../src/ledger/chain/chain.ts';
import { decide } from '../../src/ledger/engine/decide.ts';
import { isCopy } from '../../src/ledger/engine/forks/copies.ts';
import { toRecord } from '../../src/ledger/engine/record/record.ts';
import {
  findBlindStart,
  findRefusal,
  getNext,
  type Snapshot,
  snapshotAt,
  toContribution,
} from '../../src/ledger/engine/snapshot.ts';
import { loadPrompts } from '../../src/material/prompts/load.ts';
import { buildPrompt } from '../../src/runner/build-prompt.ts';
import { callsToCome } from '../../src/runner/rules.ts';
import { auction } from '../support/auction.ts';
import { inCi, times } from '../support/campaign.ts';
import { writeExampleFormat } from '../support/example-format.ts';
import { REHEARSAL } from '../support/rehearsal.ts';
import { agent, begin, copyAll, type Game, play, whatHappened } from './games.ts';

const example = await writeExampleFormat();
afterAll(example.dispose);

const formats = [...(await discoverFormats()), auction as AnyFormat, await example.load()];
const texts = { digests: [], render: (name: string) => `[${name}]` };

it('is called as its folder, so that it is found without loading the others', async () => {
  expect((await discoverFormats()).map(({ id }) => id).sort()).toEqual([...formatNames].sort());
});

describe.each(formats.map((format) => [format.id, format] as const))('format %s', (_, format) => {
  const defaults = format.options.parse({}) as RuleData;
  const recipes = Object.entries(format.recipes).map(([name, { options }]) => [name, options as RuleData] as const);
  const anyOptions = fc
    .tuple(
      fc.constantFrom({}, ...recipes.map(([, options]) => options)),
      fc.constantFrom<RuleData>(
        ...[{}, { order: 'mediated' }, { order: 'mediated', mediator: 'rule' }],
        ...[{ maxTurns: 2 }, { order: 'mediated', rounds: null }],
      ),
    )
    .map(([recipe, order]) => format.options.safeParse({ ...recipe, ...order }))
    .filter(({ success }) => success)
    .map((parsed) => parsed.data as RuleData);
  const choices = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 60 });

  it('says beforehand which seats there can be, whatever is chosen', () => {
    const names = listSeatNames(format);
    const choices: readonly RuleData[] = [
      ...recipes.map(([, options]) => options),
      ...[{ order: 'mediated', mediator: 'seat' }, { review: true }, { judges: 5 }, { deepN: 1, freshN: 4 }],
      ...[{ deepN: 4 }, { freshRole: 'semi-fresh', delivery: 'active', freshN: 3 }, { joining: true }],
      ...[{ pauseAt: 'challenge' }, { synthesis: true }, { seats: 7 }, { seats: 5 }, { planners: 5 }, { reviewers: 5 }],
    ];
    for (const chosen of [{}, ...choices]) {
      const parsed = format.options.safeParse(chosen);
      if (!parsed.success) continue;
      const seats = format.seats(parsed.data as RuleData).flatMap(({ id, aliases = [] }) => [id, ...aliases]);
      expect(names).toEqual(expect.arrayContaining(seats));
    }
  });

  it('has recipes that its own options accept, seats with names, a number of calls, and samples for a rehearsal', () => {
    for (const [name, options] of [['defaults', defaults] as const, ...recipes]) {
      const parsed = format.options.parse(options);
      const seats = format.seats(parsed).map(({ id }) => id);
      expect([name, seats.length, new Set(seats).size]).toEqual([name, seats.length, seats.length]);
      expect(seats.length).toBeGreaterThan(0);
      const { atLeast, atMost } = format.calls(parsed);
      expect(atLeast).toBeLessThanOrEqual(atMost);
      for (const seat of seats) {
        expect(format.sampleStep(parsed, seat)).toMatchObject({ seat, sample: expect.any(Function) });
      }
    }
  });

  it.runIf(inCi)('lets a session hear all that its seat may see, and nothing else', () => {
    fc.assert(
      fc.property(anyOptions, choices, (options, picks) => {
        let marks = 0;
        const seats = new Map<string, { conversation: Conversation; heard: string }>();
        const own = new Map<string, string[]>();
        let open: { prompt: Prompt; message: string } | undefined;
        const marksIn = (text: string) => [...new Set(text.match(/mark-\d+\./g))].sort();
        play(format, options, picks, {
          asked(snapshot, step) {
            const prompt = buildPrompt(snapshot, step, texts);
            const kept = step.alone === true ? undefined : seats.get(step.seat);
            const going = kept?.conversation.nextMessage(prompt);
            const seat = going === undefined ? { conversation: createConversation(), heard: '' } : kept;
            const message = going ?? seat?.conversation.nextMessage(prompt);
            if (seat === undefined || message === undefined) throw new Error('A new session takes every prompt.');
            seat.heard += message;
            if (step.alone !== true) seats.set(step.seat, seat);
            open = { prompt, message };
            const visible = format.view(snapshot.log, step).map(({ text }) => text);
            // Of its own it remembers what the rules refused, too.
            const refused = new Set(own.get(step.seat));
            expect(marksIn(seat.heard).filter((mark) => !refused.has(mark))).toEqual(
              marksIn(visible.join('\n')).filter((mark) => !refused.has(mark)),
            );
            const mark = `mark-${marks++}.`;
            own.set(step.seat, [...(own.get(step.seat) ?? []), mark]);
            return mark;
          },
          answered({ seat, alone }, content) {
            if (alone === true) return;
            const session = seats.get(seat);
            if (session === undefined || open === undefined) throw new Error('Nobody asked.');
            session.conversation.recordAnswer(open.prompt, open.message, content);
            session.heard += content;
          },
        });
        expect(marks).toBeGreaterThan(0);
      }),
      { numRuns: times(25, 2) },
    );
  });

  it('lets what is withheld reach neither another seat nor any reader', () => {
    fc.assert(
      fc.property(anyOptions, choices, (options, picks) => {
        /** What was said under which mark, in the order of the ledger. */
        const marks: { readonly seat: string; readonly mark: string }[] = [];
        play(format, options, picks, {
          asked(snapshot, step) {
            const answers = snapshot.log.filter(({ type }) => type === 'turn-recorded' || type === 'answer-rejected');
            const hidden = marks.filter((_, index) => (answers[index]?.seq ?? 0) >= findBlindStart(snapshot));
            if (hidden.length > 0) {
              const { system, user } = buildPrompt(snapshot, step, texts);
              const record = JSON.stringify(toRecord(snapshot));
              expect(hidden.filter(({ mark }) => record.includes(mark))).toEqual([]);
              const ofOthers = hidden.filter(({ seat }) => seat !== step.seat || step.alone === true);
              expect(ofOthers.filter(({ mark }) => `${system}${user}`.includes(mark))).toEqual([]);
            }
            const mark = `mark-${marks.length}.`;
            marks.push({ seat: step.seat, mark });
            return mark;
          },
          answered() {},
        });
      }),
      { numRuns: times(30, 2) },
    );
  });

  /** What holds of every game, whatever was answered in it. */
  const LAWS: Readonly<Record<string, (game: Game) => void>> = {
    'it comes to an end, and nothing is due after it': ({ snapshot, log }) => {
      const last = log.at(-1) as LedgerEvent;
      if (snapshot.debate.status === 'open') {
        expect(last.type).toBe('answer-rejected');
        return;
      }
      expect(['limit-reached', 'debate-closed']).toContain(last.type);
      expect(getNext(snapshot)).toEqual({ kind: 'over' });
      const content = seal('late', 'c'.repeat(32));
      const late = { seat: 'wind', act: 'turn', content, data: {}, warnings: [], by: { agent } };
      expect(findRefusal(snapshot, { type: 'turn-recorded', data: late })).toMatchObject({ code: 'not-active' });
    },

    'every usable answer has one step of its own': ({ log }) => {
      const keys = log.flatMap((event) => (event.type === 'turn-recorded' ? [event.data.key] : []));
      expect(new Set(keys).size).toBe(keys.length);
    },

    'state, view and transcript are the same after a replay of the log': ({ options, snapshot, log, steps }) => {
      const replayed = log.reduce((state, event) => format.evolve(state, event), format.initial(options));
      expect(replayed).toEqual(snapshot.state);
      const known = format.transcript(log).map(({ seq }) => seq);
      expect(known).toEqual(log.flatMap((event) => (event.type === 'turn-recorded' ? [event.seq] : [])));
      const seen = steps.slice(-3).flatMap((step) => format.view(log, step).map(({ seq }) => seq));
      expect(seen.filter((seq) => !known.includes(seq))).toEqual([]);
    },

    'a fork that changes nothing comes to the same, without anybody being asked': ({ options, snapshot: parent }) => {
      const fork = copyAll(parent, options);
      expect(whatHappened(fork)).toEqual(whatHappened(parent));
      const copies = fork.log.flatMap((event) => ('copied' in event.data && event.data.copied ? [event] : []));
      const changed = copies.filter((copy) => {
        const { event, otherWords } = (copy.data as { copied: Copied }).copied;
        return !isCopy(copy, parent.log[event]) || otherWords !== undefined;
      });
      expect(changed).toEqual([]);
      const left = getNext(fork);
      const asked = left.kind === 'ask' ? left.steps.map(({ id }) => id) : [left.kind];
      const open = getNext(parent);
      const wasAsked = open.kind === 'ask' ? open.steps.map(({ id }) => id) : ['close'];
      expect(asked).toEqual(
        parent.debate.status === 'exhausted' ? ['over'] : wasAsked.map((id) => (id === 'over' ? 'close' : id)),
      );
    },

    'the same is read out of a text each time, and what was read stays when the text is gone': ({ options, log }) => {
      let state = format.initial(options);
      for (const event of log) {
        if (event.type === 'turn-recorded') {
          const turn = toContribution(event.data);
          for (const content of [turn.content, undefined]) {
            expect(format.admit(state, { ...turn, content })).toMatchObject({ ok: true, data: turn.data });
          }
        }
        state = format.evolve(state, event);
      }
    },

    'from each point on it takes as many calls as it says there': ({ snapshot, log }) => {
      if (snapshot.debate.status === 'open') return;
      // A seat that leaves later is nothing that anybody could know.
      const from = Math.max(
        0,
        log.findLastIndex(({ type }) => type === 'seat-left'),
      );
      for (const { seq } of log.slice(from, -1)) {
        const now = snapshotAt(snapshot, seq);
        if (now.debate.status !== 'open') continue;
        const { atLeast = 0, atMost } = callsToCome(now) ?? {};
        if (getNext(now).kind === 'close') expect([atLeast, atMost]).toEqual([0, 0]);
        const made = log.slice(seq + 1).filter(({ type }) => type === 'turn-recorded').length;
        expect(made).toBeGreaterThanOrEqual(atLeast);
        expect(made).toBeLessThanOrEqual(atMost ?? made);
      }
    },

    'there is a text for every seat and for all that was asked': ({ options, steps }) => {
      for (const { role } of format.seats(options)) render?.(role, {});
      for (const { task, values } of steps) render?.(task, values);
    },
  };
  // The format that exists for these tests has no texts.
  let render: ((name: string, values: Readonly<Record<string, string>>) => string) | undefined;
  beforeAll(async () => {
    if (format.id === 'auction') return;
    const overrideFolder = format.id === 'delphi' ? { overrideFolder: example.prompts } : {};
    ({ render } = await loadPrompts({ format: format.id, names: format.prompts, ...overrideFolder }));
  });

  // Playing costs more than checking what was played, so each game is held against all of the laws.
  it('keeps to all laws of games, whatever is answered', () => {
    fc.assert(
      fc.property(anyOptions, choices, (options, picks) => {
        const game = play(format, options, picks);
        for (const [law, check] of Object.entries(LAWS)) {
          try {
            check(game);
          } catch (cause) {
            throw new Error(`This does not hold: ${law}.`, { cause });
          }
        }
      }),
      { numRuns: times(40, 2) },
    );
  });

  it.runIf(inCi)('asks only the seat that changes in a fork, and comes to the same when it says the same', () => {
    fc.assert(
      fc.property(anyOptions, choices, fc.nat(6), (options, picks, number) => {
        const parent = play(format, options, picks).snapshot;
        const seats = parent.debate.opened.seats.map(({ seat }) => seat);
        const seat = seats[number % seats.length] as string;
        // Its refusals and its leaving are its own, and do not come again.
        const own = parent.log.filter(({ data }) => 'seat' in data && data.seat === seat);
        fc.pre(own.every(({ type }) => type === 'turn-recorded'));
        const said = own as EventOf<'turn-recorded'>[];
        const asked: string[] = [];
        const fork = copyAll(parent, options, [seat], (step) => {
          asked.push(step.id);
          const words = said.find(({ data }) => data.key === step.id)?.data.content;
          return words === undefined ? undefined : readSealed(words);
        });
        // What nobody had answered in the parent is asked as well.
        const seatOf = new Map(
          parent.log.flatMap((event) => (event.type === 'turn-recorded' ? [[event.data.key, event.data.seat]] : [])),
        );
        const askedAgain = asked.flatMap((step) => seatOf.get(step) ?? []);
        expect(askedAgain).toEqual(said.map(() => seat));
        expect(whatHappened(fork).seats).toEqual(whatHappened(parent).seats);
        const places = ({ log }: Snapshot) =>
          log.flatMap(({ type, data }) => (type === 'turn-recorded' ? [[data.key, data.data]] : []));
        expect(Object.fromEntries(places(fork))).toEqual(Object.fromEntries(places(parent)));
        expect(fork.log.filter(({ data }) => 'copied' in data && data.copied?.otherWords)).toEqual([]);
      }),
      { numRuns: times(40, 2) },
    );
  });

  it('takes by hand no data whose name it does not know, and what a step brings along from a run', () => {
    const { snapshot } = begin(format, defaults);
    const next = getNext(snapshot);
    if (next.kind !== 'ask') throw new Error('Nobody is asked.');
    const { seat, data, sample } = next.steps[0] as Step;
    const said = (author: object, data: RuleData) =>
      decide(
        snapshot,
        { type: 'record', seat, content: sample?.(REHEARSAL) ?? 'Is it so?', by: { agent, ...author }, data },
        (text) => seal(text, 'b'.repeat(32)),
      );
    const byHand = { agent: OPEN_SEAT, author: 'Ada' };
    expect(said(byHand, {})).toMatchObject({ ok: true });
    expect(said({}, data)).toMatchObject({ ok: true });
    expect(said(byHand, { zzz: 1 })).toMatchObject({
      ok: false,
      problem: { code: 'rule-violation', message: expect.stringContaining('"zzz"') },
    });
  });

  it('is not shaken by illegal contributions', () => {
    fc.assert(
      fc.property(choices, fc.string(), fc.string(), fc.string(), (picks, seat, act, content) => {
        const { snapshot } = play(format, defaults, picks);
        const before = JSON.stringify(snapshot.state);
        expect(format.admit(snapshot.state, { seat, act, content, data: {}, byHand: false })).toMatchObject({
          ok: false,
        });
        expect(JSON.stringify(snapshot.state)).toBe(before);
      }),
      { numRuns: times(40, 2) },
    );
  });
});
