// Problems of an imported file that somebody accepted, by the codes of their notes.

/** The note of a problem in a file that did not verify. */
export const IMPORTED_DAMAGE = 'imported-damage';
/** The note of a part that was left out because it contradicted the rest. */
export const IMPORT_LEFT_OUT = 'import-left-out';

export const isProblemCode = (code: string): boolean => code === IMPORTED_DAMAGE || code === IMPORT_LEFT_OUT;

/** In a word, for lists. */
export const DAMAGED_IMPORT = 'damaged import';
