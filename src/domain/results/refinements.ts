// What schemas of events ask for beyond a shape, by name, so that a description of a schema can name it.
import { isTag } from '../tags.ts';

/** Whatever holds this name is a sealed text, which the rules must not make. */
const holdsNoSeal = (value: object) => !Object.hasOwn(value, 'sha256');

/** Of an ID, which is also the name of a file. */
const leadsNowhereElse = (id: string) => !id.includes('..') && !id.endsWith('.');
const isNoOption = (id: string) => !id.startsWith('-');

export const REFINEMENTS = { holdsNoSeal, leadsNowhereElse, isNoOption, isTag };
