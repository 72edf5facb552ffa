// Keeps secrets out of configuration files, which end up in repositories.
import type { ValueProblem } from '../../domain/values/problems.ts';
import type { Leaf } from '../../domain/values/tree.ts';
import { findSecret, isSecretName } from '../../support/secrets/find-secret.ts';
import { ADDRESS_PASSWORD } from '../../support/secrets/secret-patterns.ts';

const WAY_OUT =
  'Remove it from the file and set it as an environment variable, or in a .env file that is not committed. If it was ever shared, revoke it at its provider.';

/** Says where a secret is, as `worker.people` does. */
const REFERENCE = /^(?:env:[A-Za-z_][A-Za-z0-9_]*|file:.+)$/;

const isReference = ({ path, value }: Leaf) =>
  path[0] === 'worker' && typeof value === 'string' && REFERENCE.test(value);

function findSecretKind(leaf: Leaf): string | undefined {
  const { path, value } = leaf;
  if (typeof value !== 'string' || value === '' || isReference(leaf)) return undefined;
  if (value.search(ADDRESS_PASSWORD) !== -1) return 'is an address with a password in it';
  const shape = findSecret(value)?.kind;
  if (shape !== undefined) return `looks like ${shape}`;
  const name = path.findLast((key) => !/^\d+$/.test(key)) ?? '';
  return isSecretName(name) ? 'is the setting of a secret' : undefined;
}

/** The values of a file that must not stand there; the values themselves are not repeated. */
export function findSecretProblems(leaves: readonly Leaf[]): readonly ValueProblem[] {
  return leaves.flatMap((leaf) => {
    const kind = findSecretKind(leaf);
    return kind === undefined
      ? []
      : [{ path: leaf.path, message: `${kind}, and config files must not contain secrets`, hint: WAY_OUT }];
  });
}

/** Whether a value must not be shown. */
export function isSecretLeaf(leaf: Leaf): boolean {
  return findSecretKind(leaf) !== undefined;
}
