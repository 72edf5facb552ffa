// How questions are put in many languages: what asks for yes or no, what for something else, and what stands between alternatives.
// Patterns see one question without its mark, in one space between words.
import { once } from '../once.ts';

/** A question for yes or no either begins so or has a particle for it; whatever asks "which" or "why" is none. */
export interface QuestionForm {
  readonly polar: RegExp;
  /** What asks for something else, wherever the language puts it. */
  readonly open: RegExp;
  /** "Can you tell us": what follows it decides. */
  readonly request?: RegExp;
  /** What stands between alternatives and is another word in other languages; `OR` has the others. */
  readonly or?: RegExp;
}

const begin = (words: string) => new RegExp(`^(?:${words})(?![\\p{L}\\p{M}])`, 'iu');
const within = (words: string) => new RegExp(`(?<![\\p{L}\\p{M}])(?:${words})(?![\\p{L}\\p{M}])`, 'iu');
/** Of scripts that do not part words. */
const anywhere = (words: string) => new RegExp(words, 'iu');

const SPANISH_OPEN = 'qué|quién|quiénes|cuál|cuáles|cómo|cuándo|dónde|adónde|cuánto|cuánta|cuántos|cuántas';

/** Somebody is asked to do something: "Can you compare …". */
export const readRequests = once(
  () =>
    [
      begin(
        "(?:can|could)(?:n['’]t)? you|(?:kannst|könntest|könnt|können|könnten) (?:du|ihr|sie)|(?:peux|pourrais)-tu|(?:pouvez|pourriez)-vous|¿?\\s?(?:puedes|podrías|podéis)",
      ),
      begin(
        '(?:kan|kun|kunt|zou) (?:je|u|jullie)|(?:kan|kunde|kunne) (?:du|ni|dere)|czy (?:możesz|możecie)|můžete|můžeš|môžete|môžeš|(?:можете|можешь|могли бы|мог бы)(?: ли)? (?:вы|ты)|чи (?:можете|можеш)',
      ),
      begin(
        'μπορείτε|μπορείς|هل (?:يمكنك|يمكنكم|تستطيع)|האם (?:אתה|את|אתם) יכול\\p{L}*|क्या आप|(?:bisakah|dapatkah|maukah) (?:anda|kamu|kalian)|bạn có thể',
      ),
      /m[ıiuü]s[ıiuü]n(?:[ıiuü]z)?$|(?:くれ|もらえ|いただけ|下さい)(?:ます|ません)か$|^[你您]们?(?:能|可以|会)|(?:줄래요|주시겠습니까|주시겠어요|줄 수 있\S*)$/iu,
    ] as const,
);

