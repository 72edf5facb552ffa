// Whether a text that has the form of a secret is one, and not an example, a placeholder, a variable or a word of the code.

const EXAMPLE = /example|placeholder|x{6}|(.)\1{7}|\*{3}|\.{3}/i;
/** The payload of the token that stands in every introduction to JSON web tokens. */
const TEXTBOOK = 'eyJzdWIiOiIxMjM0NTY3ODkw';

const NO_VALUE =
  /sample|dummy|change[-_]?me|your|test|fake|foo|bar|passw|secret|token|12345|abcd|process\.|env\.|[$<>(){}[\]\\|`]/i;
const LONG = 16;
const SHORT = 8;

/** A secret that is known by its form alone. */
export function isNotExample(value: string): boolean {
  return !EXAMPLE.test(value) && !value.includes(TEXTBOOK);
}

/** What nobody would write as a word: letters with digits, long, or of three kinds of characters. */
function looksRandom(value: string): boolean {
  if (value.length < SHORT || NO_VALUE.test(value) || !isNotExample(value)) return false;
  const kinds = [/[a-z]/, /[A-Z]/, /\d/, /[^A-Za-z\d.]/].filter((kind) => kind.test(value)).length;
  return /\d/.test(value) && /[A-Za-z]/.test(value) && (kinds > 2 || value.length >= LONG);
}

/** A value in quotes, or one that is all of a line behind its name: anything else is an expression of a program. */
function isValue(text: string, start: number, end: number): boolean {
  if (/["']/.test(text[start - 1] ?? '')) return text[end] === text[start - 1];
  if (!/^[^\S\n]*(?:$|\r?\n|#)/.test(text.slice(end, end + 40))) return false;
  const line = text.slice(Math.max(0, start - 120), start);
  return /(?:^|\n)[^\S\n]*(?:export[^\S\n]+|set[^\S\n]+|-[^\S\n]+)?["']?[\w.-]+["']?[^\S\n]*[:=][^\S\n]*$/.test(line);
}

const PLAIN_PASSWORD =
  /^(?:p(?:ass)?w(?:or)?d|pass(?:wd|word|phrase)?|secret|user(?:name)?|test|tests|postgres|mysql|root|admin|guest|token|key|x+|y+|\*+|\.+|foo|bar|baz)\d{0,3}$/i;
const PLAIN_HOST = /^@(?:localhost|127\.0\.0\.1|\[::1\]|0\.0\.0\.0)/i;
const EXAMPLE_HOST =
  /^@(?:[\w-]+\.){0,6}(?:example|test|invalid|localhost|foo|bar|host(?:name)?|server|domain)(?:[.:/\s"'`)]|$)/i;
const DATABASE = /(?:postgres(?:ql)?|mysql|mariadb|mongodb(?:\+srv)?|rediss?|amqps?|mssql|sqlserver|clickhouse)$/i;

/** "user:password" inside of an address; those of databases count also where the host is an example. */
export function isRealLogin(login: string, text: string, start: number): boolean {
  const password = login.slice(login.indexOf(':') + 1);
  if (password.length < 4 || PLAIN_PASSWORD.test(password) || /[$<>{}%()[\]*]/.test(password)) return false;
  if (!isNotExample(password)) return false;
  const end = start + login.length;
  const host = text.slice(end, end + 120);
  if (PLAIN_HOST.test(host)) return false;
  const scheme = text.slice(Math.max(0, start - 20), start - '://'.length);
  return DATABASE.test(scheme) || (!EXAMPLE_HOST.test(host) && password.length >= SHORT && /\d/.test(password));
}

/** The value of a setting that is named like a secret. */
export function isRealValue(value: string, text: string, start: number): boolean {
  return looksRandom(value) && isValue(text, start, start + value.length);
}

/** A token behind a word that stands in prose as well. */
export function isRealToken(value: string): boolean {
  return looksRandom(value) && value.length >= LONG;
}
