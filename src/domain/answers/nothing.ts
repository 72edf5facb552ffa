// Words that stand where there is nothing to say.

/** Longer texts say something. */
const LONGEST = 80;
const NOTHING =
  /\b(?:(?:none|nothing)(?:\s(?:else|needed|required|necessary|proposed|given|known|found|to\s(?:add|report|say|propose)))?|null|nil|n\/?a|not (?:applicable|needed)|undefined|unknown|no (?:resolution|alternative|objection)s?)\b/i;
/** In other languages, without spaces; these stand alone. */
const ELSEWHERE = new Set(
  'keine keiner keines nichts aucun aucune rien ninguno ninguna nada nenhum nenhuma nessuno nessuna niente geen niets нет なし 無し 特になし 無 无 没有 沒有 없음 لايوجد'.split(
    ' ',
  ),
);
const MARKS = /[\s!-/:-@[-`{-~。、…–—]/g;

/** Whether it has a letter or digit of any script. Loading the tables of Unicode takes longer than all the rest, and few marks need them. */
export const hasLetters = (text: string): boolean =>
  /[\dA-Za-z]/.test(text) || (/[^\0-\x7f]/.test(text) && /[\p{L}\p{N}]/u.test(text));

/** Whether there is nothing to read in it: no letter, digit or symbol. */
export const isBlank = (text: string | null | undefined): boolean =>
  text === null || text === undefined || !(hasLetters(text) || /[\p{S}%‰]/u.test(text));

/** Null as it may be written in words. */
export const sayOrNull = (said: string | null | undefined): string | null =>
  said === null || said === undefined || isNothing(said) ? null : said;

/** "None.", "n/a", "(null)", "—", "keine", or no words at all. */
export function isNothing(said: string): boolean {
  if (said.length > LONGEST) return false;
  const text = said.normalize('NFKC');
  return isBlank(text.replace(NOTHING, '')) || ELSEWHERE.has(text.toLowerCase().replace(MARKS, ''));
}
