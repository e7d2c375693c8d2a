import type { Phrases } from './phrase';

/** Phrases that insult or threaten the sender, or ask where it has the number from. */
export const PROTEST_PHRASES: Phrases = {
  'Insults and threats': `
    ^^ junk mail $$
    constitutes ..1 harass
    ^^ scram $$
    rot in hell
    shut up bot
    ^^ stupid spam $$
    spam bot|bots|texts
    ^^ ..3 last|final warning $$
    ^^ hell|heck|fuck no $$
    under no circumstances
    text|contact|call|bother me|us ..2 again and|i|or|you|we
    if you ..1 text|contact|call|bother me|us|this ..1 again|one|once
    i swear ..4 text|contact
    one more text and|i|or|from
    consider this|it harass|spam
    ^^ eat ..2 dick|shit $$
    going_to block|report $
    block $$
    report and block
    harass <texts>
    ^ report $
    no means no
    said no $
    answer is no $
    take|get the|a hint
    get a real? job
    find someone else to
    bother|text|spam someone|somebody else
    charged|charge|pay|costs|cost ..3 per|each|for text|texts
    pay per text
    scam likely
    mark|marking|marked|flag|flagging|flagged ..2 spam|junk
    block and report
    scam alert
    nice try
    scammer|scammers|spammer
    illegal <texts>
    i am call ..1 police|cops|sheriff
    will call ..1 police|cops|sheriff
    cops|police will ..2 be
    lawsuit
    ^ i am sue
    ^^ fake|lies|jerk|jerks|creeps|morons|idiots|idiot|moron|loser|losers|assholes|asshole|pricks|bye_felicia|suck_it|scum|pathetic|get_stuffed $$
    screw <these>|<texts>
    ^^ harass|pestering ..1 me $$
    you are ..2 pest
    ^ junk|trash|spam|garbage junk|trash|spam|garbage
    ^^ junk|trash|garbage|crap|bullshit $$
    off ..1 my phone|back|case|ass|line|number
    pound sand
    kick rocks
    eat shit|dirt
    up yours
    you|number|your|this|u ..3 reported|blocked $
    blocked|reported and blocked|deleted|reported
    file|filing|filed ..2 complaint|suit|lawsuit|charges $
    file|filing|filed ..2 complaint|suit|lawsuit|charges against|with
    see you in court
    this is ..2 violation
    no|not ..1 call|contact|text|solicit list
    respect my privacy|wishes|request|decision
    mute me|this|these
    ^ i am block $
    ^ block|blocked|reported $
    fuck you|off|yourself|outta|out|ya|yall|these|this|your
    ^ fuck|screw|eff|piss|bugger|buzz|bug|beat|sod|shove|bite|naff|butt off|you|it|me|out $
    screw|eff|piss|bugger|buzz|bug|sod off|you $
    screw|eff|piss off|you guys|and|with|mate|already
    go to hell
    go|get away|lost|bent|a_life|the_fuck|out_of_here|a_job $
    ^ go away $
    go away and|spam
    ^ get lost $
    ^ get lost creep|spam|you
    get a life
    drop dead
    go fuck|kill|die|jump|screw
    kiss my
    ^^ shut|shove up|it $$
    shut the ..2 up
    shut up and
    ^ stfu|gtfo|ffs|kys|fu|foff
    take a hike $
    beat it $
    bite me
    you suck
    this|these|it|you is|are ..2 spam|scam|scammers|phishing|harass
    ^^ spam|scam|scammer|scammers|phishing|fraud|harass|creep|stalker|pervert|illegal|unwanted|enough $$
    ^ spam spam
    smells like scam
    report|reported|reporting|block|blocked|flag|flagged|flagging ..1 you|u|this|your|as|number|and|to|for|spam|these|it|ur $
    report|reported|reporting|flag|flagged|forwarding|forward|forwarded ..5 spam|ftc|fcc|police|attorney|authorities|carrier|bbb|harass|junk|scam|fraud|7726
    report|reported ..1 you|this|your|number|ur
    block|blocked ..1 you|your|this|u|ur|number|me
    ^^ report|reported|block|blocked|reported_and_blocked|blocked_and_reported|delete_and_block $$
    you are ..1 block|blocked|reported
    blocked ..1 and report|reported
    will|going_to ..1 report|block|sue ..1 you|this|your|u|it
    press charges
    legal action
    will sue
    sue you
    <my>? <legal> ..3 if|text|stop|touch|notified|involved
    i am|will|going_to ..1 call|contact|text|talk ..2 <legal>
    hear|hearing from ..2 <legal>
    <legal> $
    do not call|text|contact|solicit list|registry|register
    national do not
    dnc
    violat ..2 law
    <violate> ..4 law|tcpa|act|privacy|rights|federal|do_not_call
    against the law
    invasion of
  `,
  'Asks why, or from where': `
    who the_hell? put|sign|added|add|authorize|enrolled|subscribe|registered me|us|you|my
    how ..3 did|do you ..1 get|got|have|find ..1 my|this number|phone|info
    how did ..3 on|in <your> list|database|system
    someone|somebody ..2 sign|put|added|gave|entered ..1 me|my|the|this
    why ..3 keep|still <texting>
    why is|are this|these|that|you|yall|u ..1 <texting> me|us
    <why> <am_i> ..2 <texting> me|us|this|my
    <why> am|do|are|would i|we keep|still? get|receive <these>|<texts>
    <why> are|do|did you|yall|you_guys|you_people|u keep|still? <texting> me|us|this|my|again
    <why> am i still? on|in <your> <list>
    <why> am i still? on this
    <why> ..3 keep|still <texting>|get|receive <me>|<texts>|<these>
    <why> ..3 have|got|get my|this number|info|phone
    why|how <would_one> ..2 get|got|have|find|found|obtain|came my|this|our ..1 number|phone|info|name|contact
    where|how|from_where did|do|you|u ..1 get|got|have|find|found|obtain|acquire ..1 my|this|our number|phone|info|name|contact
    who gave|give|sold|told|provided|shared|gives ..4 my|this number|phone|info|contact
    who gave|give|sold you
    how ..2 on this|your|the list
    who|what is this|you|it and|why ..4 text|texting|number|why|stop
    who is this ..3 stop|remove|take|leave|unsubscribe|why|how
    who are you ..2 not|stop|why|how|remove|take|leave
    stop ..2 who is
  `,
};
