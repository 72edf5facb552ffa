// What the samples of steps get, where a test says them without the agent that rehearses.
import type { Rehearsal } from '../../src/formats/common/rehearsal.ts';

export const REHEARSAL: Rehearsal = { question: '“Should we move?”', alternatives: [], rejects: () => false };
