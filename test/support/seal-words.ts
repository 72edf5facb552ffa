// Seals the words of events that tests make themselves: failures, notes, reasons, warnings.
import { type Seal, seal } from '../../src/ledger/chain/chain.ts';

export const sealWords: Seal = (text) => seal(text, '0'.repeat(32));
