// Limits as fields, and a debate that has reached one of them and continues under a higher one.
import type { RaisableLimit } from '../../../domain/hall-page/debate.ts';
import type { ResumeRequest } from '../../../domain/hall-page/writes.ts';
import { Line } from './fields.tsx';
import { FoldedForm } from './fold.tsx';
import type { Writing } from './turn/writing.tsx';

const WHOLE = { pattern: '(?=.*[1-9])\\s*\\d+\\s*', format: 'A whole number above 0, in digits.' };
const DECIMAL = {
  pattern: '(?=.*[1-9])\\s*\\d+(\\.\\d+)?\\s*',
  format: 'A number above 0, with a point before decimals, such as 0.5.',
};

const LIMITS = {
  tokens: { label: 'At most tokens', inputMode: 'numeric', ...WHOLE },
  usd: { label: 'At most US dollars', inputMode: 'decimal', ...DECIMAL },
  minutes: { label: 'At most minutes', inputMode: 'decimal', ...DECIMAL },
} as const satisfies Readonly<Record<RaisableLimit, object>>;

export const RAISABLE = Object.keys(LIMITS) as readonly RaisableLimit[];

interface LimitLineProps {
  readonly writing: Writing;
  readonly limit: RaisableLimit;
  readonly hint?: string;
}

export const LimitLine = ({ writing, limit, hint }: LimitLineProps) => (
  <Line writing={writing} name={limit} {...LIMITS[limit]} hint={hint} />
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
      const most = fields[limit]?.trim() ?? '';
      return most === '' ? undefined : { limits: { [limit]: Number(most) } };
    }}
  >
    {(writing) => <LimitLine writing={writing} limit={limit} hint="In all, with what the debate has taken so far." />}
  </FoldedForm>
);
