// Why a look has nothing to give, as a sentence for whoever looks. Never names a place outside of the source.
export class UnreadableError extends Error {
  override readonly name = 'UnreadableError';
}
