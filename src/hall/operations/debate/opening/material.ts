// What a debate is given to read besides its question, before its texts are sealed.
import type { OpenPicture } from '../../../../domain/pictures.ts';
import type { OpenRequest } from '../../../../ledger/engine/opening.ts';

export interface Material {
  readonly items: OpenRequest['context'];
  readonly leftOut: OpenRequest['contextLeftOut'];
  readonly pictures?: readonly OpenPicture[];
}

export const NO_MATERIAL: Material = { items: [], leftOut: [] };
