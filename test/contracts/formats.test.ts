// What every format keeps to, whatever its rules are: random legal play comes to an end, and a replay of the log alone
// gives the same state. Formats are found by their folders, so a new one is held to this without a test being edited.
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import type { Prompt } from '../../src/agents/agent.ts';
import { type Conversation, createConversation } from '../../src/agents/session/conversation.ts';
import { discoverFormats, formatNames } from '../../src/compose/discover.ts';
import {
  type Copied,
  type EventData,
  type EventDraft,
  type EventOf,
  type LedgerEvent,
  OPEN_SEAT,
  type RuleData,
} from '../../src/domain/events.ts';
import { textOf } from '../../src/domain/sealed/sealed.ts';
import type { Command } from '../../src/engine/commands.ts';
import { decide } from '../../src/engine/decide.ts';
import { isCopyOf } from '../../src/engine/forks/draft-copy.ts';
import { listCopiedSteps } from '../../src/engine/forks/next-copy.ts';
import { recordSteps } from '../../src/engine/forks/recording.ts';
import { toRecord } from '../../src/engine/record/record.ts';
import {
  applyEvent,
  createSnapshot,
  findBlindStart,
  findRefusal,
  getConsequences,
  getNext,
  type Snapshot,
  toContribution,
} from '../../src/engine/snapshot.ts';
import type { AnyFormat, Step } from '../../src/formats/format.ts';
import { chainEnd, chainEvent, EMPTY_CHAIN } from '../../src/ledger/chain.ts';
import { seal } from '../../src/ledger/seal.ts';
import { loadPrompts } from '../../src/prompts/load.ts';
import { buildPrompt } from '../../src/runner/build-prompt.ts';
import { DIFF, marked } from '../support/answers.ts';
import { auction } from '../support/auction.ts';
import { times } from '../support/campaign.ts';
import { writeExampleFormat } from '../support/example-format.ts';

const example = await writeExampleFormat();
afterAll(example.dispose);

const formats = [...(await discoverFormats()), auction as AnyFormat, await example.load()];
const texts = { digests: [], render: (name: string) => `[${name}]` };
const agent = { agent: 'fake', kind: 'fake' };
const MOST_EVENTS = 200;
/** A run asks a seat twice and then gives up. */
const REFUSALS = 3;
/** Of a seat that the debate can go on without. */
const FATES = ['answers', 'answers', 'answers', 'answers', 'answers', 'answers', 'leaves'] as const;

/** Answers that fit one act or another of the formats that there are, and some that fit none. */
const ANSWERS = [
  '1. Is it so?\n2. A tension. [VERDICT] yes [EVIDENCE] none',
  'VOTE: APPROVE\nbecause',
  'VOTE: REJECT\nbecause',
  'NEXT: wind\nplease',
  'NEXT: wall',
  'NEXT: door',
  'NEXT: close',
  ' ',
  'x'.repeat(40_000),
];

function begin(
  format: AnyFormat,
  options: RuleData,
  more: Partial<EventData<'debate-opened'>> = {},
): { snapshot: Snapshot; log: LedgerEvent[] } {
  const event = chainEvent(
    {
      type: 'debate-opened',
      data: {
        ...{ threadId: 'd', topic: seal('Should we?', 'a'.repeat(32)), format: format.id, options },
        ...{ limits: { tokens: null, costMicroUsd: null, wallMs: null }, contextLeftOut: [], prompts: [] },
        context: [{ source: 'git:HEAD', bytes: DIFF.length, content: seal(DIFF, 'd'.repeat(32)) }],
        ...{
          seats: format
            .seats(options)
            .filter(({ joinable }) => joinable !== true)
            .map(({ id }) => ({ seat: id, agent })),
          seed: 's',
          hallVersion: '0',
        },
        ...more,
      },
    },
    EMPTY_CHAIN,
    '2026-11-20T10:00:00.000Z',
  );
  const log: LedgerEvent[] = [event];
  return { snapshot: createSnapshot(event, format, log), log };
}

interface Watcher {
  /** Sees each question before it is answered, and says what the answer ends with. */
  asked(snapshot: Snapshot, step: Step): string;
  answered(step: Step, content: string): void;
}

