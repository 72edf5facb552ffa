// How a topic asks for a number, a share or a probability, in many languages. A number is what is counted: "how many servers". Of "how much"
// nobody can say whether 3 means weeks or months, so it asks for words, unless for percent.
import { once } from '../once.ts';
import { SAME_UNITS } from './units.ts';

const START = '^[¿\\s]*(?:\\p{L}{1,7} )?';
const END = '(?![\\p{L}\\p{M}])';

/** Of "how much does a day cost", in languages that have no article. */
const ONE_UNIT =
  'sekunda|minuta|godzina|dzień|tydzień|miesiąc|rok|osoba|hodina|den|týden|měsíc|секунда|минута|час|день|неделя|месяц|год';
const UNITS = `(?!(?:${ONE_UNIT})${END})(?:${SAME_UNITS.flat().join('|').replaceAll('$', '\\$')})`;

/** Where a language begins its question so, after a short word at most: "in wie vielen Tagen". */
const FIRST_COUNTS = [
  "how many|what number of|wie ?viele[nr]?|combien d(?:e |['’])(?!temps|poids|fonds)\\p{L}+[sx]",
  'cu[aá]nt[oa]s|quant[oa]s|quant[ei]|hur många|hvor mange',
  // Where one word counts and measures: before a unit, and before what only a plural ends with.
  `(?:hoeveel|ile|kolik|koľko|сколько|скільки|колко|berapa|كم) ${UNITS}`,
  '(?:ile|kolik|koľko|сколько|скільки) \\p{L}{2,}(?:ów|ů|ov|ов|ев|ей|ів|їв)|כמה \\p{L}{2,}ים|hoeveel \\p{L}{3,}[eo]rs|كم عدد',
  'ilu|koľkých|скольких|πόσ(?:οι|ες|α|ων|ους)|چند(?! است)|kuinka monta|montako|hány|câ(?:te|ți|ţi)',
];
/** Money and time that are counted in no language, but whose word is a plural there. */
const UNCOUNTED = '(?! (?:soldi|penger?|bani|χρήματα|λεφτά|para|समय|पैसे|tiền)(?![\\p{L}\\p{M}]))';
const FIRST_AMOUNTS = [
  'how much|wie ?viel|combien|cu[aá]nt[oa]s?|quant[ae]s?|quanti|quanto(?! (?:è|sono|sia|é|ao?s?|à|al|ai|all[ae]|agli)(?![\\p{L}\\p{M}]))',
  'hur m(?:ycket|ånga)|hvor (?:meget|mye|mange)|kuinka paljon|câtă|câ(?:te|ți|ţi)|cât(?! de)',
  'hoeveel|(?<!na )ile|kolika?|koľko|сколько|колко|скільки|πόσα|كم|כמה(?! סביר)|چند|mennyi|berapa',
];
/** What is answered in percent, whether or not the question has the word for it. */
const SHARES = [
  'what percent(?:age)?|what (?:share|fraction|proportion) of|welche[rnm]? (?:Anteil|Prozentsatz)|welk (?:percentage|aandeel)',
  'quel pourcentage|quelle (?:part|proportion) d(?:e|es|u)?|qué (?:porcentaje|proporción)|(?:quale|che) percentuale',
  'qual (?:é )?a? ?(?:porcentagem|percentagem|proporção)|que (?:porcentagem|percentagem|proporção)|(?:hur|hvor) stor (?:an)?del',
  'jaki (?:odsetek|procent)|jaký podíl|jaké procento|aké percento|aký podiel|какой процент|какая доля|какую долю|який відсоток|яка частка',
];
/** Where it stands at the place of the answer. */
const WITHIN_COUNTS = ['kaç', 'कितने(?! (?:महत्वपूर्ण|ज़रूरी|जरूरी|सुरक्षित))', 'mấy', `bao nhiêu ${UNITS}`];
const WITHIN_AMOUNTS = ['kaç', 'कितने', 'कितना', 'कितनी', 'mấy', 'bao nhiêu'];
const OF_SCRIPTS_WITHOUT_BLANKS = [
  '(?:いくつ|何(?:個|人|名|件|台|回|本|秒|枚|割|倍|時間|日間|年間|か月|ヶ月|パーセント|%))(?!も|か(?![かけ]))',
  '多少(?:个|個|台|人|名|次|天|位|件|项|項|条|條|家|辆|輛|小时|小時|分钟|分鐘|周|週)',
  '(?<![这這那前近])[几幾](?:个|個|天|人|次|台|小时|小時|分钟|分鐘|周|週)|몇',
].join('|');
const AMOUNTS_WITHOUT_BLANKS = '多少|얼마나 많|いくら';

