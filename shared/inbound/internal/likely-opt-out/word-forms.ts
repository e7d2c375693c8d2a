/** Forms and spellings of a word that mean the same to the phrases, by the form that the phrases use. */
const FORMS: Record<string, string> = {
  'do not': "don't dont dnt donot dony",
  'does not': "doesn't doesnt",
  'did not': "didn't didnt",
  'is not': "isn't isnt ain't aint",
  'are not': "aren't arent",
  'was not': "wasn't wasnt",
  'have not': "haven't havent hasn't hasnt hadn't hadnt",
  'can not': "can't cant cannot couldn't couldnt",
  'will not': "won't wont wouldn't wouldnt",
  'should not': "shouldn't shouldnt mustn't mustnt",
  'i am': "i'm im iam",
  'i have': "i've ive",
  'i will': "i'll",
  'i would': "i'd id",
  'i do not know': 'idk',
  'you are': "you're youre your're",
  'you have': "you've youve",
  'you all': "y'all yall ya'll",
  'they are': "they're theyre",
  'it is': "it's",
  'that is': "that's thats",
  'there is': "there's theres",
  'he is': "he's hes",
  'she is': "she's shes",
  'who is': "who's whos",
  'what is': "what's whats",
  'how did': "how'd",
  'where did': "where'd",
  'let us': "let's lets",
  'hit me up': 'hmu',
  more: 'mo',
  'going to': 'gonna goin',
  'want to': 'wanna wana',
  'got to': 'gotta',
  'any more': 'anymore anymor',
  'right now': 'rn',
  you: 'u yu',
  your: 'ur yalls',
  are: 'r',
  please: 'pls plz plse plzz plez pleas plese pleae pleaze pelase plesae peas',
  'thank you': 'thankyou ty tysm thanku thnk',
  thanks: 'thx thnx thanx tks thks tnx',
  the: 'da tha',
  this: 'dis',
  that: 'dat',
  these: 'dese theses',
  them: "em 'em dem",
  with: 'w wit wid',
  and: 'n nd',
  number: 'num nbr numba numbers nunber numbr nmber numbet mumber numbe',
  phone: 'cell cellphone mobile phones',
  text: 'txt texting txting texted txted textin txtin textn txtn txtng texin sms message messaging messaged msg msging mms',
  texts: 'txts messages msgs',
  send: 'sending sends sent sendin snd',
  contact: 'contacting contacted',
  contacts: 'contact-list',
  call: 'calling called calls callin',
  bother: 'bothering bothered',
  bug: 'bugging bugged',
  harass: 'harassing harassed harassment harrass harrassing harrassment harassin',
  spam: 'spamming spammed spammer spammers spams',
  annoy: 'annoying annoyed annoyance',
  blow: 'blowing blowin',
  hit: 'hitting hittin',
  email: 'emails emailing',
  receive: 'receiving received recieve recieving recive',
  get: 'getting gettin gets',
  hear: 'hearing',
  remove: 'removing romove remve rmove remoe remobe reomve',
  delete: 'deleting',
  report: 'reporting',
  block: 'blocking',
  sue: 'suing',
  unsubscribe:
    'unsub unsubs unsubscribed unsubscribing unsubscribes unsubscription unscribe unsubscribir unsuscribe unsubcribe unsubsribe unsubscibe unsubscrbe',
  NAME: 'mr',
  'opt out': 'optout',
  'opt in': 'optin',
  opt: 'opting opted',
  subscription: 'subscriptions suscription',
  promo: 'promos promotion promotions promotional',
  ad: 'ads advert adverts advertising advertisement advertisements',
  alert: 'alerts',
  notification: 'notifications notifs',
  update: 'updates',
  reminder: 'reminders',
  offer: 'offers',
  solicit: 'soliciting solicitation solicitations solicitor solicitors',
  fuck: 'fcuk fucking fuckin fck f*ck fuk fking effing f**k f*** f*ck* fuk freaking freakin frickin frigging damn bloody f',
  stop: 'stp stpo sotp tsop stopp sstop sttop stoop stopo dtop stip stap st0p stahp stob stopt stawp stahpp staph atop ztop',
  want: 'wants wanting wanted',
  interest: 'intrest',
  wrong: 'worng wrng wromg wronf wrog rong incorrect',
  consent: 'consented',
  agree: 'agreed',
  sign: 'signed signing',
  ask: 'asked asking',
  request: 'requested requesting requests',
  subscribe: 'subscribed subscribing',
  authorize: 'authorized authorise authorised',
};

export const PLAIN_FORMS: ReadonlyMap<string, string> = new Map(
  Object.entries(FORMS).flatMap(([plain, forms]) => forms.split(' ').map((form) => [form, plain] as const)),
);

/**
 * Long words that are recognized with one letter added, missing, wrong, or swapped with its neighbour; the longest
 * words with two such typos.
 */
const MENDED = [
  'unsubscribe',
  'subscription',
  'interested',
  'message',
  'messages',
  'texting',
  'sending',
  'harassing',
  'harassment',
];
const LENGTH_OF_TWO_TYPOS = 10;

/** Words that are as similar to `MENDED` words as a typo, but mean something else. */
const NO_TYPOS = new Set([
  'massage',
  'massages',
  'testing',
  'spending',
  'uninterested',
  'prescription',
  'interest',
  'interests',
]);

/** @returns the plain form of the intended word; `undefined` when the word is no known typo */
export function readTypo(word: string): string | undefined {
  if (NO_TYPOS.has(word)) return undefined;
  const meant = MENDED.find(
    (right) =>
      right[0] === word[0] && countTypos(word, right) <= (right.length >= LENGTH_OF_TWO_TYPOS ? 2 : 1),
  );
  return meant === undefined ? undefined : (PLAIN_FORMS.get(meant) ?? meant);
}

/** Counts letters added, missing, replaced or swapped with their neighbour; returns 3 for three or more. */
function countTypos(word: string, right: string): number {
  if (Math.abs(word.length - right.length) > 2) return 3;
  let before: number[] = [];
  let last = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let row = 1; row <= word.length; row++) {
    const next = [row];
    for (let column = 1; column <= right.length; column++) {
      const isSame = word[row - 1] === right[column - 1];
      const isSwapped = word[row - 1] === right[column - 2] && word[row - 2] === right[column - 1];
      next[column] = Math.min(
        (last[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (last[column - 1] ?? 0) + (isSame ? 0 : 1),
        isSwapped ? (before[column - 2] ?? 0) + 1 : Infinity,
      );
    }
    before = last;
    last = next;
  }
  return last[right.length] ?? 3;
}
