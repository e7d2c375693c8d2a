/** Why a text that is no keyword is likely a refusal: it refuses, or says that the number is not whom the sender means. */
export type LikelyReason = 'refusal' | 'wrong_number';

/** What is texted: words such as these stand after "stop" in a refusal, and after little else that stops. */
const TEXTING =
  '(?:text|txt|texting|txting|texts|txts|message|messages|messaging|msg|msgs|msging|sms|spam|spamming|contact|contacting|send|sending|call|calling|bother|bothering|harass|harassing|bug|bugging|blowing|hitting|annoying|email|emailing|notify|notifications|ads|alerts|promos|promotions|marketing|this|these|it|it now|now|pls|please|plz|already|immediately|thank|thanks|thx|ty|me|everything|all)';
const POLITE =
  '(?:please|pls|plz|plse|just|kindly|ok|okay|hey|hi|hello|no|yes|sir|omg|ugh|can you|could you|would you|will you|i said|i asked you to|to|so|now|and)';

/** Only in a text about something else does "stop" mean this: taken out before the rest is looked at. */
const HARMLESS: readonly RegExp[] = [
  /\b(?:don'?t|dont|do not|never|won'?t|wont|didn'?t|can'?t|cant|cannot|couldn'?t|please don'?t|not going to|doesn'?t|not|never going to)(?: ever| you)? (?:stop|quit|cancel|end|unsubscribe)\b/g,
  /\b(?:non|nonstop|one|bus|truck|rest|pit|full|next|last|first|each|every|your|my|our|the|a|that|train|subway|tram|metro|short|door)[ -]?stops?\b(?! (?:text|txt|mess|msg|send|contact|spam))/g,
  /\bnon-?stop\b/g,
  /\bstop(?:s|ped|ping)? (?:by|in|over|off|at|for|on|and (?:get|say|pick|see|look|shop|think|go|grab)|to (?:get|see|say|pick|grab|eat|think|look)|through|along|sign|light|motion|watch|loss|lights|signs|smoking|drinking|worrying|eating|crying|laughing|raining|playing|working|being|bleeding|hurting|it you(?:'re| are)|right there|kidding|lying|doing drugs|there|here|in front|whenever|when|if|after|before|until|too)\b/g,
  /\b(?:have|had|has|will|i'?ll|we'?ll|gonna|going to|need to|i can|can i|could i|may i|should i|when can i|i'?d like to|want to|let me|when|before|after|until|if|did you|why did (?:you|it|they)|(?<!make )it|he|she|they|rain|we) (?:to )?stop(?:s|ped)?\b(?! (?:text|txt|mess|msg|send|getting|receiv|contact|spam|these|your|the (?:text|mess)))/g,
  /\bpull(?:ed)? out all the stops\b/g,
  new RegExp(`\\b(?:omg|(?:ha)+h?|lol|lmao|aw+)[ ,!.]+(?:please )?stop\\b(?: it)?(?! ${TEXTING}\\b)`, 'g'),
  /\bspam (?:folder|filter|box|musubi)\b|\btake me off hold\b|\b(?:don'?t|do not) call\b.*\btext\w*\b(?! me| us| again|$)|\b(?:don'?t|do not) call,? (?:just |please )?text me\b|\b(?:don'?t|do not) call (?:before|after|until|during)\b/g,
  /\b(?:cancel|end|quit)(?:led|ed|ing)? (?:my|the|our|this|that|an|a) (?:appointment|appt|order|reservation|booking|table|class|visit|delivery|meeting|subscription box|membership card|trip|flight|job|lesson|session|pickup|cleaning)\b/g,
  /\b(?:don'?t|dont|do not|wouldn'?t) want to miss\b|\bcease[ -]?fire\b|\b(?:what|which|city|next|first|same) block\b/g,
  /\btake (?:me|us) off (?:the |your )?(?:wait ?list|schedule|calendar|guest list)\b/g,
  /\b(?:remove|delete|take) (?:the|that|this|my) (?:item|onion|onions|stain|cheese|one|last item|tooth|tag|tags|pickles|photo)\b/g,
];

/** A text with one of these is a refusal, whatever else it says. English, then Spanish. */
const REFUSALS: readonly RegExp[] = [
  // "Stop" alone, first or last, with nothing but courtesy, anger or an object around it.
  new RegExp(`^(?:${POLITE}\\b[ ,]*)*stop(?: ${TEXTING}\\b.*)?$`),
  new RegExp(`^(?:${POLITE}\\b[ ,]*)*stop(?:[.!,;:]| -| or i(?:'?ll| will)?\\b).*$`),
  /\bstop (?:(?:fuck|freak|frig|damn|bloody)\w* )?(?:send|sending|text|texting|txt|txting|messag\w*|msg\w*|sms\w*|spam\w*|contact\w*|call\w*|harass\w*|bother\w*|bug|bugging|blowing|annoying|wasting|with (?:the|these|all))\b/,
  /\bstop (?:getting|receiving) (?:these|this|them|any\w*)\b|\bstop (?:all |the |these |those |this |your |any (?:more |and all )?|getting |receiving |promotional |marketing |unwanted )+(?:text|txt|texts|txts|message|messages|msg|msgs|sms|spam|ads|alerts|notifications?|communications?|promos?|promotions|offers|bs|crap|shit|nonsense|marketing|getting|receiving)\b/,
  /(?:^|[.!?,;] ?|\b(?:please|pls|plz|this|said|asked|reply|texted|thanks|thank you) )(?:stop){1,}(?: stop)*[.!? ]*$/,
  /\b(?:stop){1}(?: stop)+\b/,
  /\b(?:asked|told|said|texted|replied|wrote|typed|sent)(?: you)?(?: \w+){0,3} (?:to )?stop\b/,
  /\bmake (?:it|this|them) stop\b/,
  /\bquit (?:text|txt|messag|msg|send|spam|contact|call|bother|harass|bugg|blow)\w*\b/,
  /\b(?:cease|desist)\b/,
  // Unsubscribing.
  /\bun ?-?subscri?b\w*\b|\bunsub\b|^(?:please )?unfollow(?: me)?[.! ]*$|\bunenroll?\b|\bde-?list me\b/,
  /\bopt(?:ing|ed)?[ -]?(?:me )?out\b|\bdon'?t opt me in\b/,
  /\b(?:remove|delete|take|drop|scratch|erase|get|scrub|purge|deactivate)\s+(?:me|us|my (?:name|number|phone|cell|info|contact|mobile|#)(?: \w+)?|this (?:number|phone|cell)|the number|number)(?: number)?\b(?!.*\b(?:waitlist|wait list)\b)(?= *$|.*\b(?:from|off|out|list|database|system|please|pls|now|contacts|asap|thank)\b)/,
  /\btake (?:me|us|my (?:name|number|phone)\b.*) off\b|\bremove (?:me|my number|this number|us)\b|\boff (?:of )?(?:your|this|the|ur) (?:mailing |texting |text |contact |calling |call |sms |phone )?list\b/,
  /\b(?:cancel|end|terminate|discontinue|deactivate|halt) (?:all |my |the |these |this |your |any )*(?:text|texts|txt|message|messages|msg|msgs|sms|alerts|notifications?|subscription|subscriptions|communications?|enrol?lment|messaging|service|membership|texting|me)\b/,
  /\b(?:block|blocking|blocked|report|reporting|reported|sue|suing)(?: (?:you|u|this number|your number|this|the number))?\b.*\b(?:spam|fcc|ftc|harass\w*|number|you|u|attorney general|attorney|police|text|texts|donotcall|do not call)\b/,
  /\b(?:do not|don'?t|dont|never|no)(?: \w+)?(?: ever)? (?:text|txt|message|msg|contact|call|bother|sms|email|write|send|spam)(?:ing)?\b(?! (?:and drive|while|during (?:class|work)))(?:.*\b(?:me|us|this|again|anymore|any ?more|number|any|these|more|texts|messages|again)\b|$)/,
  /\b(?:no|zero) (?:more|further|longer) (?:text|texts|txt|txts|message|messages|msg|msgs|sms|spam|ads|alerts|promos|promotions|offers|marketing|of (?:this|these|your)|notifications?|communications?|please|pls|contact|emails?|from you|updates|reminders)\b/,
  /^(?:please |pls )?no mo(?:re|\b)[.! ]*(?:please|pls|thanks|thank you|thx)?[.! ]*$/,
  /\b(?:do not|don'?t|dont|didn'?t|didnt|no longer|never|not) (?:want|wish|like|care|need|desire|interested|agree|consent|sign|signed|subscribe|subscribed|authori[sz]e|give|gave|ask|asked|request|requested|opt|opted|enroll|enrolled|wanted|going)(?: \w+){0,4}? (?:text|texts|txt|message|messages|msg|msgs|sms|spam|ads|alerts|notifications?|promos?|promotions|offers|marketing|these|this|contacted|texted|contact|permission|emails?|updates|texting|messaging|opted in|opt in|anything from you|hear from you|receive|on (?:this|your|the) list)\b/,
  /^(?:i'?m |i am |we are |we're |sorry |no |nah |nope )*[, ]*(?:not|no longer|uninterested|un-?interested|never)(?: \w+)? ?interested\b(?! in (?:the )?(?:red|blue|green|small|large|medium|first|second|other|that one))/,
  /\bnot interested\b.*\b(?:stop|text|list|again|anymore|thank|thanks|please|lose)\b|\b(?:no thanks|no thank you|nope|no),? (?:i'?m )?not interested\b/,
  /\b(?:leave me|leave us) (?:alone|the (?:f|hell|heck)\w*)\b|\blose (?:my|this) (?:number|#|info)\b|\bforget my number\b|\bget lost\b|\bpiss off\b|\bf(?:u|\*|@)c?k (?:off|you|u)\b|\bbugger off\b|\bgo away\b|\bstfu\b|\bback off\b/,
  /\b(?:sick|tired|fed up|had enough|enough)(?: and tired)? (?:of|with)(?: all)? (?:these|this|your|the|getting|ur|receiving|yall'?s|you) (?:text|texts|message|messages|spam|crap|shit|ads|texting|getting|bs|bothering|spamming)?\b/,
  /\b(?:this is|is this|you'?re|you are|u are|ur|these are) (?:just |all |pure |total |a )?(?:harassment|harassing|harrassment|harrassing|spam|spamming|spammers?|illegal|unwanted|unsolicited)\b|\bblocked (?:and|&) reported\b|^(?:spam|harassment|unwanted|enough)[.! ]*$|\bunsolicited\b|\bscammers?\b.*\b(?:stop|leave|block)\b/,
  /\b(?:revoke|withdraw|rescind|retract|removing|revoking|withdrawing) (?:my |all |any )?(?:consent|permission|authori[sz]ation)\b|\b(?:on|add me to|put me on) (?:the |your )?(?:national )?(?:do ?not ?(?:call|text|contact)|dnc)\b|\b(?:do ?not ?(?:call|text|contact)|dnc) list\b|\btcpa\b/,
  /\b(?:turn|shut|switch) (?:these|the|this|your|all)(?: \w+)? (?:texts?|messages?|alerts?|notifications?) off\b|\b(?:turn|shut|switch) (?:off|these off|this off|it off|them off|(?:these|the|this|your|all) (?:text|message|alert|notification)s? off)(?: \w+){0,3} ?(?:text|texts|message|messages|alerts?|notifications?|off)?\b.*(?:text|message|alert|notification|off\b)/,
  /\bhow (?:do|can|to|would)(?: i| you| we)?(?: \w+)? (?:stop|unsubscribe|opt out|cancel|get off|end|turn off|get out of)(?:\s(?:these|this|your|getting|receiving|from|texts?|messages?|the (?:texts?|mess\w*|spam|alerts?)).*|[.! ?]*)$/,
  /\b(?:pls|please|plz) (?:end|discontinue) (?:this|these|it)\b|^(?:please )?block(?:ed| me| this number)?[.! ]*$|\bi(?:'?ll| will) sue\b/,
  /\b(?:pls|please|plz) (?:stop|unsub\w*|remove|cancel|quit|discontinue)[.! ]*$/,
  // Spanish.
  /\b(?:no|ya no|nunca)(?: \w+)? (?:me |nos )?(?:escriban?|escribas|escribais|manden?|mandes|mandar|envien?|envies|enviar|contacten?|contactes|molesten?|molestes|molestar|llamen?|llames|texteen?|texteen|mensajeen|escribir|escribirme|enviarme|mandarme|contactarme|escribirnos)\b/,
  /\b(?:dejen?|deja|deje|dejar|paren?|para|parar|pare|cesen) (?:ya )?(?:de )(?:escribir\w*|mandar\w*|enviar\w*|molestar\w*|contactar\w*|textear\w*|llamar\w*|mensaje\w*|texto\w*|joder\w*|chingar\w*|spam\w*)\b/,
  /\b(?:dejame|dejenme|dejeme) (?:en paz|tranquil[oa]|de (?:molestar|escribir|mandar))\b|\ben paz\b/,
  /\b(?:no|ya no) (?:quiero|deseo|quisiera|queremos|necesito|me interesan?|estoy interesad[oa]|autorizo|acepto|pedi|solicite|gracias no quiero)(?:(?: \w+){0,3}? (?:mensajes?|textos?|sms|recibir|ofertas|promociones|publicidad|notificaciones|mas|esto|nada|suscrib\w*)\b|[.! ]*$)/,
  /^(?:por favor[, ]*|favor[, ]*|porfavor[, ]*|porfa[, ]*)?(?:ya )?(?:alto|para|paren?|parar|pare|basta|cancelar|detener|detengan|detenganse|salir|baja|darme de baja|fin|terminar|quitar|eliminar|ya basta|ya no|no mas|no molestar|no molesten|no moleste|suficiente)(?: ya| por favor| porfavor| porfa| gracias| mensajes| los mensajes| estos mensajes| textos| sms| suscripcion| la suscripcion| mi suscripcion| con esto| esto| con los mensajes| los textos| de (?:mensajes|textos|spam|publicidad|promociones|molestar))*[.! ]*$/,
  /\b(?:quiten?me|quitame|quiteme|borren?me|borrame|borreme|eliminen?me|eliminame|elimineme|saquen?me|sacame|saqueme|remuevan?me|denme de baja|dame de baja|deme de baja|darme de baja|darse de baja|retirenme|quiten mi|borren mi|eliminen mi|saquen mi|quitar mi|borrar mi|eliminar mi|borre mi|elimine mi|quite mi|cancelar (?:mi |la )?suscripcion|cancelen|cancele (?:mi )?suscripcion|desuscrib\w*|desinscrib\w*|anular (?:mi )?suscripcion)\b/,
  /\bno (?:mas|more) (?:mensajes?|textos?|sms|publicidad|promociones|ofertas|spam)\b|\bya no mas\b|\bno me interesa\b|\bno molest\w+\b|\bno gracias,? no\b/,
];

/** The phone has another owner than the sender thinks. */
const WRONG_NUMBERS: readonly RegExp[] = [
  /\b(?:wrong|incorrect|bad|rong|wrng) (?:number|num|no|#|person|phone|nbr|guy|gal|lady|cell)\b(?! of\b)|^(?:sorry |hi |hey )*(?:wrong|wrong #|wrong 1)[.! ]*$|\bwrong \# ?/,
  /\b(?:this|that|it)(?: number)? (?:is not|isn'?t|isnt|ain'?t|is no longer|not|does not belong to|doesn'?t belong to|no longer belongs to|is not longer|was never)(?: \w+){0,2}?(?: (?:number|phone|cell|him|her|person|belongs?|anymore|longer)\b)/,
  /\b(?:this|that|it) (?:is not|isn'?t|isnt|ain'?t|is no longer) (?!(?:working|what|the (?:right )?(?:size|color|colour|one|item|price|best|same)|my (?:order|size|color|appointment)|good|fair|funny|right|true|open|a problem|bad|possible|correct|it|ok|okay|cool|fun|sure|loading|available|for me|a good|an issue|the first)\b)[a-z]+(?: [a-z]+)?(?:'s(?: \w+)?)?[.!, ]*(?:$|(?:please|pls|stop|sorry|remove|anymore|number|phone|you have|u have|here|this is).*$)/,
  /\b(?:no one|nobody|no body|noone|there'?s? is no|there is no one|there is nobody|there'?s no|don'?t know anyone|no)(?: here| by| with| of)?(?: (?:by|with|named?|called|of|here|that|the|this|is)){1,3}(?: \w+){0,2}?(?: (?:name|here|number|named \w+|called \w+))\b/,
  /\b(?:i'?m|i am|im|am) not (?!(?:interested|sure|able|going|coming|available|home|there|happy|receiving|getting|feeling|ready|free|the one who|in|at|on|a|an|too|so|really|available|working|seeing|trying|doing|looking|sick|mad|well|that|done|ok|okay|certain|asking|buying|one|using|in town)\b)[a-z]+(?: [a-z]+)?[.!,; ]*(?:$|(?:please|pls|stop|sorry|you have|u have|remove|wrong|this|lose|take).*$)/,
  /\b(?:you|u|ya|y'?all)(?:'ve| have| got| ve| must have| probably have)? (?:got |have )?(?:the |a |an )?(?:wrong|incorrect) \w+/,
  /\bdoes(?:n'?t| not) belong to\b|\bbelongs? to (?:someone|somebody|another)\b|^(?:this is |it'?s |that'?s |sorry,? )*not my (?:number|phone)(?: any ?more)?\b/,
  /\b(?:no longer|not|isn'?t|doesn'?t|does not) (?:works? (?:here|there)|lives? here|at this number|has this (?:number|phone)|uses? this (?:number|phone)|own this|have this number|(?:his|her|their|\w+'s|\w+s) (?:number|phone|cell)(?: number)?)\b/,
  /\b(?:new|changed|recycled|someone else'?s|somebody else'?s|not my) (?:owner|number)\b.*\b(?:this|stop|remove|of|not)\b|\b(?:i )?(?:just )?got this (?:number|phone)\b|\bnot the (?:person|right person|owner)\b|\bthis is (?:a|my) (?!.*\b(?:update|save)\b)(?:new|different|business|work|kids?|child'?s|daughter'?s|son'?s|company) (?:number|phone|line)\b/,
  /\b(?:passed away|deceased)\b|\b(?:he|she|mother|mom|father|dad|husband|wife|owner|brother|sister) (?:is dead|died)\b/,
  /\bwho(?: the (?:hell|heck|fuck|f))?(?:'?s| is| are|'?re)? ?(?:this|dis|you|u|that|texting me|messaging me)\b.*\b(?:stop|how did you get|get my number|got my number|wrong|remove|don'?t know)\b|\bhow (?:did|do|the hell did) (?:you|u)(?: \w+)? (?:get|got|have|find) (?:my|this) (?:number|#|info|phone|cell)\b|\bwhere did (?:you|u) get (?:my|this) number\b/,
  /\bi (?:don'?t|dont|do not) know (?:you|u|who (?:this|you|u)(?: is| are)?)\b/,
  // Spanish.
  /\b(?:numero|persona|telefono|num)(?: \w+)? (?:equivocad[oa]|incorrect[oa]|erronea?o?|mal)\b|(?<!\bno )\b(?:se|te|esta|estas|estan|ha|has|tiene|tienen|se ha|se han)(?: \w+)? (?:equivocad[oa]s?|equivoco|equivocaste|equivocaron|equivoca)\b|^equivocad[oa][.! ]*$/,
  /\b(?:no soy|yo no soy|este no es (?:el numero de|su numero|mi)|ya no es (?:el numero de|su numero)|aqui no (?:vive|hay|esta|es)|no conozco a|no es (?:el|su) (?:numero|telefono)|no lo conozco|no la conozco|no vive aqui)\b(?!.*\b(?:interesad|segur|capaz|buen)\w*)/,
];

/** Spellings that thumbs make of the words looked for. */
const TYPOS: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:dnt|donot|dpnt|dony)\b/g, "don't"],
  [
    /\b(?:stpo|sotp|stopp+|sto0p|st0p|stoop|stopo|dtop|stip|stap|tsop|s top|sto p|st op|stopit|stopt|atop|ztop|stiop|stp|stops|st\*p|sttop|stopppp*|stahp)\b/g,
    'stop',
  ],
  [/\b(?:plese|pleas|pleae|pleaze|pleease|pelase|plesae|pls|plz|plzz|plzzz|pleeease|peas)\b/g, 'please'],
  [/\b(?:txting|textin|texing|texitng|tetxing|textimg|tecting|texxting|texring)\b/g, 'texting'],
  [/\b(?:mesage|messge|messege|mssg|massage|messaje)(s?)\b/g, 'message$1'],
  [
    /\b(?:unsuscribe|unsubcribe|unsubsribe|unsubscibe|unsubsrcibe|unscribe|unsuscribed|unsubscrbe|unsubcribed|unsubcripe|un subscribe|unsubscribr)\b/g,
    'unsubscribe',
  ],
  [/\b(?:romove|remve|rmove|remoe|remover|remobe|reomve)\b/g, 'remove'],
  [/\b(?:nunber|numbr|nmber|numer|numbet|mumber|numbe|nber|nimber)\b/g, 'number'],
  [/\b(?:worng|wromg|wring|wronf|wrog|wong)\b/g, 'wrong'],
  [/\b(?:intrested|intersted|interestd|interested?d|intereted)\b/g, 'interested'],
];

/** Characters of a text: who refuses says so soon. */
const LONGEST_LOOKED_AT = 1_000;

/**
 * Whether a text that is no keyword likely asks to be left alone. It is asked about whole texts of people, in English and
 * Spanish; what it takes for a refusal pauses marketing until a person has decided, so it may err towards that side.
 *
 * **Source:** rules 3.3.
 */
export function readLikelyOptOut(body: string): LikelyReason | undefined {
  const text = normalize(body.slice(0, LONGEST_LOOKED_AT));
  const rest = HARMLESS.reduce((left, harmless) => left.replace(harmless, ' # '), text)
    .replace(/ +/g, ' ')
    .trim();
  if (WRONG_NUMBERS.some((pattern) => pattern.test(rest))) return 'wrong_number';
  return REFUSALS.some((pattern) => pattern.test(rest)) ? 'refusal' : undefined;
}

/** Lower case without accents, emoji and repeated signs, on one line, typos mended. */
function normalize(body: string): string {
  const plain = body
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[’‘`´]/g, "'")
    .replace(/🛑|🚫/gu, ' stop ')
    .replace(/[^\p{L}\p{N}'.,;:!?#*@-]+/gu, ' ')
    .replace(/([.,;:!?])\1+/g, '$1')
    .replace(/\b(\w)(?: (\w)\b){3,}/g, (spaced) => spaced.replace(/ /g, ''))
    .replace(/ +/g, ' ')
    .replace(/ ([.,;:!?])/g, '$1')
    .trim();
  return TYPOS.reduce((text, [typo, word]) => text.replace(typo, word), plain);
}
