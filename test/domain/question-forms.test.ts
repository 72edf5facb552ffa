// What a topic asks for, in many languages: a table by people who know them, not by the patterns that are tested.
import { describe, expect, it } from 'vitest';
import { classifyTopic } from '../../src/domain/question/classify.ts';
import { readAnswerTo } from '../../src/domain/question/read-answer.ts';

interface Language {
  readonly polar: readonly string[];
  readonly open: readonly string[];
  readonly yes: readonly string[];
  readonly no: readonly string[];
}

const LANGUAGES: Readonly<Record<string, Language>> = {
  English: {
    polar: [
      'Should we move to Redis?',
      'Is it safe to ship or not?',
      "Shouldn't we wait?",
      'If the load doubles, should we shard?',
      'Was the migration right?',
      'Can you tell us whether the build is safe?',
      'We should migrate, right?',
      'Ship it: yes or no?',
    ],
    open: [
      'Why does the build fail?',
      'How should we store sessions?',
      'Can you tell us why the build fails?',
      'Could you please recommend a database?',
      'For which team is this?',
      'Does anyone know how this works?',
      'What should we do, and when?',
    ],
    yes: ['Yes', 'yes.', '**YES**'],
    no: ['No', 'no!'],
  },
  German: {
    polar: [
      'Soll das Team auf Redis wechseln?',
      'Sollten wir den Dienst umbauen?',
      'Ist das sicher?',
      'Lohnt sich der Umbau?',
      'Sollen wir ausliefern oder nicht?',
      'Können Sie uns sagen, ob das sicher ist?',
    ],
    open: [
      'Was sollen wir tun?',
      'Warum schlägt der Build fehl?',
      'Wie speichern wir Sitzungen?',
      'Welche Sprache nehmen wir?',
      'Für wen ist das?',
      'Können Sie uns sagen, warum der Build fehlschlägt?',
    ],
    yes: ['Ja', 'ja.'],
    no: ['Nein', 'nein!'],
  },
  French: {
    polar: [
      'Faut-il migrer vers Redis ?',
      'Devons-nous migrer vers Redis ?',
      "Est-ce qu'on doit migrer ?",
      'Le service doit-il être réécrit ?',
      'Y a-t-il un risque ?',
      'Doit-on livrer ou non ?',
    ],
    open: [
      "Qu'est-ce que nous devons faire ?",
      'Pourquoi la compilation échoue-t-elle ?',
      'Comment doit-on stocker les sessions ?',
      'Quel langage doit-on choisir ?',
      'Comment cela marche-t-il ?',
      'Pouvez-vous nous dire pourquoi cela échoue ?',
    ],
    yes: ['Oui', 'oui.'],
    no: ['Non', 'non !'],
  },
  Spanish: {
    polar: [
      '¿Deberíamos migrar a Redis?',
      '¿Es seguro publicar?',
      '¿El equipo debe cambiar de base de datos?',
      'Con esta carga, ¿debemos migrar?',
      'Deberíamos migrar a Redis?',
      '¿Publicamos o no?',
    ],
    open: [
      '¿Qué debemos hacer?',
      '¿Por qué falla la compilación?',
      '¿Cómo guardamos las sesiones?',
      '¿Cuándo publicamos?',
      '¿Puede decirnos por qué falla?',
      '¿Que hacemos ahora?',
    ],
    yes: ['Sí', 'si'],
    no: ['No'],
  },
  Portuguese: {
    polar: [
      'Devemos migrar para o Redis?',
      'É seguro publicar?',
      'Vale a pena reescrever o serviço?',
      'Será que devemos esperar?',
      'Há algum risco?',
      'Publicamos ou não?',
    ],
    open: [
      'O que devemos fazer?',
      'Por que a compilação falha?',
      'Como guardamos as sessões?',
      'Qual linguagem devemos usar?',
      'Quando publicamos?',
      'Quem decide?',
    ],
    yes: ['Sim'],
    no: ['Não'],
  },
  Italian: {
    polar: [
      'Dovremmo migrare a Redis?',
      'Dobbiamo riscrivere il servizio?',
      'È sicuro pubblicare?',
      'Conviene aspettare?',
      "C'è un rischio?",
      'Pubblichiamo o no?',
    ],
    open: [
      'Che cosa dobbiamo fare?',
      'Perché la compilazione fallisce?',
      'Come salviamo le sessioni?',
      'Quale linguaggio scegliamo?',
      'Chi decide?',
      'Chi mi spiega il problema?',
    ],
    yes: ['Sì', 'si'],
    no: ['No'],
  },
  Dutch: {
    polar: [
      'Moeten we naar Redis overstappen?',
      'Is het veilig om uit te rollen?',
      'Kunnen we de dienst herschrijven?',
      'Zullen we wachten?',
      'Heeft het zin?',
      'Rollen we uit of niet?',
    ],
    open: [
      'Wat moeten we doen?',
      'Waarom faalt de build?',
      'Hoe bewaren we sessies?',
      'Welke taal kiezen we?',
      'Wie beslist?',
      'Wanneer rollen we uit?',
    ],
    yes: ['Ja'],
    no: ['Nee'],
  },
  Polish: {
    polar: [
      'Czy powinniśmy przejść na Redis?',
      'Czy to jest bezpieczne?',
      'Czy warto przepisać usługę?',
      'Czy mamy czekać?',
      'Czy jest jakieś ryzyko?',
      'Wdrażamy czy nie?',
    ],
    open: [
      'Co powinniśmy zrobić?',
      'Dlaczego kompilacja się nie udaje?',
      'Jak przechowywać sesje?',
      'Który język wybrać?',
      'Do kiedy mamy czas?',
      'Kto decyduje?',
    ],
    yes: ['Tak'],
    no: ['Nie'],
  },
  Russian: {
    polar: [
      'Стоит ли перейти на Redis?',
      'Должны ли мы переписать сервис?',
      'Нужно ли ждать?',
      'Можно выпускать?',
      'Есть ли риск?',
      'Выпускаем или нет?',
    ],
    open: [
      'Что нам делать?',
      'Почему сборка падает?',
      'Как хранить сессии?',
      'Какой язык выбрать?',
      'Кто решает?',
      'Когда выпускаем?',
    ],
    yes: ['Да', 'да.'],
    no: ['Нет'],
  },
  Ukrainian: {
    polar: [
      'Чи варто перейти на Redis?',
      'Чи повинні ми переписати сервіс?',
      'Чи безпечно випускати?',
      'Чи треба чекати?',
      'Хіба це безпечно?',
      'Випускаємо чи ні?',
    ],
    open: [
      'Що нам робити?',
      'Чому збірка падає?',
      'Як зберігати сесії?',
      'Яку мову обрати?',
      'Хто вирішує?',
      'Коли випускаємо?',
    ],
    yes: ['Так'],
    no: ['Ні'],
  },
  Turkish: {
    polar: [
      "Redis'e geçmeli miyiz?",
      'Bu güvenli mi?',
      'Servisi yeniden yazmak mantıklı mı?',
      'Beklemeli miyiz?',
      'Bir risk var mı?',
      'Bu doğru mudur?',
    ],
    open: [
      'Ne yapmalıyız?',
      'Derleme neden başarısız oluyor?',
      'Oturumları nasıl saklamalıyız?',
      'Hangi dili seçmeliyiz?',
      'Kim karar veriyor?',
      'Ben ne yapmalıyım?',
    ],
    yes: ['Evet'],
    no: ['Hayır'],
  },
  Swedish: {
    polar: [
      'Ska vi byta till Redis?',
      'Bör vi skriva om tjänsten?',
      'Är det säkert?',
      'Kan vi vänta?',
      'Finns det en risk?',
      'Ska vi släppa eller inte?',
    ],
    open: [
      'Vad ska vi göra?',
      'Varför misslyckas bygget?',
      'Hur sparar vi sessioner?',
      'Var ska vi spara data?',
      'Vilket språk väljer vi?',
      'Vem bestämmer?',
    ],
    yes: ['Ja', 'jo'],
    no: ['Nej'],
  },
  Danish: {
    polar: [
      'Skal vi skifte til Redis?',
      'Bør vi omskrive tjenesten?',
      'Er det sikkert?',
      'Kan vi vente?',
      'Har vi tid?',
      'Skal vi udgive eller ikke?',
    ],
    open: [
      'Hvad skal vi gøre?',
      'Hvorfor fejler bygningen?',
      'Hvordan gemmer vi sessioner?',
      'Hvilket sprog vælger vi?',
      'Hvem bestemmer?',
      'Hvornår udgiver vi?',
    ],
    yes: ['Ja'],
    no: ['Nej', 'nei'],
  },
  Czech: {
    polar: [
      'Měli bychom přejít na Redis?',
      'Je to bezpečné?',
      'Máme službu přepsat?',
      'Můžeme počkat?',
      'Lze to vydat?',
      'Vydáme to nebo ne?',
    ],
    open: [
      'Co máme dělat?',
      'Proč sestavení selhává?',
      'Jak ukládat relace?',
      'Který jazyk zvolit?',
      'Kdo rozhoduje?',
      'Kdy to vydáme?',
    ],
    yes: ['Ano'],
    no: ['Ne'],
  },
  Greek: {
    polar: [
      'Πρέπει να μεταβούμε στο Redis;',
      'Είναι ασφαλές;',
      'Αξίζει να περιμένουμε;',
      'Μπορούμε να το εκδώσουμε;',
      'Υπάρχει κίνδυνος;',
      'Να το εκδώσουμε ή όχι;',
    ],
    open: [
      'Τι πρέπει να κάνουμε;',
      'Γιατί αποτυγχάνει;',
      'Πώς αποθηκεύουμε συνεδρίες;',
      'Ποια γλώσσα διαλέγουμε;',
      'Ποιος αποφασίζει;',
      'Πότε εκδίδουμε;',
    ],
    yes: ['Ναι'],
    no: ['Όχι', 'όχι.'],
  },
  Arabic: {
    polar: [
      'هل ننتقل إلى Redis؟',
      'هل هذا آمن؟',
      'هل يجب أن ننتظر؟',
      'هل يوجد خطر؟',
      'هل ننشر أم لا؟',
      'هل نعيد كتابة الخدمة؟',
    ],
    open: ['ماذا نفعل؟', 'لماذا يفشل البناء؟', 'كيف نحفظ الجلسات؟', 'متى ننشر؟', 'من يقرر؟', 'ما هي اللغة الأفضل؟'],
    yes: ['نعم'],
    no: ['لا'],
  },
  Hebrew: {
    polar: [
      'האם לעבור ל-Redis?',
      'האם זה בטוח?',
      'האם כדאי לחכות?',
      'כדאי לכתוב מחדש את השירות?',
      'האם יש סיכון?',
      'לפרסם או לא?',
    ],
    open: [
      'מה עלינו לעשות?',
      'למה הבנייה נכשלת?',
      'איך שומרים הפעלות?',
      'איזו שפה לבחור?',
      'מי מחליט?',
      'מתי מפרסמים?',
    ],
    yes: ['כן'],
    no: ['לא'],
  },
  Hindi: {
    polar: [
      'क्या हमें Redis पर जाना चाहिए?',
      'क्या यह सुरक्षित है?',
      'क्या हमें इंतज़ार करना चाहिए?',
      'क्या कोई जोखिम है?',
      'क्या सेवा दोबारा लिखनी चाहिए?',
      'जारी करें या नहीं?',
    ],
    open: [
      'हमें क्या करना चाहिए?',
      'बिल्ड क्यों विफल होता है?',
      'सत्र कैसे रखें?',
      'कौन सी भाषा चुनें?',
      'कब जारी करें?',
      'क्या कारण है?',
    ],
    yes: ['हाँ', 'हां'],
    no: ['नहीं'],
  },
  Japanese: {
    polar: [
      'Redis に移行すべきですか？',
      'これは安全ですか。',
      'サービスを書き直すべきでしょうか？',
      '待つべきか？',
      'リスクはありますか？',
      '今すぐリリースしてもよいですか？',
    ],
    open: [
      '何をすべきですか？',
      'なぜビルドが失敗するのですか？',
      'どのようにセッションを保存しますか？',
      'いつリリースしますか？',
      '誰が決めますか？',
      'どの言語を選ぶべきですか？',
    ],
    yes: ['はい', 'はい。'],
    no: ['いいえ'],
  },
  Chinese: {
    polar: [
      '我们应该迁移到 Redis 吗？',
      '我们应该使用单体仓库吗？',
      '这样安全吗',
      '我们是否应该等待？',
      '我们能不能重写服务？',
      '要不要发布？',
    ],
    open: ['我们应该做什么？', '为什么构建失败？', '如何保存会话？', '选择哪种语言？', '谁来决定？', '什么时候发布？'],
    yes: ['是', '是的', '是。'],
    no: ['否', '不是'],
  },
  Korean: {
    polar: [
      'Redis로 이전해야 할까요?',
      '이것은 안전합니까?',
      '서비스를 다시 작성해야 하나요?',
      '기다려야 합니까?',
      '위험이 있나요?',
      '지금 출시해도 될까?',
    ],
    open: [
      '무엇을 해야 합니까?',
      '왜 빌드가 실패합니까?',
      '세션을 어떻게 저장할까요?',
      '언제 출시할까요?',
      '누가 결정합니까?',
      '어떤 언어를 선택할까요?',
    ],
    yes: ['네', '예'],
    no: ['아니요', '아니오'],
  },
  Vietnamese: {
    polar: [
      'Chúng ta có nên chuyển sang Redis không?',
      'Điều này có an toàn không?',
      'Có nên viết lại dịch vụ không?',
      'Có rủi ro không?',
      'Đã sẵn sàng chưa?',
      'Phát hành hay không?',
    ],
    open: [
      'Chúng ta nên làm gì?',
      'Tại sao bản dựng thất bại?',
      'Lưu phiên như thế nào?',
      'Chọn ngôn ngữ nào?',
      'Ai quyết định?',
      'Khi nào phát hành?',
    ],
    yes: ['Có'],
    no: ['Không'],
  },
  Indonesian: {
    polar: [
      'Apakah kita harus pindah ke Redis?',
      'Haruskah kita pindah ke Redis?',
      'Apakah ini aman?',
      'Bisakah kita menunggu?',
      'Perlukah layanan ditulis ulang?',
      'Rilis atau tidak?',
    ],
    open: [
      'Apa yang harus kita lakukan?',
      'Mengapa build gagal?',
      'Bagaimana menyimpan sesi?',
      'Bahasa mana yang dipilih?',
      'Siapa yang memutuskan?',
      'Apakah yang harus kita lakukan?',
    ],
    yes: ['Ya'],
    no: ['Tidak'],
  },
  Finnish: {
    polar: [
      'Pitäisikö meidän siirtyä Redisiin?',
      'Onko se turvallista?',
      'Voimmeko odottaa?',
      'Kannattaako palvelu kirjoittaa uudelleen?',
      'Olisiko se oikein?',
      'Tarvitsemmeko sitä?',
    ],
    open: [
      'Mitä meidän pitäisi tehdä?',
      'Miksi käännös epäonnistuu?',
      'Miten tallennamme istunnot?',
      'Mikä kieli valitaan?',
      'Kuka päättää?',
      'Milloin julkaisemme?',
    ],
    yes: ['Kyllä'],
    no: ['Ei'],
  },
  Romanian: {
    polar: [
      'Ar trebui să trecem la Redis?',
      'Este sigur?',
      'Merită să așteptăm?',
      'Putem rescrie serviciul?',
      'Trebuie să lansăm?',
      'Există un risc?',
    ],
    open: [
      'Ce ar trebui să facem?',
      'De ce eșuează?',
      'Cum păstrăm sesiunile?',
      'Care limbaj?',
      'Cine decide?',
      'Când lansăm?',
    ],
    yes: ['Da'],
    no: ['Nu'],
  },
};

