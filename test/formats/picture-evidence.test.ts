// Claims that rest on a picture: who names one had to be given it, and words that stand in one are nobody's forgery.
import { expect, it } from 'vitest';
import type { LedgerEvent } from '../../src/domain/events.ts';
import { createEvidence } from '../../src/formats/common/claims/evidence.ts';
import { seal } from '../../src/ledger/chain/chain.ts';

const sealed = (text: string) => seal(text, 'c'.repeat(32));
const event = (seq: number, type: string, data: object) => ({ seq, type, data }) as unknown as LedgerEvent;

const QUOTE = 'The page says "Access denied for this user".';

function evidenceOf(text: string, { by = {}, pictures = ['shots/Login.png'] }) {
  const log = [
    event(0, 'debate-opened', {
      topic: sealed('Is it broken?'),
      context: [{ source: 'notes.md', bytes: 5, content: sealed('Notes') }],
      contextLeftOut: [],
    }),
    ...pictures.map((source, index) => event(index + 1, 'picture-given', { source })),
    event(9, 'turn-recorded', { seat: 'wall', content: sealed(text), by }),
  ];
  return createEvidence(log)(text, 9);
}

const SEEN = { pictures: ['shots/Login.png'] };
const read = { cited: 'shots/Login.png', status: 'read' };
const unread = { cited: 'shots/Login.png', status: 'unread', why: 'its agent was not given the picture' };
const forged = { cited: '"Access denied for this user"', status: 'wrong', why: 'it stands nowhere in the material' };

it.each([
  ['As shots/Login.png shows, it fails.', { by: SEEN }, [read]],
  ['As login.png shows, it fails.', { by: SEEN }, [read]],
  ['As `Login.png` shows, it fails.', {}, [unread]],
  ['As (Login.png) shows, it fails.', { by: { author: 'Ada' } }, [read]],
  ['As mylogin.png shows, it fails.', { by: SEEN }, []],
  ['As login.png2 shows, it fails.', { by: SEEN }, []],
  ['As other.png shows, it fails.', { by: SEEN }, []],
  ['It fails.', { by: SEEN }, []],
  ['The plan fails.', { pictures: ['plan'] }, []],
  ['As "plan" shows, it fails.', { pictures: ['plan'] }, [{ ...unread, cited: 'plan' }]],
  ['As „图“ shows, the 图 fails.', { pictures: ['图'] }, [{ ...unread, cited: '图' }]],
  ['The 图 fails.', { pictures: ['图'] }, []],
  ['As picture 1 shows, it fails.', { pictures: ['picture 1'] }, [{ ...unread, cited: 'picture 1' }]],
  [QUOTE, { by: SEEN }, []],
  [QUOTE, { pictures: [] }, [forged]],
])('%s', (text, given, found) => {
  expect(evidenceOf(text, given)).toEqual(found);
});
