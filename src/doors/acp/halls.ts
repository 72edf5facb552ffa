// The hall of a session: opened anew for each request, so that a corrected configuration needs no new server.
import { type OpenHallOptions, openHall } from '../../hall/compose/hall.ts';
import type { Setting } from '../../hall/config/sources/variables.ts';
import type { Hall } from '../../hall/operations/hall.ts';

/** What the command line said for all sessions; whose home and environment it is, where they are not those of this process. */
export type HallSettings = Pick<OpenHallOptions, 'configFile' | 'env' | 'home' | 'onWarning'> & {
  readonly settings: readonly Setting[];
  /** Trusts every project as long as the server runs. */
  readonly trust?: true;
  /** What every session begins with. */
  readonly perspectives?: 'auto';
};

interface HallRequest {
  readonly cwd: string;
  readonly settings?: readonly Setting[];
  readonly trust?: true | undefined;
}

/** The caller closes it. Throws `config-invalid`. */
export async function openHallFor(common: HallSettings, { cwd, settings = [], trust }: HallRequest): Promise<Hall> {
  return await openHall({
    ...common,
    cwd,
    settings: [...common.settings, ...settings],
    ...(trust === true ? { trust } : {}),
  });
}

/** Opens a hall for `work` alone. */
export async function withHallFor<T>(
  common: HallSettings,
  request: HallRequest,
  work: (hall: Hall) => Promise<T>,
): Promise<T> {
  const hall = await openHallFor(common, request);
  try {
    return await work(hall);
  } finally {
    await hall.close();
  }
}