const YES_NO = { answer: 'yes-no', options: ['Yes', 'No'] } as const;
const option = (number: number) => ({ ok: true, answer: { kind: 'option', option: number } });

describe.each(Object.entries(LANGUAGES))('in %s', (_, { polar, open, yes, no }) => {
  it.each(polar)('%j asks for yes or no', (topic) => {
    expect(classifyTopic(topic)).toEqual({ answer: 'yes-no' });
  });

  it.each(open)('%j asks for words, and that is no doubt', (topic) => {
    expect(classifyTopic(topic)).toEqual({ answer: 'text' });
  });

  it.each(yes)('%j is yes', (said) => expect(readAnswerTo(YES_NO, said)).toEqual(option(1)));
  it.each(no)('%j is no', (said) => expect(readAnswerTo(YES_NO, said)).toEqual(option(2)));
});

/** By people who know the languages; "how safe", which asks for a degree, is among those that ask for words. */
const QUANTITIES: Readonly<Record<'number' | 'probability' | 'text', readonly string[]>> = {
  number: [
    'How many servers do we need?',
    'How much memory does it take?',
    'In how many days can we ship?',
    'How many of the tests matter?',
    'How much does customer care cost?',
    'How much should we pay for what matters to users?',
    'How much should we donate to help refugees?',
    'How much do we budget for customer care?',
    'How much did the trust fund grow?',
    'Combien coûtent les clients importants ?',
    'Combien la France importe-t-elle de gaz ?',
    'Combien importe la France de gaz ?',
    'Combien pèse un éléphant ?',
    'Combien faut-il payer ?',
    'Wie viel macht das in Euro aus?',
    'Wie viel verdient ein Lehrer?',
    'Wie viel ist das wert?',
    'How much of the budget goes to ads?',
    'How much is it?',
    'Exactly how many users are there?',
    'About how much does it cost?',
    'How much does a whale weigh?',
    'How much more memory do we need?',
    'If we lose the contract, how many people must go?',
    'Given 10 million users, how much memory do we need?',
    'How much of a discount do we give?',
    'How much faster is Rust?',
    'How much weight can it bear?',
    'Wie viel kostet mehr Vertrauen?',
    'Wie viel länger dauert es?',
    'Combien de personnes importantes viendront ?',
    'Combien de services dépendent de lui ?',
    '¿Cuánto cuesta la confianza?',
    'Quanto costa un importante ritardo?',
    'Hoeveel kost meer invloed?',
    'Hur mycket kostar det?',
    'Ile osób od tego zależy?',
    'Сколько людей зависит от этого?',
    'Kuinka paljon se maksaa?',
    'כמה זה עולה?',
    'What percentage of users will notice?',
    'Wie viele Server brauchen wir?',
    'Wieviel kostet der Umzug?',
    'In wie vielen Tagen sind wir fertig?',
    'Combien de serveurs faut-il ?',
    'Combien cela coûte-t-il ?',
    'Combien coûte la migration ?',
    '¿Cuántos servidores necesitamos?',
    '¿Cuánto cuesta la migración?',
    'Quantos servidores precisamos?',
    'Quanti server servono?',
    'Quanto costa la migrazione?',
    'Hoeveel servers hebben we nodig?',
    'Hur många servrar behöver vi?',
    'Hvor mange servere trenger vi?',
    'Hvor meget koster det?',
    'Ile serwerów potrzebujemy?',
    'Kolik serverů potřebujeme?',
    'Koľko serverov potrebujeme?',
    'Сколько серверов нам нужно?',
    'Скільки серверів нам потрібно?',
    'Kaç sunucuya ihtiyacımız var?',
    'Bu iş için kaç gün gerekir?',
    'Πόσους διακομιστές χρειαζόμαστε;',
    'كم خادما نحتاج؟',
    'כמה שרתים אנחנו צריכים?',
    'हमें कितने सर्वर चाहिए?',
    'サーバーは何台必要ですか？',
    '移行に何時間かかりますか？',
    '我们需要多少台服务器？',
    '迁移需要几天？',
    '서버가 몇 대 필요합니까?',
    'Chúng ta cần bao nhiêu máy chủ?',
    'Berapa server yang kita butuhkan?',
    'Kuinka monta palvelinta tarvitsemme?',
    'Hány szerver kell?',
    'Câte servere ne trebuie?',
  ],
  probability: [
    'How likely is an outage?',
    'How probable is an outage?',
    'By 2030, how likely is an outage?',
    'What are the odds that it fails?',
    'What are the odds of an outage?',
    'Wie wahrscheinlich ist ein Ausfall?',
    'Wie hoch ist die Wahrscheinlichkeit eines Ausfalls?',
    'Quelle est la probabilité d’une panne ?',
    '¿Cuál es la probabilidad de un fallo?',
    '¿Qué tan probable es un fallo?',
    'Qual a probabilidade de uma falha?',
    'Qual è la probabilità di un guasto?',
    'Hoe waarschijnlijk is een storing?',
    'Hur sannolikt är ett avbrott?',
    'Hvad er sandsynligheden for et nedbrud?',
    'Jakie jest prawdopodobieństwo awarii?',
    'Jaká je pravděpodobnost výpadku?',
    'Какова вероятность сбоя?',
    'Arıza olasılığı nedir?',
    'Ποια είναι η πιθανότητα βλάβης;',
    'ما احتمال حدوث عطل؟',
    'מה הסיכוי לתקלה?',
    '障害が起きる確率は？',
    '障害が起きる確率はどのくらいですか？',
    '장애가 발생할 확률은 어느 정도입니까?',
    '故障的概率是多少？',
    '장애가 발생할 확률은 얼마입니까?',
    'Seberapa besar kemungkinan gangguan?',
    'Kuinka todennäköistä on katkos?',
    'Care este probabilitatea unei căderi?',
  ],
  text: [
    'How safe is it?',
    'How should we count servers?',
    'Wie sicher ist das?',
    'À quel point est-ce sûr ?',
    'Quanto è sicuro?',
    'Cât de sigur este?',
    'Πόσο ασφαλές είναι;',
    'यह कितना सुरक्षित है?',
    'Какие серверы нам нужны?',
    '何をすべきですか？',
    '何日に出荷しますか？',
    '哪些服务器？',
    // Nothing says that it is measured.
    'How much will we need for child care?',
    'How much would we like to have?',
    'How much does the CEO know?',
    'How much should we automate?',
    'How much does culture shape strategy?',
    'How much do you agree?',
    'How much does cost matter?',
    'How much does time matter?',
    'How much?',
    '¿Cuánta ayuda necesitamos?',
    'Wie viel wissen wir darüber?',
    'Wie viel Wert legen wir auf Design?',
    '¿Cuánto sabemos de esto?',
    'Quanto dobbiamo testare?',
    'What are the odds and ends?',
    'What is the probability distribution?',
    'Why is it slow, how many servers do we need?',
    // A word for some, or for a probability, in a question for something else.
    '这几个方案哪个好？',
    '最近几周为什么变慢？',
    '为什么概率这么低？',
    'いくつかのテストはなぜ失敗しますか？',
    'なぜ何回も失敗するのですか？',
    '確率をどう計算しますか？',
    '왜 몇 개의 테스트가 실패합니까?',
    '몇 가지 방법 중 어떤 것이 좋습니까?',
    '왜 확률이 낮습니까?',
    'Tại sao mấy test này hỏng?',
    'Tại sao xác suất thấp?',
    'Bu kaç testten hangisi kırık?',
    'How much does it matter?',
    'How much do users care about dark mode?',
    'How much should we worry about this?',
    'How much can we trust the vendor?',
    'How much do we need to trust the vendor?',
    'How much does the choice of database matter?',
    'How much does the order of steps matter to users?',
    'How much difference does it make?',
    'How much of a risk is it?',
    'How much better is Rust for us?',
    'How much confidence do we have in the estimate?',
    'Wie viel Vertrauen haben wir in den Anbieter?',
    'Wie viel macht das aus?',
    'Wie viel besser ist Rust?',
    'Combien cela importe-t-il ?',
    'Combien les délais sont-ils importants ?',
    '¿Cuánto importa?',
    '¿Cuánto ayuda?',
    '¿Cuánta confianza tenemos en el proveedor?',
    '¿Cuánto podemos confiar en el proveedor?',
    'Quanto importa?',
    'Quanto conta per gli utenti?',
    'Quanto isso importa?',
    'Quanto possiamo fidarci del fornitore?',
    'Hoeveel maakt het uit?',
    'Hur mycket spelar det för roll?',
    'Hvor meget betyder det?',
    'Ile to znaczy?',
    'Сколько от этого зависит?',
    'Kuinka paljon sillä on väliä?',
    'כמה זה חשוב?',
    'כמה זה משנה?',
    'Cât contează?',
    '这有多少意义？',
    'Quanto a nós, o que fazer?',
    'Quanto al costo, che cosa facciamo?',
    'Na ile to jest bezpieczne?',
  ],
};

