import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCognition } from '../../src/formats/wind-wall-door/cognition.ts';
import { format } from '../../src/formats/wind-wall-door/index.ts';
import { times } from '../support/campaign.ts';
import { Play } from './play.ts';

const problem = (admission: ReturnType<Play['say']>) => (admission.ok ? undefined : admission.problem);
const warnings = (admission: ReturnType<Play['say']>) => (admission.ok ? admission.warnings : undefined);

function debated(options: object = {}): Play {
  const play = new Play({ rounds: 1, consensus: true, ...options });
  for (const seat of ['wind', 'wall', 'door']) play.say(seat, 'words');
  return play;
}

describe('cognition', () => {
  const counts = ({ violations, advice }: ReturnType<typeof checkCognition>) => [violations.length, advice.length];

  it.each([
    ['words', [2, 0]],
    ['What if?', [0, 1]],
    ['- one\n- two', [1, 0]],
    ['- one?', [0, 1]],
    ['- one?\n- two', [0, 0]],
    ['1. one?\n2) two', [0, 0]],
    ['* one?\n • two', [0, 0]],
    ['-one? -two', [0, 1]],
  ])('PATHOS in %j has [violations, advice] %j', (text, expected) => {
    expect(counts(checkCognition('PATHOS', text))).toEqual(expected);
  });

  const judged = '[VERDICT] CONDITIONAL\n[EVIDENCE] three outages';
  it.each([
    ['words', [2, 0]],
    ['[VERDICT] go', [1, 0]],
    ['[EVIDENCE] seen', [1, 0]],
    [judged, [0, 0]],
    ['### Verdict\nGo.\n### Evidence\nSeen.', [0, 0]],
    ['**VERDICT**: go\n**EVIDENCE**: seen', [0, 0]],
    ['verdict: go\n[evidence] seen', [0, 0]],
    [`${'x'.repeat(201)}${judged}`, [0, 0]],
    [`${judged}. Perhaps it seems so.`, [0, 1]],
    [`${judged}. Perhaps it seems so, 60%.`, [0, 0]],
    [`${judged}. It dismays.`, [0, 0]],
    ['[VERDICT] BLOCKED\n[EVIDENCE] seen', [0, 1]],
    ['## Verdict\n\n**BLOCKED**\n## Evidence\nseen', [0, 1]],
    ['VERDICT:: BLOCKED\n[EVIDENCE] seen\nThe constraint is the date.', [0, 0]],
    ['[EVIDENCE] x\n[VERDICT] BLOCKED by an opportunity: y', [0, 0]],
    ['VERDICT: UNBLOCKED\n[EVIDENCE] x', [0, 0]],
  ])('ETHOS in %j has [violations, advice] %j', (text, expected) => {
    expect(counts(checkCognition('ETHOS', text))).toEqual(expected);
  });

  it.each([
    ['words', [1, 0]],
    ['1. one', [0, 0]],
    ['1. one\nThe tension is gone.', [0, 0]],
    ['  2. CLARITY', [0, 0]],
    ['**1.** a pattern', [0, 0]],
    ['- one', [1, 0]],
  ])('LOGOS in %j has [violations, advice] %j', (text, expected) => {
    expect(counts(checkCognition('LOGOS', text))).toEqual(expected);
  });

  it('only warns, and refuses when strict', () => {
    const data = { cognition: 'ethos' };
    const lenient = new Play();
    lenient.say('wind', 'words');
    expect(warnings(lenient.say('wall', 'words', { data, byHand: true }))).toHaveLength(2);
    // Nobody asks an agent for the marks of a strict debate.
    expect(warnings(new Play().say('wind', 'words', { data: { cognition: 'pathos' } }))).toEqual([]);
    const strict = new Play({ strictCognition: true });
    strict.say('wind', '- a?\n- b');
    expect(problem(strict.say('wall', 'words', { data }))).toMatchObject({ code: 'rule-violation' });
    expect(problem(strict.say('wall', 'words', { data }))?.issues).toHaveLength(2);
    expect(strict.say('wall', '[VERDICT] maybe\n[EVIDENCE] x', { data }).ok).toBe(true);
  });

  it('may be left out unless strict, is never unknown, and out of role is a warning or refused', () => {
    expect(new Play().say('wind', 'words', { data: {} }).ok).toBe(true);
    expect(problem(new Play({ strictCognition: true }).say('wind', '- a?\n- b', { data: {} }))?.issues).toEqual([
      'The turn has no cognition.',
    ]);
    expect(problem(new Play().say('wind', 'words', { data: { cognition: 'CHAOS' } }))?.issues).toEqual([
      'Unknown cognition "CHAOS"; choose from PATHOS, ETHOS, LOGOS.',
    ]);
    expect(warnings(new Play().say('wind', 'words', { data: { cognition: 'logos' } }))).toEqual([
      'Wind speaks with PATHOS.',
    ]);
    const strict = new Play({ strictCognition: true });
    expect(problem(strict.say('wind', '1. a pattern', { data: { cognition: 'LOGOS' } }))?.issues).toEqual([
      'Wind speaks with PATHOS.',
    ]);
  });
});