/** Plays as the engine does: a step gets an answer; what the rules refuse is recorded as rejected. */
function play(format: AnyFormat, options: RuleData, choices: readonly number[], watcher?: Watcher) {
  let { snapshot, log } = begin(format, options);
  let choice = 0;
  const pick = <T>(from: readonly T[]): T => from[(choices[choice++ % choices.length] as number) % from.length] as T;
  const add = (draft: EventDraft) => {
    expect(findRefusal(snapshot, draft)).toBeUndefined();
    const event = chainEvent(draft, chainEnd(log.at(-1) as LedgerEvent), '2026-11-20T10:00:00.000Z');
    log.push(event);
    snapshot = applyEvent(snapshot, event);
    for (let due = getConsequences(snapshot)[0]; due !== undefined; due = getConsequences(snapshot)[0]) {
      const consequence = chainEvent(due, chainEnd(log.at(-1) as LedgerEvent), '2026-11-20T10:00:00.000Z');
      log.push(consequence);
      snapshot = applyEvent(snapshot, consequence);
    }
  };
  const answer = (step: Step) => {
    // Most answers are usable, so that debates get somewhere.
    const ready = step.sample === undefined ? [] : ANSWERS.flatMap(() => [step.sample, step.sample, step.sample]);
    const picked = pick([...ANSWERS, ...ready]);
    const words = typeof picked === 'string' ? picked : (picked?.() ?? '');
    const content = marked(words, watcher?.asked(snapshot, step) ?? '');
    watcher?.answered(step, content);
    const admission = format.admit(snapshot.state, {
      seat: step.seat,
      act: step.act,
      content,
      data: step.data,
      byHand: false,
    });
    const by = { agent };
    const sealed = seal(content, 'b'.repeat(32));
    const { seat, act } = step;
    if (admission.ok) {
      const { data, warnings } = admission;
      add({
        type: 'turn-recorded',
        data: { seat, act, content: sealed, data, warnings: [...warnings], by, key: step.id },
      });
    } else {
      const issues = [...(admission.problem.issues ?? [admission.problem.message])];
      add({ type: 'answer-rejected', data: { seat, act, content: sealed, issues, by } });
    }
  };
  const steps: Step[] = [];
  const givenUp = () => log.slice(-REFUSALS).every(({ type }) => type === 'answer-rejected');
  while (log.length < MOST_EVENTS && !givenUp()) {
    const next = getNext(snapshot);
    if (next.kind === 'over') break;
    if (next.kind === 'limit') throw new Error('A limit is recorded as a consequence.');
    if (next.kind === 'close') {
      add({ type: 'debate-closed', data: next.close });
      continue;
    }
    const step = pick(next.steps);
    steps.push(step);
    const leaves = format.expendable?.(snapshot.state).some(({ seat }) => seat === step.seat) === true;
    if (leaves && pick(FATES) === 'leaves') add({ type: 'seat-left', data: { seat: step.seat, reason: 'It failed.' } });
    else answer(step);
  }
  return { snapshot, log, steps };
}

/** A fork of it that takes over all that it can, as a run does; `ask` answers what it cannot take over. */
function copyAll(
  parent: Snapshot,
  options: RuleData,
  anew: readonly string[] = [],
  ask: (step: Step) => string | undefined = () => undefined,
): Snapshot {
  const answer = (now: Snapshot): Command | undefined => {
    const next = getNext(now);
    const copied = listCopiedSteps(recording, now);
    const due = next.kind === 'ask' ? next.steps.filter(({ id }) => !copied.has(id)) : [];
    for (const { id: key, seat, act, data, ...step } of due) {
      const content = ask({ id: key, seat, act, data, ...step });
      if (content !== undefined) return { type: 'record', seat, act, content, data, by: { agent }, key };
    }
    return undefined;
  };
  const last = parent.log.at(-1) as LedgerEvent;
  const relation = { kind: 'fork' as const, of: 'd', head: last.hash, event: last.seq, anew: [...anew] };
  let { snapshot, log } = begin(parent.format, options, { relation });
  const recording = recordSteps(parent, { ...relation, anew });
  for (let command: Command | undefined = { type: 'copy', recording }; command !== undefined; ) {
    const decision = decide(snapshot, command, (text) => seal(text, 'e'.repeat(32)));
    if (!decision.ok) throw new Error(decision.problem.message);
    const [draft = getConsequences(snapshot)[0]] = decision.drafts;
    const isOver: boolean = draft === undefined && command.type !== 'copy';
    command = draft === undefined && !isOver ? answer(snapshot) : { type: 'copy', recording };
    if (isOver) break;
    for (let due: EventDraft | undefined = draft; due !== undefined; due = getConsequences(snapshot)[0]) {
      expect(findRefusal(snapshot, due)).toBeUndefined();
      const event = chainEvent(due, chainEnd(log.at(-1) as LedgerEvent), '2026-11-20T10:00:00.000Z');
      log.push(event);
      snapshot = applyEvent(snapshot, event);
    }
  }
  return snapshot;
}