describe.each(Object.entries(QUANTITIES))('what asks for a %s', (answer, topics) => {
  it.each(topics)('%j', (topic) => expect(classifyTopic(topic).answer).toBe(answer));
});

it.each([
  'What percentage of users will notice?',
  'What percentage should we keep?',
  'What percent of users are bots?',
  'What share of users will notice?',
  'In what proportion of cases does it fail?',
  'Welcher Anteil der Nutzer merkt es?',
  'Quelle part des utilisateurs partira ?',
  "Quel pourcentage d'utilisateurs partira ?",
  '¿Qué porcentaje de usuarios se irá?',
  'Qual a porcentagem de usuários que sairá?',
  'Quale percentuale degli utenti se ne andrà?',
  'Welk aandeel van de gebruikers merkt het?',
  'Hur stor andel av användarna märker det?',
  'Jaki odsetek użytkowników to zauważy?',
  'Какая доля пользователей уйдёт?',
  'How many percent do we lose?',
  'How much more reliable is it in percent?',
  'Wie viel besser ist Rust in Prozent?',
  'Wie viel Prozent der Nutzer merken es?',
  'Welcher Prozentsatz der Nutzer merkt es?',
  'Сколько процентов?',
  'Yüzde kaç kaybederiz?',
  '何パーセントですか？',
  '百分之多少？',
])('%j is answered in %', (topic) => expect(classifyTopic(topic)).toEqual({ answer: 'number', unit: '%' }));

