// Marks transformations by which a schema only adds members that are missing, so that a value that has all of them needs no schema.

const fillIns = new WeakSet<object>();

export function fillIn<In, Out extends In>(complete: (value: In) => Out): (value: In) => Out {
  fillIns.add(complete);
  return complete;
}

export const isFillIn = (transform: object): boolean => fillIns.has(transform);
