// Prompts that gemini could take for commands or for names of files, and the way back to the original text.
import { posix } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeMentions } from '../../../src/agents/kinds/gemini/command.ts';
import { inCampaign, times } from '../../support/campaign.ts';
import { cpuSeconds, MUCH_TOO_LONG_S } from '../../support/cpu-time.ts';

const WORK = '/scratch/work';

/** What gemini 0.61.0 takes for a path in a prompt, written down from how it behaves. */
function mentions(text: string): string[] {
  const found = text.match(/(?<!\\)@(?:"[^"]*"|\\.|\.(?![ \t\n\r]|$)|[^ \t\n\r,;!?()[\]{}.])+/g) ?? [];
  return found.map((mention) =>
    mention
      .slice(1)
      .replace(/^"(.*)"$/s, '$1')
      .replace(/\\(.)/gs, '$1'),
  );
}

/** Whether gemini could find something there: all that exists is the working directory and what lies around it. */
function findable(mention: string): boolean {
  if (mention === '') return false;
  const path = posix.resolve(WORK, mention);
  const outside = !path.startsWith(`${WORK}/`) && !posix.isAbsolute(mention);
  return path === WORK || outside || mention.includes('/cwd');
}

function original(text: string): string {
  const plain = text.startsWith('\n/') ? text.slice(1) : text;
  return plain.replaceAll('\\@', '@');
}

const hostileText = fc
  .array(
    fc.constantFrom(
      '@',
      '.',
      '..',
      '/',
      '\\',
      '"',
      ' ',
      '\n',
      '\t',
      '\u00a0',
      'a',
      'é',
      '(',
      ')',
      ',',
      '~',
      '/proc/self/cwd',
    ),
    { maxLength: 24 },
  )
  .map((parts) => parts.join(''));

describe('prompts for gemini', () => {
  test.each([
    'mail me@example.org, see @octokit/rest and @/components/button.tsx',
    '@Injectable() class A { @Input() b; }',
    '@secret.txt x@secret.txt (@/etc/passwd) `@notes` @codebase_investigator',
    '{ "@octokit/rest": "^22.0.0", "zod": "^4.6.7" }',
    '\n\n indented /memory show\r\n',
  ])('ordinary text stays as it is: %j', (text) => {
    expect(escapeMentions(text)).toEqual({ text, escaped: 0 });
  });

  test.each([
    ['look at @./ and at a@b.org', 'look at \\@./ and at a@b.org'],
    ['@../.gemini/settings.json', '\\@../.gemini/settings.json'],
    ['(@.)', '(\\@.)'],
    ['@"a b/.."', '\\@"a b/.."'],
    ['@/proc/self/cwd', '\\@/proc/self/cwd'],
    ['@a\u00a0/..', '\\@a\u00a0/..'],
    ['already \\@./', 'already \\\\@./'],
    ['@.\\./', '\\@.\\./'],
    ['@"."', '\\@"."'],
  ])('a path to the working directory is made plain text: %j', (text, expected) => {
    expect(escapeMentions(text)).toEqual({ text: expected, escaped: 1 });
  });

  test('a slash at the start is no command', () => {
    expect(escapeMentions('/memory show').text).toBe('\n/memory show');
  });

  test('whatever the text, no mention that is left leads to something that exists', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        expect(mentions(escapeMentions(text).text).filter(findable)).toEqual([]);
      }),
      { numRuns: times(3_000, 375) },
    );
  });

  test('the original text can be had back', () => {
    fc.assert(
      fc.property(
        hostileText.filter((text) => !text.startsWith('\n')),
        (text) => {
          expect(original(escapeMentions(text).text)).toBe(text);
        },
      ),
      { numRuns: times(3_000, 375) },
    );
  });

  test.runIf(inCampaign)('five megabytes of nothing but mentions take no noticeable time', async () => {
    const cost = await cpuSeconds(() => {
      expect(escapeMentions('@./'.repeat(1_700_000)).escaped).toBe(1_700_000);
      expect(escapeMentions('@"'.repeat(2_500_001)).escaped).toBe(0);
      expect(escapeMentions('@a '.repeat(1_700_000)).escaped).toBe(0);
    });
    expect(cost).toBeLessThan(MUCH_TOO_LONG_S);
  });
});
