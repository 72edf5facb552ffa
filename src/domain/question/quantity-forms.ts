// How a topic asks for a number, a share or a probability, in many languages. "How safe is it" and "how much does it matter" ask for none
// of them, so a word that asks for a degree as well as for a count stands here only in the forms that ask for a count.
import { once } from '../once.ts';

const START = '^[¿\\s]*(?:\\p{L}{1,6} )?';
const END = '(?![\\p{L}\\p{M}])';

/** Where a language begins its question so, after a short word at most: "in wie vielen Tagen". */
const FIRST_COUNTS = [
  'how many|how much|what number of',
  'wie ?viele?n?|combien|hoeveel|hur (?:många|mycket)|hvor (?:mange|meget|mye)',
  'cu[aá]nt[oa]s?|quant[oa]s|quant[aei]|quanto(?! (?:è|sono|sia|é|ao?s?|à|al|ai|all[ae]|agli)(?![\\p{L}\\p{M}]))',
  '(?<!na )ile|ilu|kolika?|koľko|koľkých|сколько|скольких|колко|скільки',
  'πόσ(?:οι|ες|α|ων|ους)|كم|כמה(?! סביר)|چند|kuinka (?:monta|paljon)|montako|hány|mennyi|câ(?:te|ți|ţi|t(?! de))|berapa',
];
/** What is answered in percent, whether or not the question has the word for it. */
const SHARES = [
  'what percentage|what (?:share|fraction|proportion) of|welche[rnm]? (?:Anteil|Prozentsatz)|welk (?:percentage|aandeel)',
  'quel pourcentage|quelle (?:part|proportion) d(?:e|es|u)?|qué (?:porcentaje|proporción)|(?:quale|che) percentuale',
  'qual (?:é )?a? ?(?:porcentagem|percentagem|proporção)|que (?:porcentagem|percentagem|proporção)|(?:hur|hvor) stor (?:an)?del',
  'jaki (?:odsetek|procent)|jaký podíl|jaké procento|aké percento|aký podiel|какой процент|какая доля|какую долю|який відсоток|яка частка',
];
/** Of what is counted with the same words: how much it matters is said in words. */
const DEGREES = [
  'how much (?:trust|confidence|faith|attention|importance|influence|sense|emphasis|freedom|control|detail|evidence|truth|risk)',
  'how much (?:difference (?:do|does|did|will|would)|of an? (?:problem|risk|threat|concern|issue|burden|advantage|priority|difference))',
  'how much (?:better|worse|easier|harder|safer|simpler|clearer|riskier|more (?:important|useful|reliable|secure|difficult))',
  "how much (?:do|does|did|will|would|can|could|should|must|may|might)(?! .*(?:cost|pay|spend|charge|earn|save|invest|weigh)s?(?!\\p{L}))(?: (?!(?:raise|donate|budget|give|owe|lend|borrow|contribute|allocate|need(?! to ))(?!\\p{L}))[\\p{L}\\p{N}'’-]+){1,8}?(?<! (?:the|an?|of|for|to(?= help))) (?:matter|care|worry|trust|depend|rely|differ|help|hurt|affect|influence|bother)",
  'wie ?viel (?:Vertrauen|Aufmerksamkeit|Einfluss|Sinn|Kontrolle|Freiheit|Risiko|besser|schlechter|einfacher|leichter|sicherer|wichtiger)',
  "wie ?viel (?:bedeutet|zählt|hängt .*(?:ab|daran)|liegt .*daran|macht .*aus)|combien (?!de |d['’]|co[uû]t|val|gagn|pa[iy]|dépens).*(?:importe(?!(?:-t-(?:elle|il))? d(?:e|es|u|['’]))|importante?s?)",
  'cu[aá]nto (?:(?:nos|me|te|le|les|podemos|debemos|deberíamos) )?(?:importa|afecta|influye|depende|preocupa|ayuda|confiamos|confiar|mejor|peor|más importante)|cu[aá]nta (?:confianza|importancia|atención|influencia)',
  'quanto (?:(?:nos|me|se|ci|mi|ti|si|isso|isto|podemos|devemos|possiamo|dobbiamo) )?(?:importa|conta|afeta|depende|dipende|preocupa|preoccupa|ajuda|aiuta|confiar|confiamos|fidarci|fidiamo|importante|meglio|peggio|melhor|pior)|quanta (?:confiança|fiducia|importância|importanza)',
  'hoeveel (?:vertrouwen|aandacht|belang|invloed|beter|slechter|veiliger|makkelijker|belangrijker|maakt .*uit|hangt .*af)',
  '(?:hur mycket|hvor (?:meget|mye)) (?:(?:kan|ska|bör|bør|skal|må|bryr) (?:vi|man|jag|jeg) )?(?:betyder|betyr|beror|avhenger|afhænger|litar?|stoler?|oss|spelar .*roll|spiller .*rolle|bättre|bedre|sämre|säkrare|sikrere|enklare|viktigare)',
  'ile (?:to )?(?:znaczy|zależy)|kolik .*záleží|koľko .*záleží|сколько (?:от (?:этого|него|неё|них) )?зависит|сколько это значит|kuinka paljon .*(?:väliä|merkitystä|merkitsee|luottaa|riippuu|parempi|vaikuttaa)',
  'כמה (?:זה )?(?:חשוב|חשובה|משנה|אכפת|בטוח|בטוחה|קשה|קל)|كم (?:هو |هي )?(?:مهم|يهم|يؤثر)|câ(?:t|tă) (?:contează|depinde|afectează|influențează|încredere)|berapa penting',
];
const DEGREES_ANYWHERE = '多少(?:意义|意義|道理|影响|影響|信心|信任|帮助|幫助)|कितने (?:महत्वपूर्ण|ज़रूरी|जरूरी|सुरक्षित)';
/** Where it stands at the place of the answer. */
const WITHIN_COUNTS = ['kaç', 'कितने', 'bao nhiêu', 'mấy'];
const OF_SCRIPTS_WITHOUT_BLANKS =
  '(?:いくつ|何(?:個|人|名|件|台|回|本|秒|枚|割|倍|時間|日間|年間|か月|ヶ月|パーセント|%))(?!も|か(?![かけ]))|多少|(?<![这這那前近])[几幾](?:个|個|天|人|次|台|小时|小時|分钟|分鐘|周|週)|몇|얼마나 많';

const FIRST_LIKELIHOODS = [
  'how likely|what (?:is|are) the (?:probability|chance|chances|odds|likelihood)',
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
  asksLikelihood: createForm(FIRST_LIKELIHOODS, WITHIN_LIKELIHOODS, LIKELIHOODS_WITHOUT_BLANKS),
}));

export const asksShare = (question: string) => readForms().share.test(question);
export const asksProbability = (question: string) => readForms().asksLikelihood(question);

export function asksNumber(question: string): boolean {
  const { asksCount, degrees } = readForms();
  if (asksShare(question)) return true;
  return asksCount(question) && (PERCENT.test(question) || !degrees.some((degree) => degree.test(question)));
}
