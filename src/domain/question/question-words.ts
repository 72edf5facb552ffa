// Words by which a question asks whether something is so, or which of two.

/** What turns a request into a question for yes or no: "Can you tell us whether …". */
export const WHETHER =
  /(?<![\p{L}])(?:whether|if|that|ob|dass|si|que|se|che|om|att|at|czy|że|jestli|zda|ли|чи)(?![\p{L}])/iu;

const NOT = [
  'or (?:not|no)|oder (?:nicht|nein)|ou (?:non|pas|não)|o no|o non|of niet|eller (?:inte|ikke|ej)|czy nie|nebo ne|alebo nie',
  'или не(?:т)?|чи ні|ya da değil|ή όχι|أم لا|או לא|या नहीं|hay không|atau tidak',
].join('|');
const EITHER = [
  'yes or no|ja oder nein|oui ou non|sí o no|sì o no|sim ou não|ja of nee|ja eller nej|ja eller nei|tak czy nie|ano nebo ne',
  'да или нет|так чи ні|evet mi hayır mı|ναι ή όχι|نعم أم لا|כן או לא|हाँ या नहीं|có hay không|ya atau tidak',
].join('|');

/** "… or not", "…: yes or no". */
export const OR_NOT = new RegExp(
  `(?:[\\s,;:،–—-]+(?:${EITHER}|${NOT})|还是不[是要]?|還是不|はいかいいえ|是或否|是还是否)$`,
  'iu',
);

/** Between two alternatives. */
export const OR =
  /\s+(?:or|oder|ou|oppure|eller|czy|albo|lub|nebo|anebo|alebo|или|либо|чи|або|ή|είτε|أم|أو|או|या|یا|atau|yoksa|veya|ya da|vagy|hoặc)\s+|\s*(?:还是|還是|或者|或(?![许許いる])|それとも|または|もしくは|あるいは|아니면|또는|혹은)\s*/iu;

/** At the end of a statement that asks whether it is so. */
export const TAG =
  /,\s*(?:right|correct|agreed|ok|okay|yes|oder|nicht wahr|non|no|verdad|não|vero|toch|eller hur|ikke sant|правда|да|так|değil mi|(?:is|are|do|does|did|should|can|could|will|would|has|have|must|was|were)(?:n['’]t)? (?:it|we|they|he|she|i|you|there|that|this))$/iu;
