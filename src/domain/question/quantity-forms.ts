// How a topic asks for a number, a share or a probability, in many languages. "How safe is it" and "how much does it matter" ask for none
// of them, so a word that asks for a degree as well as for an amount needs one that says what is measured.
import { once } from '../once.ts';

const START = '^[¿\\s]*(?:\\p{L}{1,7} )?';
const END = '(?![\\p{L}\\p{M}])';

/** Where a language begins its question so, after a short word at most: "in wie vielen Tagen". */
const FIRST_COUNTS = [
  "how many|what number of|wie ?viele[nr]?|combien(?= d(?:e |['’]))",
  'cu[aá]nt[oa]s|quant[oa]s|quant[ei]|hoeveel|hur många|hvor mange',
  '(?<!na )ile|ilu|kolika?|koľko|koľkých|сколько|скольких|колко|скільки',
  'πόσ(?:οι|ες|α|ων|ους)|كم|כמה(?! סביר)|چند|kuinka monta|montako|hány|mennyi|câ(?:te|ți|ţi)|berapa',
];
/** The same of what may be a degree. */
const FIRST_AMOUNTS = [
  'how much|wie ?viel|combien|cu[aá]nt[oa]|quanta|quanto(?! (?:è|sono|sia|é|ao?s?|à|al|ai|all[ae]|agli)(?![\\p{L}\\p{M}]))',
  'hur mycket|hvor (?:meget|mye)|kuinka paljon|câtă|cât(?! de)',
];
/** What is measured: how words for it begin that follow at once, as "of a discount" and "longer" do. */
const MEASURED = [
  '(?:is|are) (?:it|this|that|these|those)$|money|time|memory|storage|space|bandwidth|traffic|energy|power|electricity|fuel|gas|water|rain|weight|sleep|revenue|profit|income|discount|debt|budget',
  'faster|slower|longer|shorter|cheaper|larger|smaller|bigger|heavier|older|higher|lower|geld|zeit|speicher|platz|strom|energie|wasser|umsatz|gewinn',
  'gehalt|gewicht|rabatt|länger|schneller|teurer|billiger|tiempo|dinero|memoria|espacio|agua|tempo|dinheiro|memória|espaço|denaro|soldi|spazio|acqua',
  'tid|pengar|penger?|minne|plats|plads|plass|aikaa|rahaa|muistia|timp|bani',
].join('|');
const MORE = '(?:(?:of (?:an?|the|our)|more|less|additional|mehr|weniger|más|mais|più|mer|mere) )?';
/** How verbs begin that measure, and units: anywhere, but no noun. "How much does cost matter" asks for no number. */
const MEASURING = [
  'cost|pay|spend|charge|earn|save|weigh|budget|donat|owe|lend|borrow|invest|raise|allocat|grow|shrink|worth|euros?(?!\\p{L})|dollars?',
  'kost|zahl|bezahl|ausgeb|verdien|sparen|spart|wieg|dauer|coût|coute|vaut|valent|gagn|paie|paye|dépens|épargn|pèse|dure|mesure',
  'cuesta|gasta|gana|ahorra|vale(?!\\p{L})|pesa|dura|tarda|mide|custa|paga|ganha|demora|guadagn|ci vuole',
  'betal|väger|vejer|veier|tjän|tjen|sparar|sparer|maksa|paina',
].join('|');
const NOUN_FOLLOWS =
  '(?<!(?<![\\p{L}-])(?:do|does|did|the|our|an?|of|for|about|die|der|das|den|les?|la|du|des|el|los|las|il|lo|gli|os|as|di) )';
/** "Combien importe la France de gaz" */
const FRENCH_AMOUNT = "^combien (?!.*dépend).* d(?:e |['’])\\p{L}+$";
/** What is answered in percent, whether or not the question has the word for it. */
const SHARES = [
  'what percent(?:age)?|what (?:share|fraction|proportion) of|welche[rnm]? (?:Anteil|Prozentsatz)|welk (?:percentage|aandeel)',
  'quel pourcentage|quelle (?:part|proportion) d(?:e|es|u)?|qué (?:porcentaje|proporción)|(?:quale|che) percentuale',
  'qual (?:é )?a? ?(?:porcentagem|percentagem|proporção)|que (?:porcentagem|percentagem|proporção)|(?:hur|hvor) stor (?:an)?del',
  'jaki (?:odsetek|procent)|jaký podíl|jaké procento|aké percento|aký podiel|какой процент|какая доля|какую долю|який відсоток|яка частка',
];
/** Of languages that count and measure with the same words: how much it matters is said in words. */
const DEGREES = [
  'hoeveel (?:vertrouwen|aandacht|belang|invloed|beter|slechter|veiliger|makkelijker|belangrijker|maakt .*uit|hangt .*af)',
  'ile (?:to )?(?:znaczy|zależy)|kolik .*záleží|koľko .*záleží|сколько (?:от (?:этого|него|неё|них) )?зависит|сколько это значит',
  'כמה (?:זה )?(?:חשוב|חשובה|משנה|אכפת|בטוח|בטוחה|קשה|קל)|كم (?:هو |هي )?(?:مهم|يهم|يؤثر)|berapa penting',
];
const DEGREES_ANYWHERE = '多少(?:意义|意義|道理|影响|影響|信心|信任|帮助|幫助)|कितने (?:महत्वपूर्ण|ज़रूरी|जरूरी|सुरक्षित)';
/** Where it stands at the place of the answer. */
const WITHIN_COUNTS = ['kaç', 'कितने', 'bao nhiêu', 'mấy'];
const OF_SCRIPTS_WITHOUT_BLANKS =
  '(?:いくつ|何(?:個|人|名|件|台|回|本|秒|枚|割|倍|時間|日間|年間|か月|ヶ月|パーセント|%))(?!も|か(?![かけ]))|多少|(?<![这這那前近])[几幾](?:个|個|天|人|次|台|小时|小時|分钟|分鐘|周|週)|몇|얼마나 많';

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
  degrees: [beginWith(DEGREES), new RegExp(DEGREES_ANYWHERE, 'u')],
  asksCount: createForm(FIRST_COUNTS, WITHIN_COUNTS, OF_SCRIPTS_WITHOUT_BLANKS),
  amounts: [
    beginWith(FIRST_AMOUNTS.map((amount) => `(?:${amount}) ${MORE}(?:${MEASURED})\\p{L}*`)),
    new RegExp(
      `${START}(?:${FIRST_AMOUNTS.join('|')}) (?:.* )?${NOUN_FOLLOWS}(?:${MEASURING})|${FRENCH_AMOUNT}| wert$|[€$£¥]`,
      'iu',
    ),
  ],
  amount: beginWith(FIRST_AMOUNTS),
  asksLikelihood: createForm(FIRST_LIKELIHOODS, WITHIN_LIKELIHOODS, LIKELIHOODS_WITHOUT_BLANKS),
}));

export const asksShare = (question: string) => readForms().share.test(question);
export const asksProbability = (question: string) => readForms().asksLikelihood(question);

export function asksNumber(question: string): boolean {
  const { asksCount, amount, amounts, degrees } = readForms();
  const isPercent = PERCENT.test(question);
  if (asksShare(question)) return true;
  if (amount.test(question) && (isPercent || amounts.some((each) => each.test(question)))) return true;
  return asksCount(question) && (isPercent || !degrees.some((degree) => degree.test(question)));
}
