// The net for secrets: what it catches in what would be sent out and what it takes out of what is shown, what it lets pass, and what
// hostile text costs it.
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/agents/failures/redact.ts';
import { findSecret } from '../../src/support/secrets/find-secret.ts';
import { secretPatterns } from '../../src/support/secrets/secret-patterns.ts';
import { inCampaign, times } from '../support/campaign.ts';
import { type Folder, makeFolder } from './folder.ts';
import { HARMLESS, SECRET_FILES, SECRETS } from './secret-samples.ts';

let folder: Folder;
beforeEach(async () => {
  folder = await makeFolder();
});
afterEach(() => folder.remove());

describe('a secret', () => {
  it('of any kind is refused with file and line, never the value', async () => {
    for (const [kind, written, secret] of SECRETS) {
      await folder.write({ 'src/config': `one\ntwo\n${written(secret)}\nfour\n` });
      const error = await folder.refusal(['src']);
      expect(error.message, written('…')).toContain(`src/config, line 3, looks like ${kind}`);
      expect(JSON.stringify({ ...error.toJSON(), stack: error.stack })).not.toContain(secret);
    }
  });

  it('of any kind is taken out of messages', () => {
    const redact = createRedactor({});
    for (const [, written, secret] of SECRETS) {
      const shown = redact(`It failed: ${written(secret)}`);
      expect(shown, written('…')).not.toContain(secret);
      expect(shown).toContain('[redacted]');
    }
  });

  it('is expected in files of certain names', async () => {
    for (const name of SECRET_FILES) {
      const one = await makeFolder();
      await one.write({ [name]: 'harmless' });
      expect((await one.refusal(['.'])).message).toContain(`${name} is a file that usually holds secrets`);
      await one.remove();
    }
    const shared = [
      '.env.example',
      'example.env',
      '.env.production.template',
      '.npmrc',
      'environment.ts',
      'monkey.md',
      'key.ts',
    ];
    await folder.write(Object.fromEntries(shared.map((name) => [name, 'harmless'])));
    expect((await folder.collect(['.'])).items).toHaveLength(shared.length);
  });

  it('is not seen in what only resembles one', () => {
    for (const text of HARMLESS) expect(findSecret(text), text).toBeUndefined();
  });
});

describe('the net', () => {
  it('names every form in words, and finds all of it', () => {
    for (const { kind, pattern } of secretPatterns()) {
      expect(kind).toMatch(/^an? /);
      expect(pattern.flags).toContain('g');
    }
  });

  it.runIf(inCampaign)('costs time in proportion to the text, also where everything nearly matches', () => {
    const near = [
      ...SECRETS.map(([, written, secret]) => written(secret.slice(0, Math.ceil(secret.length / 2)))),
      ...[
        '://',
        '://a:',
        '://a:b',
        'password=',
        'password = "',
        'secret_access_key = ',
        'Bearer ',
        'AccountKey=',
        '"auth": "',
      ],
      ...[
        '-----BEGIN A ',
        'eyJ-',
        'eyJaaaaaaaaaaa.',
        'sk-',
        'a.atlasv1.',
        '1234567890:',
        'M'.repeat(30),
        'A',
        ' ',
        '=',
      ],
    ];
    // What grows with the square of its length would take minutes for one of them.
    const redact = createRedactor({});
    for (const piece of near) {
      const text = piece.repeat(Math.ceil(times(400_000, 60_000) / piece.length));
      findSecret(text);
      expect(redact(text).length).toBeGreaterThan(0);
    }
  });
});
