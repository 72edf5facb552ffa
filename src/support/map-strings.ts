// Changes every text in a value, however deep.

/** `key`: of the member that holds the text, be it in a list there; "" in a list outside of any. `holder`: what has the text as a member. */
export type ChangeText = (text: string, key: string | undefined, holder: object | undefined) => string;

/** The same value with its texts changed; keys and times stay as they are. */
export function mapStrings<T>(value: T, change: ChangeText, key?: string, holder?: object): T {
  if (typeof value === 'string') return change(value, key, holder) as T;
  if (Array.isArray(value)) return value.map((item) => mapStrings(item, change, key ?? '')) as T;
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  const members = Object.entries(value).map(([name, item]) => [name, mapStrings(item, change, name, value)]);
  return Object.fromEntries(members) as T;
}
