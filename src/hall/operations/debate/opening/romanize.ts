// Topics in Latin letters without accents, so that debates in any script have IDs that people can read, type and tell apart.

/** The table is read only where letters need it: an English topic pays nothing for it. */
export async function romanize(text: string): Promise<string> {
  const plain = text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '');
  if (!/[^\p{ASCII}\P{L}]/u.test(plain)) return plain;
  const { default: transliterate } = await import('any-ascii');
  // Of what parts no words, every sign is one.
  const parted = text.normalize('NFC').replace(/\p{Script=Han}/gu, (sign) => ` ${transliterate(sign)} `);
  return transliterate(parted);
}
