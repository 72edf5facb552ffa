import { expect, it } from 'vitest';
import { FAILURES, type FailureCode, getRemedy } from '../../src/domain/failures/failures.ts';

it.each(Object.keys(FAILURES) as FailureCode[])('%s has a remedy that takes no debate for granted', (code) => {
  expect(getRemedy(code)).toMatch(/^[A-Z].*\.$/);
  expect(getRemedy(code)).not.toMatch(/resum|seat/i);
});
