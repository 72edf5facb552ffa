// How a topic asks for a number or for a probability, in many languages. "How safe is it" asks for neither, so a word that asks for a degree
// as well as for a count stands here only in the forms that ask for a count.

const START = '^[¿\\s]*(?:\\p{L}{1,6} )?';
const END = '(?![\\p{L}\\p{M}])';

/** Where a language begins its question so, after a short word at most: "in wie vielen Tagen". */
const FIRST_COUNTS = [
  'how many|how much|what (?:number|percentage|share|fraction) of',
  'wie ?viele?n?|welche[rn]? (?:Anteil|Prozentsatz)|combien|hoeveel|hur (?:många|mycket)|hvor (?:mange|meget|mye)',
  'cu[aá]nt[oa]s?|quant[oa]s|quant[aei]|quanto(?! (?:è|sono|sia|é|ao?s?|à|al|ai|all[ae]|agli)(?![\\p{L}\\p{M}]))',
  '(?<!na )ile|ilu|kolika?|koľko|koľkých|сколько|скольких|колко|скільки',
  'πόσ(?:οι|ες|α|ων|ους)|كم|כמה(?! סביר)|چند|kuinka (?:monta|paljon)|montako|hány|mennyi|câ(?:te|ți|ţi|t(?! de))|berapa',
];
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

function createForm(first: readonly string[], within: readonly string[], anywhere: string) {
  const atStart = new RegExp(`${START}(?:${first.join('|')})${END}`, 'iu');
  const elsewhere = new RegExp(`(?<![\\p{L}\\p{M}])(?:${within.join('|')})${END}|${anywhere}`, 'iu');
  return (question: string) => atStart.test(question) || (elsewhere.test(question) && !ASKS_ELSE.test(question));
}

export const asksNumber = createForm(FIRST_COUNTS, WITHIN_COUNTS, OF_SCRIPTS_WITHOUT_BLANKS);
export const asksProbability = createForm(FIRST_LIKELIHOODS, WITHIN_LIKELIHOODS, LIKELIHOODS_WITHOUT_BLANKS);