/** What the rules made of a debate: every turn with its data, who left, what they noted, and the state of the panel. */
function whatHappened({ log, debate }: Snapshot) {
  const events = log.flatMap(({ type, data }): unknown[] => {
    if (type === 'turn-recorded') return [[data.seat, data.act, data.content.sha256, data.data, data.warnings]];
    if (type === 'seat-left') return [[data.seat, data.reason]];
    return type === 'note-recorded' || type === 'limit-reached' ? [data] : [];
  });
  return {
    events,
    seats: Object.entries(debate.seats).map(([seat, { left, contributions }]) => [seat, left, contributions]),
  };
}

it('is called as its folder, so that it is found without loading the others', async () => {
  expect((await discoverFormats()).map(({ id }) => id).sort()).toEqual([...formatNames].sort());
});

describe.each(formats.map((format) => [format.id, format] as const))('format %s', (_, format) => {
  const defaults = format.options.parse({}) as RuleData;
  const recipes = Object.entries(format.recipes).map(([name, { options }]) => [name, options as RuleData] as const);
  const anyOptions = fc
    .tuple(
      fc.constantFrom({}, ...recipes.map(([, options]) => options)),
      fc.constantFrom<RuleData>({}, { order: 'mediated' }, { order: 'mediated', mediator: 'rule' }),
    )
    .map(([recipe, order]) => format.options.safeParse({ ...recipe, ...order }))
    .filter(({ success }) => success)
    .map((parsed) => parsed.data as RuleData);
  const choices = fc.array(fc.nat(1_000), { minLength: 1, maxLength: 60 });

  it('has recipes that its own options accept, seats with names, and a number of calls', () => {
    for (const [name, options] of [['defaults', defaults] as const, ...recipes]) {
      const parsed = format.options.parse(options);
      const seats = format.seats(parsed).map(({ id }) => id);
      expect([name, seats.length, new Set(seats).size]).toEqual([name, seats.length, seats.length]);
      expect(seats.length).toBeGreaterThan(0);
      const { atLeast, atMost } = format.calls(parsed);
      expect(atLeast).toBeLessThanOrEqual(atMost);
      for (const seat of seats) expect(format.sampleStep(parsed, seat).seat).toBe(seat);
    }
  });

  it('lets a session hear all that its seat may see, and nothing else', () => {
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
      { numRuns: times(25, 4) },
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
            const { system, user } = buildPrompt(snapshot, step, texts);
            const record = JSON.stringify(toRecord(snapshot));
            for (const { seat, mark } of hidden) {
              expect(record).not.toContain(mark);
              if (seat !== step.seat || step.alone === true) expect(`${system}${user}`).not.toContain(mark);
            }
            const mark = `mark-${marks.length}.`;
            marks.push({ seat: step.seat, mark });
            return mark;
          },
          answered() {},
        });
      }),
      { numRuns: times(30, 4) },
    );
  });

  it('comes to an end whatever is answered, and nothing is due after it', () => {
    fc.assert(
      fc.property(anyOptions, choices, (options, picks) => {
        const { snapshot, log } = play(format, options, picks);
        const last = log.at(-1) as LedgerEvent;
        if (snapshot.debate.status === 'open') expect(last.type).toBe('answer-rejected');
        else {
          expect(['limit-reached', 'debate-closed']).toContain(last.type);
          expect(getNext(snapshot)).toEqual({ kind: 'over' });
          const late = {
            seat: 'wind',
            act: 'turn',
            content: seal('late', 'c'.repeat(32)),
            data: {},
            warnings: [],
            by: { agent },
          };
          expect(findRefusal(snapshot, { type: 'turn-recorded', data: late })).toMatchObject({ code: 'not-active' });
        }
      }),
      { numRuns: times(40, 4) },
    );
  });

  it('gives every usable answer one step of its own', () => {
    fc.assert(
      fc.property(anyOptions, choices, (options, picks) => {
        const { log } = play(format, options, picks);
        const keys = log.flatMap((event) => (event.type === 'turn-recorded' ? [event.data.key] : []));
        expect(new Set(keys).size).toBe(keys.length);
      }),
      { numRuns: times(40, 4) },
    );
  });

  it('has the same state, view and transcript after a replay of the log', () => {
    fc.assert(
      fc.property(anyOptions, choices, (options, picks) => {
        const { snapshot, log, steps } = play(format, options, picks);
        const replayed = log.reduce((state, event) => format.evolve(state, event), format.initial(options));
        expect(replayed).toEqual(snapshot.state);
        const transcript = format.transcript(log);
        const said = log.flatMap((event) => (event.type === 'turn-recorded' ? [event.seq] : []));
        expect(transcript.map(({ seq }) => seq)).toEqual(said);
        for (const step of steps.slice(-3)) {
          const seen = format.view(log, step);
          const known = transcript.map(({ seq }) => seq);
          for (const entry of seen) expect(known).toContain(entry.seq);
        }
      }),
      { numRuns: times(40, 4) },
    );
  });

  it('comes to the same in a fork that changes nothing, without anybody being asked', () => {
    fc.assert(
      fc.property(anyOptions, choices, (options, picks) => {
        const parent = play(format, options, picks).snapshot;
        const fork = copyAll(parent, options);
        expect(whatHappened(fork)).toEqual(whatHappened(parent));
        const copies = fork.log.flatMap((event) => ('copied' in event.data && event.data.copied ? [event] : []));
        for (const copy of copies) {
          const { event, otherWords } = (copy.data as { copied: Copied }).copied;
          expect([isCopyOf(copy, parent.log[event]), otherWords]).toEqual([true, undefined]);
        }
        const left = getNext(fork);
        const asked = left.kind === 'ask' ? left.steps.map(({ id }) => id) : [left.kind];
        const open = getNext(parent);
        const wasAsked = open.kind === 'ask' ? open.steps.map(({ id }) => id) : ['close'];
        expect(asked).toEqual(
          parent.debate.status === 'exhausted' ? ['over'] : wasAsked.map((id) => (id === 'over' ? 'close' : id)),
        );
      }),
      { numRuns: times(40, 5) },
    );
  });

  it('asks only the seat that changes in a fork, and comes to the same when it says the same', () => {
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
          return words === undefined ? undefined : textOf(words);
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
      { numRuns: times(40, 5) },
    );
  });

  it('reads the same out of a text each time, and keeps what was read out of one that is gone', () => {
    fc.assert(
      fc.property(anyOptions, choices, (options, picks) => {
        const { log } = play(format, options, picks);
        let state = format.initial(options);
        for (const event of log) {
          if (event.type === 'turn-recorded') {
            const turn = toContribution(event.data);
            expect(format.admit(state, turn)).toMatchObject({ ok: true, data: turn.data });
            expect(format.admit(state, { ...turn, content: undefined })).toMatchObject({ ok: true, data: turn.data });
          }
          state = format.evolve(state, event);
        }
      }),
      { numRuns: times(40, 4) },
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
        { type: 'record', seat, content: sample?.() ?? 'Is it so?', by: { agent, ...author }, data },
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

  // The format that exists for these tests has no texts.
  it.skipIf(format.id === 'auction')('has a text for every seat and for all that it asks', async () => {
    const overrideFolder = format.id === 'delphi' ? { overrideFolder: example.prompts } : {};
    const prompts = await loadPrompts({ format: format.id, names: format.prompts, ...overrideFolder });
    prompts.render('reading', { marker: 'm' });
    fc.assert(
      fc.property(anyOptions, choices, (options, picks) => {
        for (const { role } of format.seats(options)) prompts.render(role, {});
        for (const { task, values } of play(format, options, picks).steps) prompts.render(task, values);
      }),
      { numRuns: times(30, 4) },
    );
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
      { numRuns: times(40, 4) },
    );
  });
});
