import type { Phrases } from './phrase';

/** Refusals that no harmless phrase can cancel. */
export const EXPRESS_REFUSALS: Phrases = {
  'Stop, in words that elsewhere are harmless': `
    you|yall|you_guys never stop <texting>
    why ..3 not ..1 removed|remove|taken|unsubscribe|stopped
    stop|quit|stopped using my|this number|phone|info|name
    my|your stop ..1 not? work|command|request|reply|option
    not my stop work
    opt out|unsubscribe ..1 do|does|did not work
    stop command|request|option|button
    why do|will|can not you|you_all|you_guys ..2 <stopping>
    you ..3 will|do|can not stop <texting>
    you ..2 not stop <texting>
    part of stop
    stop mean|means stop
    stop stop stop
    told|asked|said ..4 stop <texting> <me>
    said|text|replied|send|wrote|typed stop ..2 already|yesterday|twice|before|last|times|multiple|0|2|3|4|5|10|and|still|but
    how many times ..6 stop
    last time stop
    times stop $
    already|keep|have|has|had text|sent|said|replied|send|say|typed|saying|replying|text|told|asked ..4 stop
    stop does|did|do|is not? work|working|nothing|anything
    stop does|did nothing
    stop or i|we|you|else|be
    stop , or i|we|you|else
    want|need|like|wish|make|get <these> ..2 to? stop $
    want|need|like|wish|make|get <these> <texts>? to? stop|end $
    will|do|can <these> <texts>? ever? stop
    not block ..2 report|block
  `,
  'Stop, not understood': `
    understand|understood ..2 stop|no
    understand the word
    what ..4 not ..1 understand $
    word|words|code|keyword to stop|quit|end|unsubscribe
  `,
  'Wants to know how to get out': `
    how <would_one> ..1 <get_out>
    how <would_one> ..1 <quit> $
    how <would_one> ..1 <quit> <these>* <texts>
    how <would_one> ..1 <quit> <these> $
    how <would_one> ..1 <quit> get|receive
    how to <get_out>
    how to <quit> $
    how to <quit> <these>* <texts>
    how to <quit> <these>|get|receive
    what <would_one> text|reply|send|write|type|say|do|press ..1 to <get_out>|<quit>
    way|ways|possible|option|link|number to ..1 <get_out>|<quit> <these>|<texts>|get|receive
    way|ways|possible|option|link|number to ..1 <get_out>|<quit> $
    let me out|off|go
  `,
};

/** Phrases that ask the sender to stop. Harmless phrases are removed from a text before. */
export const STOP_PHRASES: Phrases = {
  'Stop, by itself': `
    stop $$
    ^ stop $
    ^ stop|quit it|this|that|that_crap|this_crap|this_shit|that_shit|now|already|immediately|asap|forever|messing|playing $
    ^ stop please
    please ..1 stop $
    stop stop
    need|needs|have|has|better|ought|must|should|can|just|please|could|would|will|got to? ..1 stop $
    you|you_guys|they|it|this|all|these|yall ..2 to|must|should|please|can|better|gotta|just stop $
    you|you_guys|yall ..2 stop $
    said|ask|asked|told|replied|wrote|typed|sent|say|says|saying|reply|replying|text|yelled|begged|telling|begging|beg ..5 stop
    ask|asked|told|telling|asking|beg|begging|say ..5 to stop|quit|remove|leave|unsubscribe|end|cease
    make|have|let ..2 it|this|them|these|that stop|end
    <texts> ..3 stop|cease
    stop . i|we|he|she|not|no|remove|take|do|you|this|wrong|who|leave|enough|delete|unsubscribe|please
    love of ..3 stop
  `,
  'Stop doing that': `
    give up already
    <stopping> waking
    <stopping> begging|asking|selling|bombarding|sharing|stalking
    give it up $
    give it up with
    <stopping> ..3 with <these>* <texts>
    <stopping> ..1 <texting>
    <stopping> <these>* <texts>
    <stopping> with <these>* <texts>
    <stopping> with <these>
    <stopping> it with
    <stopping> get|receive|hear <these>*
    <stopping> <me>
    <stopping> all
    <stopping> everything
    <stopping> from <texting>
    <stopping> using <me>
    <stopping> trying to
    <stopping> hassling|pushing|begging|trying|stalking|trolling|scamming|lying|doing this|it|that
    would|like|want|wish|need|prefer|love to <stopping> get|receive|be
    knock|cut it|that|this|the_crap out|off
    give it a rest
    chill with
    enough <these>* <texts>
    refrain|abstain|stay_away|stay_off
    put an? end|stop to
    call it off
    back off
  `,
  'Not to be texted': `
    <not> ..3 <sent_texts> $
    <no> ..3 <sent_texts> $
    ^^ can|could|would you not $$
    ^^ do not $$
    <not> <texting> back $
    not reply|respond $
    without my|our|any consent|permission|authorization|knowledge
    unauthorized
    text|send|message less $
    hit me up
    blow ..2 phone
    not for <these>* ad|promo|marketing|spam|advertising
    not use it|this|that|my ..2 for|to
    <not> ..1 <texting> ..2 again
    <not> <not_be>? ..1 <texting> <me>
    <not> ..2 <texting> me|us|this|here|again|ever|any|any_more|more|these|nothing|anything|another|such|stuff|my
    ^ not ..1 <texting> $
    do not ever? <texting> $
    do not ever? <texting> <these>* <texts>
    not|never send ..2 <texts>
    <not> ..1 be <texting>
    not to be <texting>
    be|being <texting> by you
    <not> ..1 use|call|share|sell|give <me>
    <not> ..1 use|have|be_in|be_on <me>
    without <texting> me
    <not> <texting> me
    no <texting> <me>
    <not> communicate|solicit|advertise|market|reach ..2 <me>
    <not> ever? contact me|us|this|again|any|any_more|via|by|through
    <not> ever? contact $
    <not> bother me|us|texting|to|with
    mind not
    rather|prefer|appreciate|ask|request|wish|hope|like ..3 not ..3 <texting>|receive|get|be|hear|text
    rather|prefer|wish|appreciate|like|love if? ..2 you ..2 not|stopped|quit|did|remove|removed|took|take|stop|would
    appreciate being|be|no|not|if
    only|just text|contact|message|call <me>? about|for|when|if|with ..8 no|not|stop
    lose|forget|trash|burn|toss|ditch|dump <me>
    leave <me> ..3 alone|be|out
    leave <me> alone
    leave <me> ..1 off
    <me> alone
    keep|get <me> out|off
    keep ..2 to yourself|yourselves
    no right to
    no permission|reason|business to <texting>
  `,
};