it.each([
  'How much time does 5 percent more load take?',
  'Combien de serveurs pour cent utilisateurs ?',
  'Quanti server per cento utenti?',
])('%j is not answered in %', (topic) => expect(classifyTopic(topic)).toEqual({ answer: 'number' }));

it.each([
  'Should we ask how many servers we need?',
  'Is it known how likely an outage is?',
  'Müssen wir wissen, wie viele Server wir brauchen?',
])('%j asks for yes or no, whatever it mentions', (topic) => expect(classifyTopic(topic).answer).toBe('yes-no'));

describe('what stands around a question', () => {
  it.each([
    '**Should we adopt Rust?**',
    '# Should we adopt Rust?',
    '> Should we adopt Rust?',
    '- Should we adopt Rust?',
    '"Should we adopt Rust?"',
    '„Sollen wir warten?“',
    '«Faut-il attendre ?»',
    'Should we adopt Rust?!',
    'RFC 12: Should we adopt UUIDv7?',
    '[RFC] Should we adopt UUIDv7?',
    'RFC: sollen wir warten?',
  ])('%j asks for yes or no', (topic) => expect(classifyTopic(topic)).toEqual({ answer: 'yes-no' }));

  it.each(['**How many shards do we need?**', 'Re: how many shards do we need?'])('%j asks for a number', (topic) => {
    expect(classifyTopic(topic).answer).toBe('number');
  });

  it('is no part of an option', () => {
    expect(classifyTopic('**Rust or Go?**').options).toEqual(['Rust', 'Go']);
    expect(classifyTopic('Which language: "Rust" or "Go"?').options).toEqual(['Rust', 'Go']);
  });
});

