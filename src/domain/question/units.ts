// Whether two words are the same unit: in several languages, of one thing or many, and in which letters the case counts.

export const PERCENT_WORDS =
  '%|٪|percent|per cent|prozent|pour cent|por ciento|por cento|per cento|procent|процент(?:а|ов)?|persen|パーセント|퍼센트';
/** Before the number, as in Turkish, Arabic, Basque and Chinese. */
export const PERCENT_BEFORE = '%|٪|yüzde|百分之';
const IS_PERCENT = new RegExp(`^(?:${PERCENT_WORDS}|${PERCENT_BEFORE})$`, 'iu');

/** Units of the same meaning in other languages; only words that mean one of them everywhere, and "$", which alone is a US dollar. */
export const SAME_UNITS = [
  [
    'second|seconds|sekunde|sekunden|seconde|secondes|segundo|segundos|secondo|secondi|sekunda|sekundy|sekund',
    'sekundu|секунда|секунды|секунд|detik|giây|ثانية',
  ],
  [
    'minute|minutes|minuten|minuto|minutos|minuti|minuut|minuta|minuty|minut',
    'minutu|минута|минуты|минут|menit|phút|دقيقة',
  ],
  [
    'hour|hours|stunde|stunden|heure|heures|hora|horas|ora|ore|uur|uren|godzina|godziny|godzin',
    'hodina|hodiny|hodin|час|часа|часов|jam|giờ|ساعة',
  ],
  [
    'day|days|tag|tage|tagen|jour|jours|día|días|dia|dias|giorno|giorni|dag|dagen|dzień|dni',
    'den|dny|dní|dnů|день|дня|дней|дни|hari|ngày|يوم|يوما|يوماً|أيام',
  ],
  [
    'week|weeks|woche|wochen|semaine|semaines|semana|semanas|settimana|settimane|weken|tydzień|tygodnie|tygodni',
    'týden|týdny|týdnů|неделя|недели|недель|minggu|tuần|أسبوع|أسبوعا|أسبوعاً',
  ],
  [
    'month|months|monat|monate|monaten|mois|mes|meses|mês|mese|mesi|maand|maanden|miesiąc|miesiące|miesięcy',
    'měsíc|měsíce|měsíců|месяц|месяца|месяцев|bulan|tháng|شهر|شهرا|شهراً',
  ],
  [
    'year|years|jahr|jahre|jahren|an|ans|année|années|año|años|ano|anos|anno|anni|jaar|jaren|rok|lata|lat',
    'roky|roků|let|год|года|лет|tahun|năm|سنة',
  ],
  [
    'person|persons|people|personen|leute|personne|personnes|persona|personas|persone|pessoa|pessoas|mensen|osoba|osoby|osób',
    'osob|lidé|lidí|человек|человека|люди|людей|orang|người|شخص|شخصا|شخصاً',
  ],
  ['euro|euros|eur|€|евро|يورو'],
  ['dollar|dollars|us dollar|us dollars|usd|us$|$'],
].map((lines) => lines.join('|').split('|'));

/** Behind "m" for a thousandth and "M" for a million; of bits there is no thousandth. */
const MEASURES = 'W|Wh|V|VA|A|Ah|m|s|g|l|t|J|N|Hz|Pa|mol|eV|F|H|Bq|Sv|Gy|Ω';
/** Bits and bytes. */
const BITS = 'i?[bB](?:ps|its?|ytes?)?';

/** Where the case counts: "mW" and "MW", "Gb" and "GB", and what stands alone, such as "m". Elsewhere it does not: "GPUs", "usd", "Users". */
const CASED = `(?<!\\p{L})(?:[mp](?=(?:${MEASURES})s?(?!\\p{L}))|\\p{L}(?!\\p{L}))|(?<=(?<!\\p{L})(?:[kmgtpe]i?)?)b(?=(?:ps|s)?(?!\\p{L}))`;
const LETTER = new RegExp(`(${CASED})|\\p{L}`, 'giu');
const fold = (unit: string) => unit.replace(LETTER, (letter, cased?: string) => cased ?? letter.toLowerCase());

/** One is the plural of the other. */
const isPlural = (one: string, many: string) => one.length > 1 && (many === `${one}s` || many === `${one}es`);

export function isUnit(unit: string | undefined, text: string): boolean {
  const said = text.trim();
  if (unit === undefined || said === unit) return said === unit;
  if (unit === '%') return IS_PERCENT.test(said);
  const [known, given] = [unit.toLowerCase(), said.toLowerCase()];
  if (SAME_UNITS.some((words) => words.includes(known) && words.includes(given))) return true;
  const [asked, answered] = [fold(unit), fold(said)];
  return asked === answered || isPlural(asked, answered) || isPlural(answered, asked);
}

/** What may follow a prefix: a measure, a currency, or a character that is a word. */
const IS_PREFIXED = new RegExp(
  `^(?:${MEASURES}|${BITS}|\\p{Sc}|[A-Z]{3}|[Ee]uros?|[\\p{Script=Han}\\p{Script=Hangul}])(?!\\p{L})`,
  'u',
);

/** "12k" where "kUSD" are asked for: of these, or thousands of them? */
export function mayBeginUnit(magnitude: string, unit = ''): boolean {
  const [first = '', ...rest] = unit;
  return magnitude.replace('K', 'k') === first.replace('K', 'k') && IS_PREFIXED.test(rest.join(''));
}
