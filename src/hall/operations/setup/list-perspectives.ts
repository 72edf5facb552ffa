// The points of view that seats can be given, for `debate-hall perspectives` and other programs.
import type { Perspective } from '../../../material/prompts/perspectives.ts';
import type { Hall } from '../hall.ts';

/** Those that come with the program and one's own, by name. */
export async function listPerspectives(hall: Hall): Promise<readonly Omit<Perspective, 'text'>[]> {
  return (await hall.perspectives()).map(({ text: _, ...perspective }) => perspective);
}
