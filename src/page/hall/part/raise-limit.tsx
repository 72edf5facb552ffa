// Limits as fields, and a debate that has reached one of them and continues under a higher one.
import type { RaisableLimit } from '../../../domain/hall-page/debate.ts';
import type { ResumeRequest } from '../../../domain/hall-page/writes.ts';
import { Line } from './fields.tsx';
import { FoldedForm } from './fold.tsx';
import type { Writing } from './turn/writing.tsx';

const LIMITS = {
  tokens: { label: 'At most tokens', inputMode: 'numeric' },
  usd: { label: 'At most US dollars', inputMode: 'decimal' },
  minutes: { label: 'At most minutes', inputMode: 'decimal' },
} as const satisfies Readonly<Record<RaisableLimit, object>>;

const NUMBER = '\\s*\\d+(\\.\\d+)?\\s*';

export const RAISABLE = Object.keys(LIMITS) as readonly RaisableLimit[];

interface LimitLineProps {
  readonly writing: Writing;
  readonly limit: RaisableLimit;
  readonly hint?: string;
}

export const LimitLine = ({ writing, limit, hint }: LimitLineProps) => (
  <Line writing={writing} name={limit} {...LIMITS[limit]} hint={hint} pattern={NUMBER} />
);

interface RaiseLimitProps {
  readonly debate: string;
  readonly limit: RaisableLimit;
}

export const RaiseLimit = ({ debate, limit }: RaiseLimitProps) => (
  <FoldedForm<ResumeRequest>
    debate={debate}
    kind="resume"
    fold="Resume with a higher limit"
    title="Higher limit"
    submit="Resume"
    body={(fields) => {
      const most = Number(fields[limit] ?? '');
      return most > 0 ? { limits: { [limit]: most } } : undefined;
    }}
  >
    {(writing) => <LimitLine writing={writing} limit={limit} hint="In all, with what the debate has taken so far." />}
  </FoldedForm>
);