describe('a contribution', () => {
  it('is not empty', () => {
    for (const content of ['', ' \n\t '])
      expect(problem(new Play().say('wind', content))?.issues).toEqual(['The contribution is empty.']);
  });

  it('has at most 32,000 code points, however they are encoded', () => {
    expect(new Play().say('wind', '\u{1f300}'.repeat(32_000)).ok).toBe(true);
    expect(problem(new Play().say('wind', '\u{1f300}'.repeat(32_001)))).toMatchObject({ code: 'rule-violation' });
    expect(new Play({ maxContent: 3 }).say('wind', 'abcd').ok).toBe(false);
  });
});

describe('order', () => {
  it('is Wind, Wall, Door, again and again, and nobody else speaks', () => {
    const play = new Play();
    for (const seat of ['wind', 'wall', 'door', 'wind', 'wall']) {
      expect(play.due).toEqual([`${seat} turn`]);
      for (const other of ['wind', 'wall', 'door', 'mediator', 'Wind', 'judge']) {
        if (other === seat) continue;
        expect(problem(play.say(other, 'words', { byHand: true }))?.code).toBe('not-your-turn');
      }
      expect(play.say(seat, 'words').ok).toBe(true);
    }
    expect(problem(play.say('mediator', 'NEXT: wind', { act: 'pick', byHand: true }))?.code).toBe('not-your-turn');
  });

  it('by a mediator follows the picks; a second pick replaces the first; a turn uses the pick up', () => {
    const play = new Play({ order: 'mediated', rounds: 2 });
    expect(play.due).toEqual(['mediator pick']);
    play.say('mediator', 'NEXT: door');
    play.say('mediator', '', { act: 'pick', data: { next: 'Wall' }, byHand: true });
    expect(play.due).toEqual(['wall turn']);
    expect(problem(play.say('door', 'words', { byHand: true }))?.code).toBe('not-your-turn');
    play.say('wall', 'words');
    expect(play.due).toEqual(['mediator pick']);
    expect(play.steps[0]?.values['seats']).toMatch(/^wind \(has spoken 0 times\), wall \(has spoken 1 time\)/);
  });

  it('without a pick is open to everyone by hand', () => {
    const play = new Play({ order: 'mediated' });
    for (const seat of ['door', 'door', 'wind'])
      expect(play.say(seat, 'words', { byHand: true, act: 'turn' }).ok).toBe(true);
  });

  it('may end by a pick only after Door, and then nothing is due but the close', () => {
    const play = new Play({ order: 'mediated' });
    expect(play.steps).toMatchObject([{ values: { picks: 'NEXT: wind\nNEXT: wall\nNEXT: door' } }]);
    expect(problem(play.say('mediator', 'NEXT: close'))?.message).toContain('only after Door');
    play.say('mediator', 'NEXT: door');
    play.say('door', 'words');
    expect(play.steps).toMatchObject([{ values: { picks: expect.stringMatching(/\nNEXT: close$/) } }]);
    play.say('mediator', 'NEXT: close');
    expect(play.next).toMatchObject({ kind: 'close', close: { outcome: 'decided' } });
  });

  it('that runs by itself ends by a pick once Wind and Wall have spoken, and Door is asked for the decision', () => {
    const play = new Play({ order: 'mediated', rounds: 4 });
    play.say('mediator', 'NEXT: wind');
    play.say('wind', 'words');
    expect(problem(play.say('mediator', 'NEXT: close'))?.message).toContain('only after Wall');
    play.say('mediator', 'NEXT: door');
    expect(play.steps).toMatchObject([{ seat: 'door', task: 'speak' }]);
    play.say('door', 'words');
    play.say('mediator', 'NEXT: wall');
    play.say('wall', 'words');
    play.say('mediator', 'NEXT: close');
    expect(play.steps).toMatchObject([{ seat: 'door', act: 'turn', task: 'decide' }]);
    play.say('door', 'decided');
    expect(play.next).toMatchObject({
      kind: 'close',
      close: { outcome: 'decided', decision: { turn: play.log.length } },
    });
  });

  it('falls back to the fixed one for good after two unusable picks, and says so', () => {
    const play = new Play({ order: 'mediated', rounds: 2 });
    play.say('mediator', 'NEXT: wall');
    play.say('wall', 'words');
    play.say('mediator', 'somebody');
    expect(play.steps[0]?.corrections).not.toEqual([]);
    expect(play.notes).toEqual([]);
    play.say('mediator', 'NEXT: wind\nNEXT: door');
    expect(play.notes).toEqual(['pick-fallback']);
    expect(play.due).toEqual(['door turn']);
    const pick = play.say('mediator', 'NEXT: wind', { act: 'pick', data: { next: 'wind' }, byHand: true });
    expect(problem(pick)?.code).toBe('not-your-turn');
    play.say('door', 'words');
    expect(play.due).toEqual(['wind turn']);
  });

  it('starts anew with patience after a usable pick', () => {
    const play = new Play({ order: 'mediated', rounds: 3 });
    for (const seat of ['wind', 'wall', 'wind', 'wall']) {
      play.say('mediator', '?');
      play.say('mediator', `NEXT: ${seat}`);
      play.say(seat, 'words');
    }
    expect(play.notes).toEqual([]);
  });

  it.each<[string, string | undefined]>([
    ['It has a test to name.\n\n**NEXT: wall**', 'wall'],
    ['Next speaker: Wall', 'wall'],
    ['NEXT → wall (it has not spoken)', 'wall'],
    ['NEXT: wall: it has not spoken', 'wall'],
    ['Next, wind has to answer.\n\nNEXT: wall', 'wall'],
    ['Next door neighbours complain.\nNEXT: wall', 'wall'],
    ['> NEXT: wind\n\nNEXT: wall', 'wall'],
    ['```\nNEXT: wall\n```', 'wall'],
    ['NEXT: wall or wind', undefined],
    ['NEXT: wind/wall/door', undefined],
    ['NEXT: wind | wall | door | close', undefined],
    ['NEXT: wall, then door', undefined],
    ['NEXT: not wall', undefined],
    ['> NEXT: wall', undefined],
  ])('takes from %j the pick %s', (content, next) => {
    const said = new Play({ order: 'mediated' }).say('mediator', content);
    expect(said.ok ? said.data['next'] : undefined).toBe(next);
  });

  it('by a rule lets Wind and Wall answer each other and Door speak last', () => {
    const play = new Play({ order: 'mediated', mediator: 'rule', rounds: 2 });
    const seats: string[] = [];
    while (play.steps[0] !== undefined) {
      seats.push(play.steps[0].seat);
      play.say(play.steps[0].seat, 'words');
    }
    expect(seats).toEqual(['wind', 'wall', 'wind', 'wall', 'wind', 'door']);
    expect(play.notes).toEqual([]);
  });

  it('that starves a seat says so once, until it has spoken again', () => {
    const play = new Play({ order: 'mediated' });
    const speak = (...seats: string[]) => {
      for (const seat of seats) play.say(seat, 'words', { act: 'turn', byHand: true });
    };
    speak('wind', 'wall', 'wind', 'wall', 'wind');
    expect(play.notes).toEqual([]);
    speak('wall', 'wind');
    expect(play.notes).toEqual(['seat-starved']);
    speak('door');
    expect(play.notes).toEqual(['seat-starved']);
  });
});

