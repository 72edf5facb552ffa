// The hall of a session: opened anew for each request, so that a corrected configuration needs no new server; for a run after the
// client's user was asked about what a project may only do if it is trusted.
import { type AgentContext, RequestError, type RequestPermissionOutcome } from '@agentclientprotocol/sdk';
import { HallError } from '../../domain/failures/errors.ts';
import { type OpenHallOptions, openHall } from '../../hall/compose/hall.ts';
import type { Setting } from '../../hall/config/sources/variables.ts';
import { createNotTrustedError } from '../../hall/config/trust/trust.ts';
import { type TrustRequest, trustQuestion } from '../../hall/config/trust/trust-request.ts';
import { refuseReentry } from '../../hall/operations/debate/running/reentry.ts';
import type { Hall } from '../../hall/operations/hall.ts';
import { untilAborted } from '../../support/wait.ts';

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

/** Opens the hall of the session; with `trust`, with everything that its project asks for. */
type Open = (trust?: true) => Promise<Hall>;

/** Who can be asked, and what they have answered in this session, by what they were asked about. */
interface Consent {
  readonly client: Pick<AgentContext, 'request'>;
  readonly sessionId: string;
  readonly given: Map<string, boolean>;
}

async function askTrust({ client, sessionId }: Consent, request: TrustRequest, signal: AbortSignal): Promise<boolean> {
  const answer = client.request(
    'session/request_permission',
    {
      sessionId,
      toolCall: {
        toolCallId: `trust-${request.digest.slice(0, 12)}`,
        title: 'Trust the settings of this project',
        kind: 'other',
        status: 'pending',
        content: [{ type: 'content', content: { type: 'text', text: trustQuestion(request) } }],
      },
      options: [
        { optionId: 'trust', name: 'Trust it in this session', kind: 'allow_once' },
        { optionId: 'ignore', name: 'Continue without these settings', kind: 'reject_once' },
      ],
    },
    { cancellationSignal: signal },
  );
  // Some clients leave a request unanswered that was cancelled; others answer none, or with anything.
  const outcome: Partial<RequestPermissionOutcome> | undefined = await untilAborted(answer, signal).then(
    (response) => response?.outcome,
    (error) => {
      if (error instanceof RequestError) return undefined;
      throw error;
    },
  );
  if (outcome?.outcome === 'cancelled') throw new HallError('cancelled', 'Cancelled: nothing was started.');
  if (outcome?.outcome === 'selected') return outcome.optionId === 'trust';
  throw createNotTrustedError('This client cannot ask what the project may do', request);
}

/**
 * What the user answers holds for the session and is not remembered, since some clients answer every request by themselves. The caller
 * closes the hall. Throws `reentrant`, `cancelled`, `not-trusted`, `config-invalid`.
 */
export async function openWithConsent(consent: Consent, open: Open, signal: AbortSignal): Promise<Hall> {
  const hall = await open();
  try {
    refuseReentry(hall);
    const { state, request } = hall.loaded.trust;
    if (state !== 'undecided' || request === undefined) return hall;
    const trusted = consent.given.get(request.digest) ?? (await askTrust(consent, request, signal));
    consent.given.set(request.digest, trusted);
    if (!trusted) return hall;
    await hall.close();
    return await reopen(open, request);
  } catch (error) {
    await hall.close();
    throw error;
  }
}

/** Trusts what was asked about, and nothing that was written since. */
async function reopen(open: Open, { digest }: TrustRequest): Promise<Hall> {
  const hall = await open(true);
  const { request } = hall.loaded.trust;
  if (request === undefined || request.digest === digest) return hall;
  await hall.close();
  throw createNotTrustedError('The settings of the project have just changed', request);
}