describe('a word that begins questions in two languages', () => {
  it.each([
    ...['Wo sollen wir bauen?', 'Wo liegt der Fehler?', 'Was kommt zuerst?', 'Was nehmen wir?', 'Was taugt das?'],
    ...[
      'Was spart Geld?',
      'Was meinst du?',
      'Was steht an?',
      'Was, wenn wir warten?',
      'Ca marche comment ?',
      'Do que precisamos?',
      'Do kdy?',
    ],
  ])('%j does not ask for yes or no', (topic) => expect(classifyTopic(topic).answer).toBe('text'));

  it.each([
    "Won't it fail?",
    'Was Rust the right choice?',
    'Was it right?',
    'Was that enough?',
    'Was most of it done?',
  ])('%j does', (topic) => expect(classifyTopic(topic).answer).toBe('yes-no'));
});

describe('a request to whoever reads', () => {
  it.each([
    ...['Can you compare Rust and Go?', 'Could you please check the plan?', 'Kannst du Rust und Go vergleichen?'],
    ...['Können Sie den Plan prüfen?', 'Pouvez-vous comparer Rust et Go ?', '¿Puedes comparar Rust y Go?'],
    ...['Kan je Rust en Go vergelijken?', 'Kan du jämföra Rust och Go?', 'Kan du sammenligne Rust og Go?'],
    ...['Czy możesz porównać Rust i Go?', 'Можете ли вы сравнить Rust и Go?', 'Чи можете ви порівняти Rust і Go?'],
    ...['Můžete porovnat Rust a Go?', 'Μπορείτε να συγκρίνετε Rust και Go;', 'هل يمكنك مقارنة Rust و Go؟'],
    ...["Rust ile Go'yu karşılaştırabilir misin?", 'Bisakah Anda membandingkan Rust dan Go?'],
    ...['RustとGoを比較してくれますか？', '你能比较一下Rust和Go吗？', 'Rust와 Go를 비교해 주시겠습니까?'],
  ])('%j is no question for yes or no', (topic) => expect(classifyTopic(topic).answer).toBe('text'));

  it.each([
    ...['Can you tell us whether it is safe?', 'Kannst du prüfen, ob das sicher ist?', 'Can users delete posts?'],
    ...['Können wir warten?', 'Kan vi vente?', '¿Podemos esperar?', 'Bu doğru mudur?', 'Bisakah kita menunggu?'],
  ])('%j is one', (topic) => expect(classifyTopic(topic).answer).toBe('yes-no'));
});

