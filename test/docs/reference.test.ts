// The references are what the program says of itself.
import { expect, it } from 'vitest';
import { REFERENCES, renderReference } from '../../config/build/reference.ts';
import { read } from './documents.ts';

it.each(Object.keys(REFERENCES))('%s is up to date: npm run reference', async (name) => {
  expect(await read(name)).toBe(await renderReference(name));
});
