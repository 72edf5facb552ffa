import { expect, it } from 'vitest';
import { FAILURES, type FailureCode, remedyOf } from '../../src/domain/failures/failures.ts';

it.each(Object.keys(FAILURES) as FailureCode[])('%s has a remedy that takes no debate for granted', (code) => {
  expect(remedyOf(code)).toMatch(/^[A-Z].*\.$/);
  expect(remedyOf(code)).not.toMatch(/resum|seat/i);
});