/** Made for the first question: to make so many patterns takes a tenth of the start of a command, and few commands read a topic. */
export const readQuestionForms = once((): readonly QuestionForm[] => [
  {
    // English
    polar: begin(
      "(?:(?:should|shall|is|are|am|do|does|did|could|would|has|have|had|must|may|might|need|will|was|were|can)(?:n['’]t)?|(?:wo|ca|sha)n['’]t)(?! (?:czego|kiedy|kogo|komu|jakiego|jakiej|której|którego|którym|kdy|kedy|que|wie|welche[mnrs]?|wat|hoe|waarom))",
    ),
    open: begin(
      "(?:(?:in|on|at|by|for|from|to|with|of|about|since|until) )?(?:what|who|whom|whose|which|when|where|why|how)(?:['’]s)?|is there (?:a|any) (?:reason|explanation) (?:why|for)",
    ),
    request: begin(
      "(?:can|could|would|will|do|does|did)(?:n['’]t)? (?:you|anyone|anybody|someone|somebody|we) (?:please |also |kindly )*(?:tell|explain|describe|list|name|show|suggest|recommend|propose|give|outline|summari[sz]e|help|know|say|clarify|elaborate|advise|think of|walk|share|provide|write|confirm|check)",
    ),
  },
  {
    // German
    polar: begin(
      'soll|sollen|sollte|sollten|ist|sind|war|waren|wäre|wären|hat|haben|hatte|hatten|hätte|hätten|kann|können|könnte|könnten|darf|dürfen|dürfte|dürften|muss|müssen|müsste|müssten|wird|werden|würde|würden|will|wollen|gibt|brauchen|braucht|lohnt|macht|reicht|genügt|gehört|passt|stimmt|hilft|geht|bin|bist|seid|mag|mögen|ergibt|bleibt|bleiben|wissen|funktioniert',
    ),
    open: begin(
      '(?:(?:in|an|auf|bei|für|von|zu|mit|nach|aus|seit|bis|ab|über|um) )?(?:wer|wen|wem|wessen|was|wann|wo|wohin|woher|wovon|wozu|womit|wodurch|wofür|woran|worauf|warum|weshalb|wieso|wie|wieviel|wieviele|welch(?:e[rsnm]?)?)',
    ),
    request: begin(
      '(?:kann|können|könnte|könnten|könnt|würde|würden|wissen|weiß) (?:sie|ihr|du|jemand|wir|man) (?:uns |mir |bitte )*(?:sagen|erklären|beschreiben|nennen|vorschlagen|empfehlen|verraten|zeigen|schildern|,)',
    ),
  },
  {
    // French; the subject may stand before the inversion.
    polar: new RegExp(
      `${begin("est-ce (?:que|qu['’])|est-ce qu['’]|y a-t-il|n['’]est-ce pas").source}|(?<![\\p{L}\\p{M}])\\p{L}+-(?:t-)?(?:il|elle|on|nous|vous|ils|elles|ce|je|tu)(?![\\p{L}\\p{M}])|^est-ce qu['’]|^(?:doit|faut|peut|vaut)-(?:il|on)`,
      'iu',
    ),
    open: within(
      "qu['’]est-ce|(?<=^)(?:qu['’]|que|qui)|pourquoi|comment|combien|quand|où|quels?|quelles?|lequel|laquelle|lesquels|lesquelles|quoi|qui est-ce",
    ),
    request: begin(
      "(?:pouvez|pourriez|peux|pourrais|savez|sais|peut)-(?:vous|tu|on) (?:nous |me |m['’])?(?:dire|expliquer|décrire|indiquer|donner|proposer|recommander|si|ce)",
    ),
  },
  {
    // Spanish: an opening mark, and no word with the accent that asks.
    polar: new RegExp(
      `^¿\\s*(?!.*${within(SPANISH_OPEN).source})(?!${begin('(?:a |de |en |con |por |para )?(?:que|como|cuando|donde|cual|quien|cuanto)').source.slice(1)})|${begin('deberíamos|debemos|debería|podemos|podríamos|tenemos|vale la pena|conviene|hace falta|están|necesitamos|queremos').source}`,
      'iu',
    ),
    open: within(`${SPANISH_OPEN}|(?<=^¿?)(?:que|como|cuando|donde|cual|quien|cuanto|por que|para que)`),
    or: /\s(?:o|u)\s/i,
  },
  {
    // Portuguese
    polar: begin(
      'devemos|deveríamos|deveria|deve|devem|é|são|era|eram|foi|foram|há|podemos|pode|poderíamos|temos|tem|vale a pena|convém|será que|será|seria|está|estão|precisamos|faz sentido|vamos|queremos|compensa',
    ),
    open: within(
      'quem|qual|quais|quando|onde|quantos?|quantas?|por que|porque|porquê|por quê|o que|quê|(?<=^)(?:que|como)',
    ),
  },
  {
    // Italian
    polar: begin(
      "dovremmo|dobbiamo|dovrebbe|deve|devono|è|sono|era|erano|c['’]è|ci sono|possiamo|può|potremmo|conviene|vale la pena|ha senso|abbiamo|bisogna|si può|si deve|sarà|sarebbe|vogliamo|è il caso|ci serve|occorre",
    ),
    open: within(
      "chi|quale|quali|come|quando|dove|perché|perche|quanto|quanta|quanti|quante|che cosa|cosa|cos[’']è|(?<=^)(?:che)",
    ),
    or: /\sod?\s/i,
  },
  {
    // Dutch
    polar: begin(
      'moeten|moet|is|zijn|kunnen|kan|zullen|zal|zou|zouden|mogen|mag|hebben|heeft|gaan|gaat|willen|wil|wordt|worden|doen|doet|hoeven|hoeft|werkt|loont|klopt|bestaat|bestaan',
    ),
    open: within('wie|wat|waar|waarom|waarmee|waarvoor|waardoor|wanneer|hoe|hoeveel|welk|welke|wiens'),
    or: /\sof\s/i,
  },
  {
    // Swedish, Danish, Norwegian
    polar: begin(
      'ska|skall|skal|bör|bør|borde|burde|är|er|kan|kunde|kunne|får|må|har|måste|vill|vil|kommer|finns|findes|finnes|behöver|behøver|trenger|skulle|blir|bliver|vore|lönar|lønner|lohner',
    ),
    open: within(
      'vad|vem|vems|varför|hur|när|var|vart|vilken|vilket|vilka|hvad|hvem|hvis|hvor|hvordan|hvorfor|hvornår|hvilken|hvilket|hvilke|hva|når',
    ),
  },
  {
    // Polish
    polar: begin('czy'),
    open: within(
      'co|kto|kogo|komu|gdzie|kiedy|dlaczego|czemu|jak|jaki|jaka|jakie|jakich|który|która|które|których|którego|ile|skąd|dokąd|czego',
    ),
    request: begin('czy (?:możesz|możecie|może|mogą|ktoś|wiesz|wiecie|wiadomo)'),
  },
  {
    // Czech and Slovak
    polar: begin(
      'měli bychom|máme|mám|má|mají|je(?! .*(?:quoi|comment|pourquoi|quand|combien|quel|où|wat|hoe|waarom|wanneer|welke))|jsou|lze|můžeme|může|mohli|potřebujeme|potřebuje|musíme|musí|bude|budeme|byl|byla|bylo|měl by|měla by|mělo by|měly by|chceme|smíme|vyplatí|stojí|existuje|mali by sme|mal by|mala by|malo by|sú|môžeme|potrebujeme|treba|bude|oplatí|dá se|dá sa|není|jste|jsme',
    ),
    open: within(
      'co|kdo|kde|kdy|proč|jak|jaký|jaká|jaké|jakou|který|která|které|kterou|kolik|čí|kam|odkud|čo|kto|kedy|prečo|ako|aký|koľko|ktorý|ktorá|ktoré',
    ),
  },
  {
    // Russian and Bulgarian: the particle; or a word that calls for one of the two.
    polar: new RegExp(
      `${within('ли').source}|${begin('можно|нужно|надо|следует|стоит|разве|неужели|правда|возможно|пора|имеет смысл|есть смысл|безопасно|необходимо|трябва').source}`,
      'iu',
    ),
    open: within(
      'что|кто|кого|кому|чем|где|куда|откуда|когда|почему|зачем|отчего|как|какой|какая|какое|какие|каким|какую|каких|какого|который|сколько|чей|чья|защо|какво|кой|коя|къде|кога|колко|колко|как',
    ),
  },
  {
    // Ukrainian
    polar: begin('чи|хіба|невже'),
    open: within('що|хто|кого|кому|де|куди|звідки|коли|чому|навіщо|як|який|яка|яке|які|яку|яких|якого|скільки|чий'),
  },
  {
    // Turkish: the particle, alone or with the ending of a person.
    polar: /(?<=\p{L} )m[ıiuü](?:y[ıiuü]z|y[ıiuü]m|s[ıiuü]n[ıiuü]z|s[ıiuü]n|d[ıiuü]r)?$/iu,
    open: within('ne|neden|niçin|niye|nasıl|kim|kime|kimi|nerede|nereye|nereden|kaç|hangi|hangisi|hangileri|neler'),
    or: /(?<=\p{L} )m[ıiuü] .+ m[ıiuü]/iu,
  },
  {
    // Greek
    polar: begin(
      'πρέπει|θα έπρεπε|θα|είναι|ήταν|μπορούμε|μπορεί|υπάρχει|υπάρχουν|έχουμε|έχει|έχουν|αξίζει|να|μήπως|άραγε|χρειαζόμαστε|χρειάζεται|συμφέρει|θέλουμε|γίνεται|έπρεπε',
    ),
    open: within(
      'τι|ποιος|ποια|ποιο|ποιοι|ποιες|ποιον|ποιους|πού|πότε|γιατί|πώς|πόσο|πόση|πόσα|πόσοι|πόσες|πόσος|(?<=^)(?:που|πως)',
    ),
  },
  {
    // Arabic
    polar: begin('هل|أليس|ألا|أينبغي|أيجب|أيمكن'),
    open: within('ما|ماذا|من هو|من هي|متى|أين|لماذا|لم|كيف|كم|أي|أية|بماذا|لمن|(?<=^)من'),
  },
  {
    // Hebrew
    polar: begin('האם|כדאי|צריך|האומנם|אפשר|מותר|נכון|יש צורך|עדיף'),
    open: within('מה|מי|מתי|איפה|היכן|למה|מדוע|איך|כיצד|כמה|איזה|איזו|אילו|לאן|מאיפה|מהו|מהי|מהם'),
  },
  {
    // Hindi: at its beginning the word for "what" asks for yes or no.
    polar: begin('क्या(?! (?:कारण|वजह|मतलब|तरीका|फर्क|अंतर|नाम|है|हैं|करें|करना|होगा))'),
    open: within(
      'कैसे|क्यों|कब|कहाँ|कहां|कौन|कौनसा|कौनसी|कितना|कितने|कितनी|किस|किसे|किसने|किन|(?<!^)क्या|(?<=^)क्या (?:कारण|वजह|मतलब|तरीका|फर्क|अंतर|नाम|है|हैं|करें|करना|होगा)',
    ),
  },
  {
    // Persian
    polar: begin('آیا'),
    open: within('چه|چرا|چگونه|چطور|کی|کجا|کدام|چند|چقدر|چیست'),
  },
  {
    // Japanese
    polar: anywhere('か$'),
    open: anywhere(
      '何|なに|なん|なぜ|どう|どの|どれ|どこ|だれ|誰|いつ|いくつ|いくら|どんな|どちら|どっち|どなた|如何|いかに',
    ),
    or: /(?<=[\p{Script=Katakana}\p{Script=Latin}\p{N}]\s?)か、?\s?(?=[\p{Script=Katakana}\p{Script=Latin}\p{Script=Han}\p{N}])|(?<=\p{Script=Han})か、?(?=\p{Script=Han}[^か]*か$)/u,
  },
  {
    // Chinese: a particle at the end, or a verb with its negation.
    polar: anywhere('[吗嗎]$|是否|(?<verb>[是要该該能会會可好行对對有应應])[不没沒]\\k<verb>|应不应该|應不應該'),
    open: anywhere(
      '什么|什麼|甚麼|为什么|為什麼|为何|為何|谁|誰|哪|怎么|怎麼|怎样|怎樣|如何|多少|几[个台种]|幾|何时|何時',
    ),
  },
  {
    // Korean
    polar: anywhere('(?:까|까요|나요|가요|은가|는가|인가|지요|죠|냐|니|습니까)$'),
    open: anywhere('무엇|무슨|뭐|뭘|왜|어떻게|어떤|언제|어디|누구|누가|몇|얼마|어느|어째서'),
    or: /(?<=[\p{Script=Latin}\p{N}])나\s|이나\s/u,
  },
  {
    // Vietnamese
    polar: new RegExp(
      `${within('không|chưa|phải không|hay không|hay chưa').source}$|${begin('liệu|có phải|có nên').source}`,
      'iu',
    ),
    open: within('gì|nào|sao|tại sao|vì sao|đâu|ai|bao giờ|khi nào|bao nhiêu|mấy|thế nào|bao lâu'),
    or: /\shay\s/i,
  },
  {
    // Indonesian and Malay
    polar:
      /^apakah(?! (?:yang|itu|alasan|penyebab|nama|perbedaan)(?![\p{L}]))|^(?!apakah|siapakah|kapankah|bagaimanakah|mengapakah|berapakah|manakah|dimanakah|bilakah)\p{L}+kah(?![\p{L}])/iu,
    open: within(
      'apakah (?:yang|itu|alasan|penyebab|nama|perbedaan)|apa|siapa|mengapa|kenapa|bagaimana|kapan|mana|berapa|bila|kapankah|bagaimanakah|mengapakah|berapakah|siapakah|manakah',
    ),
  },
  {
    // Finnish and Hungarian: an ending of the first word.
    polar:
      /^(?:onko|pitäisikö|pitääkö|voimmeko|voiko|kannattaako|olisiko|tarvitsemmeko|tarvitaanko|tuleeko|saako|saammeko|haluammeko|riittääkö|toimiiko|olemmeko)(?!\p{L})|(?<=\p{L})-e(?![\p{L}-])/iu,
    open: within(
      'mikä|mitä|kuka|missä|milloin|miksi|miten|kuinka|mitkä|mihin|ki|mi|mit|hol|mikor|miért|hogyan|hány|melyik|mennyi',
    ),
    or: /\svai\s/i,
  },
  {
    // Romanian
    polar: begin('ar trebui|trebuie|este|sunt|putem|poate|merită|avem|are sens|ar fi|vrem|există'),
    open: within('ce|cine|care|când|unde|cum|cât|câte|câți|câtă|de ce|cui'),
    or: /\ssau\s/i,
  },
]);
