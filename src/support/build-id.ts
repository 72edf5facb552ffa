// Tells one build of the program from another.

/** Digest of the sources that were built, which the build puts here; `undefined` where they run as they are. */
export const BUILD_ID: string | undefined = undefined;
