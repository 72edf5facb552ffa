import { expect, it } from 'vitest';
import { escapePlain } from '../../src/domain/words/markdown-safe.ts';

it('escapes underscores that could emphasise, and leaves ids readable', () => {
  expect(escapePlain('prop_001a and snake_case_name')).toBe('prop_001a and snake_case_name');
  expect(escapePlain('_forced_ and a __word__ and x_ y')).toBe('\\_forced\\_ and a \\_\\_word\\_\\_ and x\\_ y');
});