describe('limits', () => {
  it.each([
    [{ maxTurns: 4 }, 'turns', 4],
    [{ maxRounds: 1 }, 'rounds', 3],
    [{ maxTurns: 2, maxRounds: 9 }, 'turns', 2],
  ])('%j end the debate by %s after %i turns, which is noted at once', (options, limit, turns) => {
    const play = new Play(options);
    for (let turn = 0; turn < turns; turn += 1) play.say(play.steps[0]?.seat as string, 'words');
    expect(play.log.at(-1)).toMatchObject({ type: 'limit-reached', data: { limit } });
    expect(play.due).toEqual(['over']);
    expect(problem(play.say('wind', 'words'))?.code).toBe('not-your-turn');
  });

  it('are 12 turns and 4 rounds unless said otherwise', () => {
    expect(format.options.parse({})).toMatchObject({ maxTurns: 12, maxRounds: 4 });
    expect(format.options.parse({ rounds: 6 })).toMatchObject({ maxTurns: 18, maxRounds: 6 });
    for (const wrong of [{ maxTurns: 0 }, { maxRounds: -1 }, { rounds: 1.5 }, { unknown: 1 }]) {
      expect(format.options.safeParse(wrong).success).toBe(false);
    }
  });
});

describe('the vote', () => {
  const approve = 'VOTE: APPROVE\n- fine';
  const reject = 'VOTE: REJECT\n- not fine';

  it('is asked of Wind and Wall at the same time, in any order, and accepts only when both approve', () => {
    const play = debated();
    expect(play.due).toEqual(['wind vote', 'wall vote']);
    play.say('wall', approve);
    expect(play.due).toEqual(['wind vote']);
    expect(problem(play.say('wall', reject))?.code).toBe('not-your-turn');
    play.say('wind', approve);
    expect(play.next).toMatchObject({ kind: 'close', close: { outcome: 'accepted', decision: { turn: 3 } } });
  });

  it.each([
    ['VOTE: APPROVE', 'approve'],
    ['**VOTE: REJECT**', 'reject'],
    ['# Vote: Approve\nreasons', 'approve'],
    ['My vote — approved.', 'approve'],
    ['VOTE: APPROVE. It is sound.', 'approve'],
    ['**VOTE:** **REJECT**: no owner', 'reject'],
    ['VOTE: REJECT (no owner)', 'reject'],
    ['VOTE：rejected', 'reject'],
    ['```\nVOTE: REJECT\n```', 'reject'],
    ['> VOTE: REJECT\n\nI do not see why.\n\nVOTE: APPROVE', 'approve'],
    ['```\nVOTE: REJECT\n```\nsays Wind. I disagree.\n\nVOTE: APPROVE', 'approve'],
  ])('reads %j as %s', (content, vote) => {
    expect(debated().say('wall', content)).toMatchObject({ ok: true, data: { vote } });
  });

  it.each([
    ...['APPROVE', 'I would not VOTE: REJECT this', 'VOTE: APPROVE\nVOTE: REJECT', 'VOTE: maybe', 'VOTED approve'],
    // The form itself, conditions, and what others said.
    ...['VOTE: APPROVE or VOTE: REJECT', 'VOTE: APPROVE/REJECT', 'VOTE: [APPROVE | REJECT]', 'VOTE: REJECT-APPROVE'],
    ...['VOTE: APPROVE if they add a rollback', 'VOTE: APPROVE, with thanks', 'VOTE: APPROVE – once it is tested'],
    ...[
      'VOTE: APPROVE (once it is tested)',
      'VOTE: approve is not possible',
      'Vote reject? No.',
      'Vote approved by Wind.',
    ],
    ...['Wind wrote:\n> VOTE: REJECT', '```\nVOTE: APPROVE\n```\nis what Wind wrote.'],
  ])('asks once more when it reads %j, then counts it as unclear, which is no approval', (content) => {
    const play = debated({ maxRefinements: 0 });
    play.say('wind', approve);
    expect(problem(play.say('wall', content))?.code).toBe('rule-violation');
    expect(play.steps[0]?.corrections).not.toEqual([]);
    expect(play.say('wall', content)).toMatchObject({ ok: true, data: { vote: 'unclear' } });
    expect(play.next).toMatchObject({ kind: 'close', close: { outcome: 'not-settled' } });
  });

  it('may be given outright by a person, but never against their words, and never by an agent', () => {
    const given = { data: { vote: 'approve' } };
    expect(debated().say('wall', 'fine with me', { ...given, byHand: true })).toMatchObject({
      data: { vote: 'approve' },
    });
    expect(debated().say('wall', reject, { ...given, byHand: true }).ok).toBe(false);
    expect(debated().say('wall', 'fine with me', given).ok).toBe(false);
    expect(debated().say('wall', reject, given)).toMatchObject({ ok: true, data: { vote: 'reject' } });
  });

  it('sends the decision back only where somebody rejects it, which a vote that cannot be read does not', () => {
    const VOTES = { approve, reject, unclear: 'I approve this fully, go ahead.' };
    const words = Object.values(VOTES);
    const panels = words.flatMap((wind) => words.map((wall) => ({ wind, wall })));
    for (const votes of [...panels, ...words.map((reviewer) => ({ reviewer }))]) {
      const play = debated({ consensus: 'wind' in votes, review: 'reviewer' in votes, maxRefinements: 1 });
      for (let step = play.steps[0]; step?.act === 'vote'; step = play.steps[0])
        play.say(step.seat, votes[step.seat as keyof typeof votes]);
      const isRejected = Object.values(votes).includes(reject);
      expect([votes, play.due]).toEqual([votes, [isRejected ? 'door revision' : 'close']]);
    }
  });

  it.each([0, 1, 2])(
    'sends a rejected decision back to Door at most %i times, then it is a stable disagreement',
    (most) => {
      const play = debated({ maxRefinements: most });
      let revisions = 0;
      while (play.next.kind === 'ask') {
        for (const { seat, act } of play.steps) {
          if (act === 'revision') revisions += 1;
          play.say(seat, act === 'vote' ? (seat === 'wall' ? reject : approve) : 'revised');
        }
      }
      expect(revisions).toBe(most);
      const decision = play.log.findLast((event) => event.type === 'turn-recorded' && event.data.seat === 'door');
      expect(play.next).toMatchObject({
        kind: 'close',
        close: { outcome: 'stable-disagreement', decision: { turn: decision?.seq } },
      });
    },
  );

  it('is not seen by the other voter until both have voted; everyone sees it then', () => {
    const play = debated();
    play.say('wind', 'VOTE: REJECT\nmarked-by-wind');
    const texts = (seat: string, act: string) => JSON.stringify(play.view({ seat, act }));
    expect(texts('wall', 'vote')).not.toContain('marked-by-wind');
    expect(texts('wind', 'vote')).toContain('marked-by-wind');
    play.say('wall', 'VOTE: REJECT\nmarked-by-wall');
    expect(texts('door', 'revision')).toContain('marked-by-wind');
    expect(texts('door', 'revision')).toContain('marked-by-wall');
    play.say('door', 'revised');
    play.say('wind', 'VOTE: REJECT\nmarked-again');
    expect(texts('wall', 'vote')).toContain('marked-by-wind');
    expect(texts('wall', 'vote')).not.toContain('marked-again');
  });
});