const FIRST_LIKELIHOODS = [
  'how (?:likely|probable)|what (?:is|are) the (?:probability|chances?|odds|likelihood)(?= (?:of|that|for|to|we|i|you|it|he|she|they|the|an?|this|our|my)(?!\\p{L})|$)',
  'wie wahrscheinlich|(?:was|wie (?:hoch|groß)) ist die Wahrscheinlichkeit|hoe waarschijnlijk|(?:wat|hoe groot) is de kans',
  'quelle est la (?:probabilité|chance)|quelles sont les chances|cuál es la probabilidad|qué (?:probabilidad|tan probable)',
  'qual (?:é )?a probabilidade|quão provável|qual è la probabilità|che probabilità|quanto è probabile',
  'hur (?:troligt|sannolikt)|vad är sannolikheten|hvor (?:sandsynligt?|sannsynlig)|hva[d]? er (?:sandsynligheden|sannsynligheten)',
  'jak(?:ie jest)? (?:prawdopodobieństwo|prawdopodobne)|jak(?:á je)? (?:pravděpodobnost|pravděpodobné)|aká je pravdepodobnosť',
  'какова вероятность|насколько вероятно|какой вероятностью|яка (?:є )?[йі]мовірність|наскільки [йі]мовірно',
  'ποια είναι η πιθανότητα|πόσο πιθανό|ما (?:هو )?(?:مدى )?احتمال|מה (?:הסיכוי|ההסתברות)|כמה סביר',
  'kuinka todennäköistä|mikä on todennäköisyys|mekkora az? (?:valószínűsége|esélye)|care este probabilitatea|cât de probabil',
  'seberapa (?:besar )?(?:kemungkinan|mungkin)',
];
const WITHIN_LIKELIHOODS = ['olasılığı (?:nedir|ne|kaç)', 'ne kadar olası', 'कितनी संभावना', 'xác suất'];
const LIKELIHOODS_WITHOUT_BLANKS = '確率|概率|几率|機率|可能性(?:有多大|多大|是多少)|확률|가능성은 얼마';

/** Beside words for some, or for a probability, that stand anywhere: what is asked for is something else. */
const ASKS_ELSE =
  /为什么|為什麼|[为為]何|怎么|怎麼|如何|哪|谁|誰|なぜ|どうして|どう|(?:どの|どれ)(?!くらい|ぐらい|程度|ほど|だけ)|どちら|왜|어떤|어떻게|어느(?! 정도)|무엇|무슨|누구|(?<![\p{L}\p{M}])(?:(?:tại|vì|làm) sao|thế nào|nào|neden|niçin|niye|nasıl|hangi\p{L}*|kim|क्यों|कैसे|कौन\p{L}*)(?![\p{L}\p{M}])/iu;

export const PERCENT =
  /(?<!\d\s?)(?:percent|per cent(?!o)|prozent|procent|процент|persen|yüzde|百分之|パーセント|何%|퍼센트)/iu;

const beginWith = (words: readonly string[]) => new RegExp(`${START}(?:${words.join('|')})${END}`, 'iu');

function createForm(first: readonly string[], within: readonly string[], anywhere: string) {
  const atStart = beginWith(first);
  const elsewhere = new RegExp(`(?<![\\p{L}\\p{M}])(?:${within.join('|')})${END}|${anywhere}`, 'iu');
  return (question: string) => atStart.test(question) || (elsewhere.test(question) && !ASKS_ELSE.test(question));
}

/** Made for the first question, as those of `question-forms.ts`. */
const readForms = once(() => ({
  share: beginWith(SHARES),
  asksCount: createForm(
    FIRST_COUNTS.map((counts) => `(?:${counts})${END}${UNCOUNTED}`),
    WITHIN_COUNTS.map((counts) => `${counts}${UNCOUNTED}`),
    OF_SCRIPTS_WITHOUT_BLANKS,
  ),
  asksAmount: createForm(FIRST_AMOUNTS, WITHIN_AMOUNTS, AMOUNTS_WITHOUT_BLANKS),
  asksLikelihood: createForm(FIRST_LIKELIHOODS, WITHIN_LIKELIHOODS, LIKELIHOODS_WITHOUT_BLANKS),
}));

export const asksShare = (question: string) => readForms().share.test(question);
export const asksProbability = (question: string) => readForms().asksLikelihood(question);

/** Also of what cannot be counted. */
export const asksAmount = (question: string) => readForms().asksAmount(question);

export function asksNumber(question: string): boolean {
  return asksShare(question) || readForms().asksCount(question) || (PERCENT.test(question) && asksAmount(question));
}
