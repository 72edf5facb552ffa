// How the person who started `view` gets into the page: a code that works once and for a minute, for which a tab gets a token.
// The address, which other users of the machine may see in a list of programs, holds the code alone.
import { defined } from '../../../domain/defined.ts';
import { HallError } from '../../../domain/failures/errors.ts';
import { type SessionAnswer, sessionRequestSchema } from '../../../domain/hall-page/session.ts';
import { json, readBearer } from '../../../net/server/answers.ts';
import { readJsonBody } from '../../../net/server/body.ts';
import { sha256Hex } from '../../../support/canonical.ts';
import type { Clock, RandomHex } from '../../../support/clock.ts';
import type { OpenRoute } from '../page-host.ts';

const CODE_LASTS_MS = 60_000;
const CODE_DIGITS = 32;
const TOKEN_DIGITS = 64;

interface SignInPorts {
  readonly clock: Clock;
  readonly random: RandomHex;
}

interface Code {
  readonly until: number;
  readonly debate: string | undefined;
}

function refuse(message: string): HallError {
  return new HallError('not-authenticated', message, {
    hint: 'Press Enter where "debate-hall view" runs to get a new address.',
  });
}

export class SignIn {
  readonly #ports: SignInPorts;
  /** By digest, as the tokens are: comparing digests tells nothing of what was sent. */
  readonly #codes = new Map<string, Code>();
  readonly #tokens = new Set<string>();

  constructor(ports: SignInPorts) {
    this.#ports = ports;
  }

  /** Opens the page once; `debate` is what it shows first. */
  createCode(debate?: string): string {
    const now = this.#ports.clock.elapsed();
    for (const [digest, { until }] of this.#codes) if (until < now) this.#codes.delete(digest);
    const code = this.#ports.random(CODE_DIGITS);
    this.#codes.set(sha256Hex(code), { until: now + CODE_LASTS_MS, debate });
    return code;
  }

  /** Throws `not-authenticated`. */
  requireToken(request: Request): void {
    const token = readBearer(request);
    if (token === undefined || !this.#tokens.has(sha256Hex(token))) throw refuse('This page is not signed in.');
  }

  readonly route: OpenRoute = {
    method: 'POST',
    path: '/api/session',
    answer: async (request) => {
      const { code } = await readJsonBody(request, sessionRequestSchema);
      return json(this.#exchange(code));
    },
  };

  #exchange(code: string): SessionAnswer {
    const digest = sha256Hex(code);
    const known = this.#codes.get(digest);
    this.#codes.delete(digest);
    if (known === undefined || known.until < this.#ports.clock.elapsed()) {
      throw refuse('This address was used before, or is older than a minute.');
    }
    const token = this.#ports.random(TOKEN_DIGITS);
    this.#tokens.add(sha256Hex(token));
    return { token, ...defined({ debate: known.debate }) };
  }
}