describe('a synthesis', () => {
  const close = (play: Play, text: string, outcome = 'closed-manually') =>
    format.admitClose(
      play.state,
      {
        outcome: outcome as 'closed-manually',
        decision: { text: { sha256: '0'.repeat(64) } },
        warnings: [],
        by: 'Ada',
      },
      text,
    );

  it('is held to the form of a decision: warned when long enough, refused when strict', () => {
    expect(close(new Play(), ' ')).toMatchObject({ ok: false, problem: { code: 'bad-input' } });
    expect(close(new Play(), 'short')).toMatchObject({ ok: true, warnings: [] });
    expect(close(new Play(), 'long '.repeat(30))).toMatchObject({ ok: true, warnings: [expect.any(String)] });
    expect(close(new Play({ strictCognition: true }), 'short')).toMatchObject({ ok: false });
    expect(close(new Play({ strictCognition: true }), '1. a pattern')).toMatchObject({ ok: true, warnings: [] });
  });

  it.each(['agreed', 'accepted', 'decided', 'stable-disagreement', 'stopped-by-limit', 'force-closed'])(
    'cannot claim to be %s',
    (outcome) => {
      expect(close(debated(), '1. a pattern', outcome).ok).toBe(false);
    },
  );
});

const optionsArbitrary = fc.record({
  order: fc.constantFrom('fixed', 'mediated'),
  mediator: fc.constantFrom('seat', 'rule'),
  rounds: fc.option(fc.integer({ min: 1, max: 4 })),
  maxTurns: fc.integer({ min: 1, max: 14 }),
  maxRounds: fc.integer({ min: 1, max: 5 }),
  strictCognition: fc.boolean(),
  consensus: fc.boolean(),
  maxRefinements: fc.integer({ min: 0, max: 3 }),
});