describe('alternatives', () => {
  it.each<[string, readonly string[]]>([
    ['Rust, Go or Zig?', ['Rust', 'Go', 'Zig']],
    ['4 GB or 8 GB?', ['4 GB', '8 GB']],
    ['Which language: Rust or Go?', ['Rust', 'Go']],
    ['Which store: Postgres, SQLite, or plain files?', ['Postgres', 'SQLite', 'plain files']],
    ['How much memory, 4 GB or 8 GB?', ['4 GB', '8 GB']],
    ['How many shards, 4 or 8?', ['4', '8']],
    ['Which is better, Rust or Go?', ['Rust', 'Go']],
    ['How should we store sessions, in memory or on disk?', ['in memory', 'on disk']],
    ['Given the load, Rust or Go?', ['Rust', 'Go']],
    ['Should we use Rust or Go?', ['Rust', 'Go']],
    ['Should we use plain files or Postgres?', ['plain files', 'Postgres']],
    ['Should we use Rust, Go or Zig for the new service?', ['Rust', 'Go', 'Zig']],
    ['Should the service be written in Rust or Go?', ['Rust', 'Go']],
    ['Should we buy or build?', ['buy', 'build']],
    ['Should we sell in Europe or North America?', ['Europe', 'North America']],
    ['Should we use hot storage or cold storage?', ['hot storage', 'cold storage']],
    ['Which buttons: red or bright blue?', ['red', 'bright blue']],
    ['Is it better to buy or build?', ['buy', 'build']],
    ['Should we hire a designer or an engineer?', ['a designer', 'an engineer']],
    ['Should we rewrite the client or the server?', ['the client', 'the server']],
    ['Should we hire designers or engineers?', ['designers', 'engineers']],
    ['Is Rust or Go better for us?', ['Rust', 'Go']],
    ['Is it a bug or a feature?', ['a bug', 'a feature']],
    ['Do we need Redis or Kafka?', ['Redis', 'Kafka']],
    ['Rust oder Go?', ['Rust', 'Go']],
    ['Welche Sprache: Rust oder Go?', ['Rust', 'Go']],
    ['Rust ou Go ?', ['Rust', 'Go']],
    ['Rust или Go?', ['Rust', 'Go']],
    ['Rust 还是 Go？', ['Rust', 'Go']],
    ['Should we use either Kafka or Redis?', ['Kafka', 'Redis']],
    ['Should we use "Foo" or "Bar"?', ['Foo', 'Bar']],
    ['Should we use Rust or Go or Zig?', ['Rust', 'Go', 'Zig']],
    ['Should we switch from Jenkins to GitLab or Buildkite?', ['GitLab', 'Buildkite']],
    ['Should we raise the limit to 1,000 or 2,000?', ['1,000', '2,000']],
    ['For 1,000 users, Rust or Go?', ['Rust', 'Go']],
    ['Should we use Python 3.12 or Python 3.13?', ['Python 3.12', 'Python 3.13']],
    ['Now or later?', ['Now', 'later']],
    ['Should we ship now or later?', ['now', 'later']],
    ['Higher or lower?', ['Higher', 'lower']],
    ["Should we use 'Rust' or 'Go'?", ['Rust', 'Go']],
    ['Should we use either "Foo" or "Bar"?', ['Foo', 'Bar']],
  ])('%j offers %j', (topic, options) => {
    expect(classifyTopic(topic)).toEqual({ answer: 'choice', options });
  });

  it.each([
    'Is it safe to read or write concurrently?',
    'May we log in by email or phone?',
    'Should we rewrite or extend the old service?',
    'Sollen wir Rust oder Go nehmen?',
    'Can we use Rust or Go?',
    'Should we pay 5 or 10 euros?',
    '¿Rust o Go?',
    '¿Deberíamos usar siete u ocho?',
    'Devemos usar Rust ou Go?',
    'Dobbiamo usare Rust o Go?',
    'Moeten we Rust of Go gebruiken?',
    'Czy używać Rusta albo Go?',
    'Стоит ли взять Rust либо Go?',
    'Rust veya Go kullanmalı mıyız?',
    'Πρέπει να πάρουμε Rust είτε Go;',
    'آیا از Rust یا Go استفاده کنیم؟',
    'Rust または Go を使うべきですか？',
    '4 GBか8 GBか？',
    '我们应该用Rust还是Go？',
    '我们用Rust或者Go吗？',
    'Rust나 Go를 써야 할까요?',
    'Rust 또는 Go를 써야 합니까?',
    'Có nên dùng Rust hay Go không?',
    'Có nên dùng Rust hoặc Go không?',
    'Pitäisikö käyttää Rustia vai Gota?',
    'Trebuie să folosim Rust sau Go?',
    // An object before a preposition, and a verb after the first of the two.
    'Should we use Postgres on RDS or Postgres?',
    'Should we use Kafka in production or Redis?',
    'Should we keep Jenkins or move to GitHub Actions?',
    'Should we keep the monolith or split it?',
    'Should users be able to read or write?',
    // Numbers that share a word, or may be two.
    'Do we need more than 3 or 4 servers?',
    'Do we need one or two more people?',
    'Should we hire two or three engineers?',
    'Should we use HTTP 2 or 3?',
    'Should we use version 1,5 or 2?',
    // No alternative to anything.
    'Should we use Rust or similar?',
    'Should we pay more or less?',
    'Should we make a decision now or later?',
    'Should we set a limit higher or lower?',
    'Should we use "this or that" or Redis?',
    // The last word may belong to both.
    'Should we use hot or cold storage?',
    'Should we keep weekly or monthly releases?',
    'Should we write unit or integration tests?',
    'Should we target mobile or desktop users?',
    'Should we hire English or French speakers?',
    'Should we choose the old or the new design?',
    'Should we buy a new or used car?',
    'Do we need a fast or a cheap solution?',
    'Is it a big or small problem?',
    'Is it faster to walk or drive to work?',
    'Should we use REST and GraphQL or gRPC?',
    'Red or blue buttons?',
    'Boutons rouges ou bleus ?',
    'Should we use Rust or plain C?',
    'Kiralamak mı satın almak mı?',
    '賃貸か購入か？',
  ])('%j is left open, and said to be unclear', (topic) => {
    expect(classifyTopic(topic)).toEqual({ answer: 'text', isUnclear: true });
  });
});

