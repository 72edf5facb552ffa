// Where two values that JSON holds differ, as paths of their members.

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const joinPath = (path: string, name: string) => (path === '' ? name : `${path}.${name}`);

/** Of what one has and the other lacks, the first member alone is named. */
export function findDifferences(one: unknown, other: unknown, path = ''): readonly string[] {
  if (Object.is(one, other)) return [];
  if (!isObject(one) || !isObject(other) || Array.isArray(one) !== Array.isArray(other)) return [path];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) =>
    Object.hasOwn(one, name) && Object.hasOwn(other, name)
      ? findDifferences(one[name], other[name], joinPath(path, name))
      : [joinPath(path, name)],
  );
}