const contents = [
  'words',
  '',
  '- a?\n- b',
  '[VERDICT] go\n[EVIDENCE] seen',
  '1. a pattern',
  'VOTE: APPROVE',
  'VOTE: REJECT',
  'NEXT: wind',
  'NEXT: wall',
  'NEXT: door',
  'NEXT: close',
];

describe('whatever is said', () => {
  it('every debate ends within its limits', () => {
    fc.assert(
      fc.property(optionsArbitrary, fc.infiniteStream(fc.constantFrom(...contents)), (options, stream) => {
        const play = new Play(options);
        const { maxTurns, maxRounds, maxRefinements } = play.state.options;
        const refusedInARow = new Map<string, number>();
        let answers = 0;
        while (play.next.kind === 'ask') {
          answers += 1;
          expect(answers).toBeLessThan(500);
          const step = play.steps[0] as (typeof play.steps)[number];
          // A runner gives up on an agent after two unusable answers and another one takes the seat.
          const strikes = refusedInARow.get(step.id) ?? 0;
          const good = {
            turn: '- a?\n- b\n[VERDICT] x [EVIDENCE]\n1. pattern',
            vote: 'VOTE: APPROVE',
            pick: 'NEXT: door',
          };
          const word = strikes < 2 ? (stream.next().value as string) : (good[step.act as 'turn'] ?? 'revised');
          if (!play.say(step.seat, word).ok) refusedInARow.set(step.id, strikes + 1);
        }
        expect(play.state.turns).toBeLessThanOrEqual(Math.min(maxTurns, maxRounds * 3));
        expect(play.state.refinements).toBeLessThanOrEqual(maxRefinements);
        const { next } = play;
        if (next.kind !== 'close') return;
        const voted = play.log.flatMap((event) =>
          event.type === 'turn-recorded' && event.data.act === 'vote' ? [event] : [],
        );
        const approvals = voted.slice(-2).filter(({ data }) => data.data['vote'] === 'approve').length;
        expect(next.close.outcome === 'accepted').toBe(play.state.options.consensus && approvals === 2);
      }),
      { numRuns: times(300, 38) },
    );
  });

  it.each([
    ['a limit on turns ends it before a vote', { rounds: 1, maxTurns: 2, consensus: true, review: true }, [2, 2], [2]],
    ['or before a ballot', { rounds: 2, maxRounds: 1, ballot: true }, [3, 3], [3]],
    ['nobody ends it', { consensus: true, maxTurns: 4 }, [4, 4], [4]],
    ['a rule never has Door decide', { order: 'mediated', mediator: 'rule', maxTurns: 5 }, [5, 5], [5]],
    ['a mediator ends it or not', { order: 'mediated', consensus: true, maxTurns: 4 }, [4, 12], [8, 5]],
    ['a mediator who cannot be understood', { rounds: 1, order: 'mediated' }, [3, 5], [5, 5, 3]],
  ] as const)('says how many calls it takes where %s', (_, options, [atLeast, atMost], made) => {
    const { options: parsed } = new Play(options).state;
    expect(format.calls(parsed)).toEqual({ atLeast, atMost });
    const picks = [[], ['door', 'close'], ['?', '?']];
    for (const [index, calls] of made.entries()) {
      const play = new Play(options);
      const said = [...(picks[index] ?? [])];
      let count = 0;
      while (play.next.kind === 'ask') {
        for (const { seat, act } of play.steps) {
          const next = act === 'pick' ? said.shift() : undefined;
          const pick = `NEXT: ${next ?? (play.state.spoken.wind === 0 ? 'wind' : 'wall')}`;
          if (play.say(seat, { pick, vote: 'VOTE: APPROVE' }[act] ?? 'words').ok) count += 1;
        }
      }
      expect([index, count]).toEqual([index, calls]);
    }
  });

  it('a mediated debate that runs by itself never takes words of Door for a decision that it was not asked for', () => {
    const picks = fc.constantFrom('wind', 'wall', 'door', 'close', '?');
    fc.assert(
      fc.property(optionsArbitrary, fc.infiniteStream(picks), (options, stream) => {
        const play = new Play({ ...options, rounds: options.rounds ?? 2, strictCognition: false, order: 'mediated' });
        const { atLeast, atMost } = format.calls(play.state.options);
        let calls = 0;
        let task: string | undefined;
        while (play.next.kind === 'ask') {
          for (const { seat, act, task: asked } of play.steps) {
            if (seat === 'door') task = asked;
            calls += play.say(seat, { pick: `NEXT: ${stream.next().value}`, vote: 'VOTE: APPROVE' }[act] ?? 'words').ok
              ? 1
              : 0;
          }
        }
        expect(task).toBe('decide');
        expect(calls).toBeLessThanOrEqual(atMost);
        expect(calls).toBeGreaterThanOrEqual(atLeast);
      }),
      { numRuns: times(200, 25) },
    );
  });

  it('a debate that runs by itself ends with a decision of Door, unless a limit cuts the fixed order short', () => {
    fc.assert(
      fc.property(optionsArbitrary, fc.infiniteStream(fc.constantFrom('wind', 'wall', 'door')), (options, picks) => {
        const play = new Play({ ...options, rounds: options.rounds ?? 1, strictCognition: false, order: 'mediated' });
        while (play.next.kind === 'ask') {
          for (const { seat, act } of play.steps) {
            play.say(seat, { pick: `NEXT: ${picks.next().value}`, vote: 'VOTE: APPROVE' }[act] ?? 'words');
          }
        }
        expect(play.next.kind).toBe('close');
      }),
      { numRuns: times(200, 25) },
    );
  });

  it('a seat sees all that was said, but no picks and no vote of a ballot that goes on', () => {
    fc.assert(
      fc.property(optionsArbitrary, fc.infiniteStream(fc.boolean()), (options, approvals) => {
        const play = new Play({ ...options, strictCognition: false, rounds: options.rounds ?? 2 });
        let marks = 0;
        const hidden = new Map<string, Set<string>>();
        const shown: string[] = [];
        while (play.next.kind === 'ask') {
          const { steps } = play;
          for (const step of steps) {
            const seen = JSON.stringify(play.view(step));
            for (const mark of shown) expect(seen).toContain(mark);
            for (const mark of hidden.get(step.seat) ?? []) expect(seen).not.toContain(mark);
          }
          const step = steps[0] as (typeof steps)[number];
          marks += 1;
          const mark = `mark-${marks}-`;
          const vote = approvals.next().value === true ? 'APPROVE' : 'REJECT';
          const words = { pick: 'NEXT: door', vote: `VOTE: ${vote}` }[step.act] ?? '';
          play.say(step.seat, `${words}\n${mark}`);
          const others = ['wind', 'wall', 'door'].filter((seat) => seat !== step.seat);
          if (step.act === 'pick')
            for (const seat of others) hidden.set(seat, (hidden.get(seat) ?? new Set()).add(mark));
          else if (step.act === 'vote' && steps.length > 1) {
            const other = steps[1]?.seat as string;
            hidden.set(other, (hidden.get(other) ?? new Set()).add(mark));
          } else if (step.act === 'vote') {
            // The ballot is complete: from now on nothing of it is hidden.
            for (const [seat, set] of hidden) {
              hidden.set(seat, new Set([...set].filter((each) => isPick(play, each))));
            }
          } else shown.push(mark);
        }
      }),
      { numRuns: times(100, 13) },
    );
  });
});

function isPick(play: Play, mark: string): boolean {
  return play.log.some(
    (event) =>
      event.type === 'turn-recorded' && event.data.act === 'pick' && JSON.stringify(event.data.content).includes(mark),
  );
}
