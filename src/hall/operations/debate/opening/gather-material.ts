// What a debate is given to read: sources that somebody names, what the caller had, and past decisions.
import { defined } from '../../../../domain/defined.ts';
import type { SeatAssignment } from '../../../../domain/event-parts.ts';
import { HallError } from '../../../../domain/failures/errors.ts';
import { onceForName } from '../../../../domain/once.ts';
import type { OpenPicture } from '../../../../domain/pictures.ts';
import { type CollectedContext, collectContext } from '../../../../material/context/collect.ts';
import { checkTogether } from '../../../../material/context/take-pictures.ts';
import type { FetchPage } from '../../../../net/fetch/fetch-page.ts';
import type { Hall } from '../../hall.ts';
import { type RecallInput, recallDecisions } from '../../memory/recall.ts';
import { toMaterial } from '../../memory/recalled-documents.ts';
import { hideSecretNames } from '../../written-secrets.ts';
import { type Material, NO_MATERIAL } from './given-documents.ts';
import type { OpenInput } from './open-input.ts';

/** Fetches web pages, each once, whoever names it. */
export function createPageFetcher(hall: Hall, signal: AbortSignal): FetchPage {
  const now = () => new Date(hall.clock.now()).toISOString();
  return onceForName(async (address) => {
    const { fetchPage } = await import('../../../../net/fetch/fetch-page.ts');
    return await fetchPage(address, { rules: hall.loaded.config.web, now, signal });
  });
}

export interface MaterialRequest {
  readonly context?: readonly string[] | undefined;
  readonly onlyPages?: ReadonlyMap<string, ReadonlySet<string>> | undefined;
  readonly stdin?: (() => Promise<string>) | undefined;
  /** See `CollectOptions`. */
  readonly leaveGone?: boolean;
  readonly fetchPage: FetchPage;
  readonly signal: AbortSignal;
}

/** Throws `context-unreadable`, `secret-found`, `bad-input`. */
export async function collectSources(
  hall: Hall,
  { context = [], onlyPages, stdin, leaveGone = false, fetchPage, signal }: MaterialRequest,
): Promise<CollectedContext> {
  const { maxBytes, allowSecrets } = hall.loaded.config.context;
  const git = (await hall.gits(signal))(hall.cwd);
  return await collectContext(context, {
    ...{ cwd: hall.cwd, hallFolder: hall.loaded.config.hall, maxBytes, allowSecrets, git },
    ...{ fetchPage, leaveGone, signal },
    ...defined({ onlyPages, stdin }),
  });
}

/** Each name once, since who saw a picture is recorded by it. Throws `context-unreadable` for more than a debate may have. */
function joinPictures(pictures: readonly OpenPicture[]): readonly OpenPicture[] {
  const joined: OpenPicture[] = [];
  for (const picture of pictures) {
    if (joined.some(({ source }) => source === picture.source)) continue;
    joined.push(picture);
    const problem = checkTogether(joined);
    if (problem !== undefined)
      throw new HallError('context-unreadable', `"${picture.source}" ${problem.why}.`, { hint: problem.hint });
  }
  return joined;
}

/** What the caller had, what the sources hold, and past decisions as far as there is room for them. */
export async function gatherMaterial(
  hall: Hall,
  { material = NO_MATERIAL, recall, relation, signal }: Pick<OpenInput, 'material' | 'recall' | 'relation' | 'signal'>,
  collected: CollectedContext,
  {
    seats,
    options,
    ...asked
  }: Pick<RecallInput, 'topic'> & {
    readonly tags: readonly string[];
    readonly options: readonly string[] | undefined;
    readonly seats: readonly SeatAssignment[];
  },
): Promise<Material> {
  const recallPast = async (): Promise<Material> => {
    const { maxBytes, allowSecrets } = hall.loaded.config.context;
    const used = collected.items.reduce((sum, { bytes }) => sum + bytes, 0);
    const rehearsals = seats.every(({ agent }) => agent.rehearsal === true);
    const known = defined({ options, except: relation?.of, signal });
    const found = await recallDecisions(hall, { ...asked, rehearsals, ...known });
    return toMaterial(found, { maxBytes: maxBytes - used, allowSecrets });
  };
  const parts = [material, collected, recall === true ? await recallPast() : NO_MATERIAL];
  return {
    items: parts.flatMap(({ items }) => items),
    leftOut: hideSecretNames(
      hall,
      parts.flatMap(({ leftOut }) => leftOut),
    ),
    pictures: joinPictures(parts.flatMap(({ pictures = [] }) => pictures)),
  };
}
