// While a round of a panel runs, what is visible does not depend on what was said: two debates in which one seat says something else of
// the claims look the same at every door.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDebate } from '../../src/hall/operations/debate/opening/open-debate.ts';
import { say } from '../../src/hall/operations/debate/take-part/manual-turns.ts';
import { seatPrompt } from '../../src/hall/operations/debate/take-part/seat-prompt.ts';
import { OPEN_GATE } from '../../src/platform/access/gate.ts';
import { createSite, type Site } from '../github/harness.ts';
import { inCampaign } from '../support/campaign.ts';
import { type Doors, openDoors } from '../support/doors.ts';
import { listDifferences, lookAtAll } from '../support/seen.ts';

let site: Site;
let doors: Doors;
beforeAll(async () => {
  site = await createSite();
  doors = await openDoors(site);
});
afterAll(async () => {
  await doors.close();
  await site.dispose();
});

const speak = (threadId: string, seat: string, content: string) =>
  say(doors.hall, OPEN_GATE, { threadId, seat, content, author: 'Ada' });

async function openRound(threadId: string): Promise<void> {
  // The seed draws the names of the speakers, which must not tell the two debates apart.
  const hall = { ...doors.hall, random: (bytes: number) => 'a5'.repeat(bytes) };
  await openDebate(hall, {
    ...{ topic: 'Should we use Postgres for the queue?', threadId, format: 'panel' },
    question: { answer: 'yes-no' },
    seating: 'by-hand',
    signal: new AbortController().signal,
  });
  await speak(threadId, 'a', 'Yes, 91%\n- It is mature.');
  await speak(threadId, 'b', 'No, 17%\n- Nobody here knows it.');
  await speak(threadId, 'c', 'Yes, 60%\n- It is here already.');
}

const ONE = 'C2 rebut: two of us do\nC3 concede: it is\nClaim: it costs nothing';
const OTHER = 'C2 concede: sadly\nC3 refine: it is here in the old version\nC1 withdraw: the new release is not';

describe('while a round of a panel runs', () => {
  it.runIf(inCampaign)(
    'nothing that can be seen tells what a seat has said, and nobody else is asked for anything else',
    async () => {
      const [one, other] = ['panel-one', 'panel-two'];
      for (const threadId of [one, other]) await openRound(threadId);
      await speak(one, 'a', ONE);
      await speak(other, 'a', OTHER);
      expect(listDifferences(await lookAtAll(doors, one), await lookAtAll(doors, other))).toEqual([]);
      const asked = async (threadId: string) => (await seatPrompt(doors.hall, { threadId, seat: 'b' })).user ?? '';
      for (const threadId of [one, other]) expect(await asked(threadId)).toContain('**C1, C2, C3**');

      for (const threadId of [one, other]) {
        await speak(threadId, 'b', 'C1 rebut: it is slow\nC3 rebut: it is not');
        await speak(threadId, 'c', 'C1 concede: yes\nC2 rebut: I do');
      }
      const differences = listDifferences(await lookAtAll(doors, one), await lookAtAll(doors, other));
      expect(differences.length).toBeGreaterThan(5);
      expect(await asked(one)).toContain('two of us do');
      expect(await asked(other)).toContain('the new release is not');
    },
  );
});
