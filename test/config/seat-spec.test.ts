import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HallError } from '../../src/domain/failures/errors.ts';
import { formatSeatSpec, parseSeatSpec } from '../../src/hall/config/seat-spec.ts';
import { anyCharacter } from '../support/any-character.ts';

describe('the short form of a seat', () => {
  it.each([
    ['claude', { agent: 'claude' }],
    ['claude:opus', { agent: 'claude', model: 'opus' }],
    ['codex:gpt-5.5#high', { agent: 'codex', model: 'gpt-5.5', effort: 'high' }],
    ['gemini#low', { agent: 'gemini', effort: 'low' }],
    ['local:llama3:8b', { agent: 'local', model: 'llama3:8b' }],
    ['router:some/model:free#x-high', { agent: 'router', model: 'some/model:free', effort: 'x-high' }],
    ['claude:opus[1m]', { agent: 'claude', model: 'opus[1m]' }],
  ])('reads %s', (text, spec) => {
    expect(parseSeatSpec(text)).toEqual(spec);
  });

  it.each([
    ['', 'agent'],
    [':opus', 'agent'],
    ['Claude', 'agent'],
    ['constructor', 'agent'],
    ['-x', 'agent'],
    ['claude:', 'model'],
    ['claude:--dangerous', 'model'],
    ['claude:a b', 'model'],
    ['claude:a\n', 'model'],
    ['claude:a#b#c', 'model'],
    ['claude#', 'effort'],
    ['claude#High', 'effort'],
    ['claude#high\n', 'effort'],
    ['claude#low:opus', 'effort'],
  ])('refuses %j because of its %s', (text, part) => {
    expect(() => parseSeatSpec(text)).toThrow(`not a valid seat: its ${part} `);
  });

  it('reads back whatever it writes, and never throws anything but its own error', () => {
    const slug = fc.stringMatching(/^[a-z][a-z0-9-]{0,10}$/).filter((text) => text !== 'constructor');
    const model = fc.stringMatching(/^[A-Za-z0-9._/:[\]@][A-Za-z0-9._/:[\]@-]{0,20}$/);
    fc.assert(
      fc.property(slug, fc.option(model), fc.option(slug), (agent, modelName, effort) => {
        const spec = {
          agent,
          ...(modelName === null ? {} : { model: modelName }),
          ...(effort === null ? {} : { effort }),
        };
        expect(parseSeatSpec(formatSeatSpec(spec))).toEqual(spec);
      }),
    );
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter }), (text) => {
        try {
          expect(formatSeatSpec(parseSeatSpec(text))).toBe(text);
        } catch (error) {
          if (!(error instanceof HallError)) throw error;
        }
      }),
    );
  });
});
