import type { Phrases } from './phrase';

/** Phrases which say that the texts are too many, or not wanted. */
export const UNWANTED_PHRASES: Phrases = {
  'Nothing more': `
    chill|ease_up|calm_down|slow_down|lay_off|cool_it|relax|easy with|on <these>* <texts>
    lay off <these>* <texts>
    fewer|less <texts>
    <texts> less often
    nonstop|constant|endless spam|<texts>
    excessive <texts>
    dare you to text|contact
    but no thank_you|thanks $$
    that is enough of
    enough of these $
    ^ enough of <theirs>
    enough out of
    finished with these|this|you|your|all
    no|not accepting ..1 <texts>
    <texting> me no_more
    <texting> me no more
    . enough $$
    hate|despise|dislike|detest|resent <these>* <texts>
    hate|despise|dislike|detest|resent these $
    hate|despise|dislike|detest|resent get|receive|be|being
    drive|driving|drives me|us crazy|nuts|insane|mad|bonkers
    ^^ i? am? fed up $$
    <sick> of it|this $
    get|receive these ..1 every|all|daily|constantly
    <texts> ..3 annoy|bother|bothersome|excessive|relentless|ridiculous|out_of_hand|too_much|too_many|nonstop
    this|these|it is|are get ridiculous|old|annoy|out_of_hand
    <texts> ..4 is|are|be too much|many
    no mas|mor <texts>
    <no> call|calls or|and|nor <texts>
    ^ not now . not ever
    ^ not ever $
    ^ enough of this|these|your|you|the
    over|done with? <these>* <texts>
    had enough $
    <no> more|further|additional|future <these>* <texts>
    <no> more|further of <these>
    <no> more from you
    ^ no more|further $
    ^ no more please|ever|of|from|thanks
    want|need|like|wish|ask|please|prefer|said|say <no> more
    <no> <these>* <texts> $
    <no> <these>* <texting> $
    no <texting> please
    <no> text|sms|text_texts|promo_texts|ad|solicit|spam|contact|communication|marketing $
    <no> solicit
    <not> <these> <texts> again
    nothing more|else from
    <texts> no more|longer
    <too_many> <these>* <texts> $
    <too_many> <these>* <texts> from
    <too_many> of these|those|your|this
    text|send|message|bother|contact|spam|sends <me>? <too_much>
    stop|end|quit|reduce ..2 so many
    <sick> <very>* of|with|by|from <these>* <texts>
    <sick> of|with <these> $
    <sick> of|with|from get|receive|hear|all|you
    <sick> of|with|from being|be <texting>|contacted|texted
    had|have enough $
    had|have it with you|this|these|your|the
    had|have enough of|from|with you|this|these|your|the|it
    enough is enough
    ^ enough already|stop|now|please $
    ^ enough with
    that is enough <these>* <texts>
    enough <texts>
    ^^ i am over it|this|you $$
    over|done with this|these|it|you|your|yall
    ^ done . remove|take|stop|unsubscribe
    <these> is|are|was|so|be <very>* annoy|harass|unwanted|unsolicited|illegal|spam|scam|unacceptable|intrusive|excessive|invasive $
    ^ so|very|super|really|how annoy $
    you|you_guys|you_people|people ..1 are <very>* annoy|harass|relentless|rude|spam|scam|scammers|crooks|bother|blowing
  `,
  'Does not want them': `
    <not> ..1 want to ..1 see these|this|your
    rather|prefer|wish|hope <these> stopped|stop|ended
    no business|reason <texting>
    <not> agree|consent|subscribe|enroll to anything|any
    consent|permission ..2 not|never given
    lack consent
    ^ no permission $
    <not> give|gave|given|share|shared ..2 my|this number|info
    <not> <very>* want your ..2 $
    should not be get|receive
    nobody|no_one|noone want|likes|like these|this|your|<texts>
    nobody|no_one|noone ask for|you
    ^^ nobody|no_one|noone ask $$
    not|nothing ..1 want ..2 nothing|anything to do with
    want nothing to do with
    ^^ email only $$
    only email|mail
    not donating|contributing|voting_for|giving_you
    not be donating|contributing|voting|buying
    not remember|recall ..1 sign|signing|subscribe|opt|giving|give|asking|ask|agreeing|joining
    i object
    object to
    <not> <very>* want|wish|care|like|need|plan to ..1 subscribe|participate|join|engage|talk|hear|do_business|buy|sell|donate|opt|enroll|speak
    <not> subscribe|consent|agree|enroll|authorize $
    <not> have|get|got|gave|given ..1 permission|consent|authorization|the_right|any_right
    not|never|no_longer use|used your|this
    not have ..1 account|business|relationship with|here|any_more
    <not> <very>* ask|request for this|these|any|anything|your|you|<texts>
    <not> <very>* <wish> <these>* <texts>
    <not> <very>* <wish> ..4 <texts>
    <not> <very>* want|like|need|wish|care|ask|desire to? be <texting>|on|in|part|contacted|texted|called|bothered|removed|a_part
    <not> <very>* want|like|need|wish|care|ask|desire to? ..1 receive|get|hear <these>|<texts>|from|any|more|it|anything|nothing|stuff
    hear from you ..2 again
    <not> <very>* want|need|like|wish this|these|any|more $
    ^^ i|we? do not want it $$
    ^ i|we do not need it $
    ^ do not need it $
    <not> <very>* want|need|like|wish your|you|any_more|anything|nothing|none|no $
    <not> <very>* want|need|like|wish ..1 any|more $
    <not> <very>* want|need|like|wish ..1 any|more of|from
    <not> <very>* want|need|like|wish ..1 from you|your|this|these|u
    <not> <very>* want|need|like|wish ..1 of this|these|your|that|those
    not|never <very>* sign|subscribe|enroll|enrolled|opt|join|joined up|in|to $
    not|never <very>* sign|subscribe|enroll|enrolled|opt|join|joined up|in|to ..1 for|to <theirs>|<texts>
    not|never <very>* sign|subscribe|enroll|enrolled|opt|join|joined this|these|anything
    not|never sign for
    ^ not|never <very>* <wish> $
    i|we <not> longer? want|need|wish|use|shop|have_an_account|do_business
    no longer <wish> these|this|those|any|your|you|it|<texts>|to
    no longer <wish> the|all ..1 <texts>
    ^^ no longer <wish> $$
    no longer ..2 <wish> ..4 <texts>
    <not> agree|consent|authorize|subscribe|enroll to|for this|these|<texts>|be|receive|get|your
    not|never give|gave|given|have|had ..2 permission|consent|authorization|my_number|my_info
    <not> ask|request|sign|agree|subscribe|authorize|consent|enroll|opt|join this|these|any|anything|your|<texts>
    <not> ask|request you|u|yall
    <not> want <me> to ..1 be|receive|get
    <not> want|need|like|wish ..2 part of
    not want|wish $
    want|like <no> part
    want nothing
    unwanted|unsolicited
    not welcome|wanted|appreciated
  `,
  'Not interested': `
    not ..3 interested $
    no longer interested in hear
    not belong on|in <your>
    no desire|wish|interest|plans to
    not my thing|jam|cup
    not your target|audience
    wrong audience
    no need|use|interest for|in this|these|it|your|<texts>
    ^^ not needed|necessary $$
    services|service|texts ..2 no_longer|not needed
    <not> want this service
    lost interest
    waste|wasting your|my ..1 time
    ^^ i? am? not ..1 interested in ..2 $$
    ^^ we are not ..1 interested in ..2 $$
    not need|want a|any|your loan|quote|insurance|warranty|solar|roof|money|help_with
    not do|read|use|accept|check ..1 <texts>
    not do|read|use|accept|check these
    no_longer looking|searching|shopping|in_the_market
    ^ not looking
    not be less interested
    not care less
    waste of ..2 time
    already sold
    house|home ..1 sold
    <not> was|been interested
    house|home|property|land|it not for sale
    house|home|property|land|it is not for sale
    not ..1 for sale
    ^ not selling|buying|looking
    not selling|interested_in_selling|looking_to_sell
    not care about <your>
    ^^ i do not care $$
    not|no_longer ..2 customer|member|client|resident|patient|subscriber|shopper|donor of|here|any_more|there|at|with
    not|no_longer ..1 customer|member|client|patient|subscriber $$
    not ..1 interested $
    not ..1 interested in your|this|these|any|anything|what|whatever|buying|selling|it|<texts>|receive|get|being
    not ..1 interested any_more|thanks|please|remove|stop|so|and
    uninterested
    <no> interest $
    <no> interest in
    never interested
    <not> ..1 interest
    <no> longer interested $
    <no> longer interested in <theirs>|<texts>|receive|get|being
    interested any_more
    <not> ..1 want any $
    ^^ no thank_you|thanks $$
    ^^ no . thank_you|thanks $$
    ^^ no|nah|nope|not <very>* thank_you|thanks good|i_am_good|not_for_me|pass|i_will_pass|all_set|we_are_good|i_am_all_set|i_am_fine|im_good $$
    ^^ no|nah|nope ,? thank_you|thanks|i_am ..1 good|fine|ok|set|pass|not_for_me $$
    ^^ not for|4 me|us $$
    ^^ hard pass $$
    ^^ i|we will pass $$
    ^^ count|leave me out $$
    ^^ not a fan $$
    ^^ do not care $$
  `,
};