describe('"or" that parts no alternatives', () => {
  it.each([
    'Will revenue rise by 5% or more?',
    'Should we set the timeout to 30 seconds or more?',
    'Should we hire two or more engineers?',
    'Should we support Node 20 or later?',
    'Is Python 3.12 or above enough?',
    'Does it take an hour or longer?',
    'Should we wait a week or two?',
    'Should we switch in a year or so?',
    'Should we keep 3 backups or fewer for each database?',
    'Should we adopt "Kafka or Redis" as a name?',
    'Should the page be called “Buy or build”?',
    'Should we use Rust?',
  ])('%j asks for yes or no', (topic) => expect(classifyTopic(topic)).toEqual({ answer: 'yes-no' }));

  it('ends no alternative where another "or" follows', () => {
    expect(classifyTopic('Should we use 2 nodes or more or Kafka?')).toEqual({ answer: 'text', isUnclear: true });
    expect(classifyTopic('Should we hire a designer or two engineers?').options?.[0]).not.toBe('designer engineers');
  });
});

describe('whatever is no known form', () => {
  it.each(['Move to Redis?', 'Redis?', 'Wir wechseln zu Redis?', 'Alors, on migre ?'])(
    '%j is an unclear question',
    (topic) => {
      expect(classifyTopic(topic)).toEqual({ answer: 'text', isUnclear: true });
    },
  );

  it.each([
    'Devemos usar o Redis?',
    'Czy dyskutować o Redisie?',
    '¿Hay que migrar?',
    'Do we need the list of tables?',
    '确定或许安全吗？',
    'いつかRedisに移行すべきですか？',
  ])('%j has a word that would part alternatives in another language', (topic) => {
    expect(classifyTopic(topic).isUnclear).toBeUndefined();
    expect(classifyTopic(topic).options).toBeUndefined();
  });

  it.each([
    `Should we use ${'very '.repeat(500)}little?`,
    'Migrate to Postgres',
    'State of affairs.',
    '',
    '?',
    'Is it time for Redis',
  ])('%j is no question', (topic) => {
    expect(classifyTopic(topic)).toEqual({ answer: 'text' });
  });

  it.each<[string, object]>([
    ['How many shards do we need?', { answer: 'number', unit: 'shards' }],
    ['How many engineers does the platform team need?', { answer: 'number', unit: 'engineers' }],
    ['How many people or teams will come?', { answer: 'number' }],
    ['How much memory do we need?', { answer: 'number' }],
    ['What percentage of users will leave?', { answer: 'number', unit: '%' }],
    ['What share of users will leave?', { answer: 'number', unit: '%' }],
    ['How likely is it that we ship in May or June?', { answer: 'probability' }],
  ])('%j asks for %j', (topic, classified) => {
    expect(classifyTopic(topic)).toEqual(classified);
  });
});
