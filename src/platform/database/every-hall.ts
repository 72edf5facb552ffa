/** In place of the name of one; no hall can have it. */
export const EVERY_HALL = '*';
