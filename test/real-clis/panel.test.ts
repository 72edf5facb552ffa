// A panel of the real claude, codex and gemini: killed in the middle and resumed, with nobody's name in a request of a round, and a point of
// view that reaches its own seat alone.
import { readFileSync } from 'node:fs';
import { describe, expect, test, vi } from 'vitest';
import { endsWhatHangs } from '../support/limits.ts';
import { answerByRules } from './answer-by-rules.ts';
import { openHall, turnsOf } from './hall.ts';

const ID = 'panel';
const AGENTS = 'claude+operator,codex,gemini';
const VIEW = 'whoever runs the result at three in the morning';
const ASKED_FOR_CLAIMS = 'Say of each of these claims whether it';

describe.concurrent('a panel of the real CLIs', () => {
  test('is killed in a round, resumed, and decided by its ballot', async (context) => {
    let file = '';
    const hall = await openHall(context, { behaviour: answerByRules(() => file) });
    file = hall.ledgerFile(ID);
    const seats = ['--agents', AGENTS, '--seat', 'writer=codex'];
    const args = ['run', 'Should we rewrite our backend in Rust?', '--format', 'panel', ...seats];
    const running = hall.start(...args, '--id', ID, '--log');
    const files = async () => await hall.files().catch(() => '');
    await vi.waitUntil(async () => (await files()).includes('"act":"reply"'), endsWhatHangs.expect.poll);
    running.child.kill('SIGKILL');
    await running.finished;
    await hall.gone();

    const before = turnsOf(await hall.record(ID)).length;
    const ended = await hall.run('resume', ID, '--log');
    const record = await hall.record(ID);
    expect(ended).toMatchObject({ code: 0 });
    expect(record).toMatchObject({
      status: 'closed',
      outcome: 'majority',
      authority: { full: true, sharedVendors: [] },
    });
    expect(record.decision).toContain('ANSWER: Yes');
    expect(record.dissent).toMatchObject([{ seat: 'b', text: expect.stringContaining('What I hold instead') }]);
    const turns = turnsOf(record);
    expect(turns.length).toBeGreaterThan(before);
    expect(new Set(turns.map(({ by }) => by.agent.agent))).toEqual(new Set(['claude', 'codex', 'gemini']));
    const keys = readFileSync(file, 'utf8').match(/"key":"[^"]+"/g) ?? [];
    expect(new Set(keys).size).toBe(keys.length);
    expect(await hall.look('verify', ID)).toMatchObject({ code: 0 });

    const requests = hall.server.answerRequests();
    const ofRounds = requests.filter(({ body }) => JSON.stringify(body).includes(ASKED_FOR_CLAIMS));
    expect(ofRounds.length).toBeGreaterThanOrEqual(6);
    for (const { messages } of ofRounds) {
      const said = messages.map(({ text }) => text).join('\n');
      expect(said).not.toMatch(/\bSeat [A-C]\b|<<<\w+ [^>]*(?:claude|codex|gemini)/i);
      // A session of its own: what the seat has said itself is there as that of a speaker, like everything else.
      expect(messages.filter(({ role }) => role === 'assistant')).toEqual([]);
    }
    const viewed = requests.filter(({ body }) => JSON.stringify(body).includes(VIEW));
    expect(new Set(viewed.map(({ protocol }) => protocol))).toEqual(new Set(['anthropic']));
  });
});
