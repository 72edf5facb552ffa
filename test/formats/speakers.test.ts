// A seat moved, or was replaced, by who gave its opening and who its final answer, and by nothing that happened between.
import { expect, it } from 'vitest';
import type { AgentRef } from '../../src/domain/event-parts.ts';
import type { Speaker } from '../../src/domain/speakers.ts';
import { format } from '../../src/formats/wind-wall-door/index.ts';
import { sample } from '../support/campaign.ts';
import { openRequest } from '../support/hall.ts';
import { Play } from './play.ts';

const OPEN: AgentRef = { agent: 'open', kind: 'open' };
const HUMAN: AgentRef = { agent: 'human', kind: 'human' };

/** One letter each; people speak for a seat that is open, under a role of theirs, or at the terminal. */
const SPEAKERS: Readonly<Record<string, readonly [who: string, by: Speaker]>> = {
  a: ['a', { agent: { agent: 'a', kind: 'command' } }],
  harder: ['harder', { agent: { agent: 'a', kind: 'command', effort: 'high' } }],
  b: ['b', { agent: { agent: 'b', kind: 'command' } }],
  Ada: ['Ada', { agent: OPEN, author: 'Ada' }],
  'Ada with a role': ['Ada', { agent: { ...OPEN, agent: 'critic', model: 'm' }, author: ' ADA ' }],
  'Ada in letters of another alphabet': ['Ada', { agent: OPEN, author: 'Аdа' }],
  'Ada at the terminal': ['Ada', { agent: HUMAN, author: 'Ada' }],
  Bob: ['Bob', { agent: OPEN, author: 'Bob' }],
};
const NAMES = Object.keys(SPEAKERS);

const answer = (said: string) =>
  JSON.stringify({ answer: said, confidence: 70, claims: ['It holds'], change_mind: 'A measurement' });
const ballot = JSON.stringify({ answer: 'Yes', confidence: 70, moved_by: null, reason: 'r', vote: 'accept' });

function play(opener: string, between: string, voter: string | undefined, isRecorded: boolean): Play {
  const play = new Play({ ...(format.recipes['standard']?.options as Record<string, never>) });
  const request = { ...openRequest('d', play.state.options as never), question: { answer: 'yes-no' } };
  play.add('debate-opened', { ...request, topic: { sha256: '0'.repeat(64) }, context: [] } as never);
  const by = (name: string) => ({ by: (SPEAKERS[name] as (typeof SPEAKERS)[string])[1] });
  play.say('wind', answer('Yes'));
  play.say('wall', answer('No'), by(opener));
  play.say('door', answer('Yes'));
  play.say('wind', '- one?\n- two');
  const reason = { sha256: '0'.repeat(64) };
  if (isRecorded)
    play.add('seat-replaced', { seat: 'wall', from: by(opener).by.agent, to: by(between).by.agent, reason } as never);
  play.say('wall', '[VERDICT] SOUND\n\n[EVIDENCE] given', by(between));
  play.say('door', '1. **Decision.** We do.\n\nANSWER: Yes');
  play.say('wind', ballot);
  play.say('door', ballot);
  if (voter === undefined) return play;
  play.say('wall', ballot, by(voter));
  expect(play.next).toMatchObject({ kind: 'close' });
  play.add('debate-closed', { outcome: 'accepted', decision: null, by: 'rules' } as never);
  return play;
}

const BETWEEN = ['a', 'b', 'Ada', 'Bob'];
const ROWS = NAMES.flatMap((opener) =>
  NAMES.flatMap((voter) =>
    BETWEEN.flatMap((between) => [false, true].map((isRecorded) => ({ opener, between, voter, isRecorded }))),
  ),
);

it('is the same, whoever spoke between and whether a change of seats is on record', () => {
  for (const row of sample(ROWS, 11)) {
    const { opener, between, voter, isRecorded } = row;
    const { log, state } = play(opener, between, voter, isRecorded);
    const isOther = SPEAKERS[opener]?.[0] !== SPEAKERS[voter]?.[0];
    const { headline, data } = format.result?.(log, state) ?? {};
    const named = isOther ? [] : ['wall'];
    expect({ row, data }).toMatchObject({
      row,
      data: {
        moved: named.map((seat) => ({ seat, from: 'No', to: 'Yes', cited: false })),
        dissent: isOther ? ['wall'] : [],
        openings: { seats: [{ replaced: false }, { replaced: isOther }, { replaced: false }] },
        influence: { conformists: named },
      },
    });
    expect(headline).toContain(isOther ? 'no seats moved' : 'one seat moved');
  }
});

it('says nothing of a seat that has not given its final answer, whoever speaks for it now', () => {
  for (const between of BETWEEN) {
    const { log, state } = play('a', between, undefined, true);
    expect(format.result?.(log, state)?.data).toMatchObject({
      moved: [],
      openings: { seats: [{}, { replaced: false }, {}] },
    });
  }
});

const YES = answer('Yes');
const OWN = JSON.stringify({ answer: 'Yes', confidence: 70, moved_by: null, reason: 'r', vote: 'own' });

it.each([
  ['a a a', '', 'agreed'],
  ['Ada Bob a', '', 'agreed'],
  ['Ada Ada a', '', 'accepted'],
  ['a Ada Ada-with-a-role', '', 'accepted'],
  ['Ada b Ada-at-the-terminal', '', 'accepted'],
  ['Ada Ada Ada', '', 'accepted'],
  ['a b harder', 'Ada Bob a', 'agreed'],
  ['a b harder', 'Ada Ada a', 'accepted'],
  ['Ada b harder', 'a Ada harder', 'accepted'],
])('opened by %s, ended by %s with the same answer: %s', (openers, voters, outcome) => {
  const isAsked = voters !== '';
  const play = new Play({
    ...(format.recipes['standard']?.options as Record<string, never>),
    gate: isAsked ? 'off' : 'on',
  });
  const request = { ...openRequest('d', play.state.options as never), question: { answer: 'yes-no' } };
  play.add('debate-opened', { ...request, topic: { sha256: '0'.repeat(64) }, context: [] } as never);
  const say = (text: string, by: string) => {
    for (const [index, name] of by.split(' ').entries())
      play.say(['wind', 'wall', 'door'][index] as string, text, {
        by: (SPEAKERS[name.replaceAll('-', ' ')] as (typeof SPEAKERS)[string])[1],
      });
  };
  say(YES, openers);
  if (isAsked) {
    play.say('wind', '- one?\n- two');
    play.say('wall', '[VERDICT] SOUND\n\n[EVIDENCE] given');
    play.say('door', '1. **Decision.** We do.\n\nANSWER: Yes');
    say(OWN, voters);
  }
  expect(play.next).toMatchObject({ kind: 'close', close: { outcome } });
});
