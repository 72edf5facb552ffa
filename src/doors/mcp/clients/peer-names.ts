// Arguments as clients of neighbouring servers name them, under the names that they have here; they are taken without being advertised,
// since every session of every client pays for what is.

/** By tool: our name for theirs; `undefined` for what asks for something that is always so here. */
const NAMES: Readonly<Record<string, Readonly<Record<string, string | undefined>>>> = {
  // debate-hall-mcp from 0.3 on: a transcript always has the hashes and times that it calls metadata.
  get_debate: { context_turns: 'context_lines', include_metadata: undefined },
  // Ploidy.
  debate_auto: { prompt: 'topic' },
};

/** What has our name as well keeps it. */
export function mapPeerNames(tool: string, args: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const names = NAMES[tool];
  if (names === undefined) return args;
  const ours = Object.entries(args).flatMap(([key, value]) => {
    if (!Object.hasOwn(names, key)) return [[key, value]];
    const name = names[key];
    return name === undefined || Object.hasOwn(args, name) ? [] : [[name, value]];
  });
  return Object.fromEntries(ours);
}
