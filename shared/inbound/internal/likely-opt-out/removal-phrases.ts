import type { Phrases } from './phrase';

/** Phrases that ask for removal from a list, or unsubscribe. */
export const REMOVAL_PHRASES: Phrases = {
  'To be taken off': `
    deletion request
    removal request
    removal requested
    log me out
    opt me off
    still not removed|unsubscribe|off
    still get|receive <these>|<texts>
    want|wish|need|like off|out $
    ^ off ..1 list|lists
    ^^ take off|me_off $$
    <delete>|remove|drop ..5 from|off your|this|ur <list>
    ^ drop me $
    loose my|this number
    forget you ..2 my|this number
    ^ delete delete
    ^ remove remove
    drop|pull|blacklist|flag|scrub|block my number|name|info|phone
    want|like|wish|ask|prefer to be <removed>|taken|off|out|left
    get|stay|keep ..1 out|off|away of|from? ..1 my phone|inbox|texts|text|life|line|face|business|way|mailbox
    get|stay|keep ..1 out|off|away my phone|inbox|texts|text|life|line|face|business|mailbox
    throw|toss away|out? ..1 my number
    disconnect|uninstall|kick|boot|ban|unlist me
    silence|mute|snooze <these>
    <remove> off|from|out <your>? <list>
    <ask_to> ..4 to? be|get <removed>
    exit|leave|leaving|quitting this|the|your group|list|chat|thread|texts
    exit me
    <request> deletion
    deletion $
    lose|forget|trash about me
    forget about me
    delete|remove|erase|purge|destroy|wipe ..2 my|our|the|any information|data|info|details|number|name|phone
    delete all|any data|information|info
    my|confirm ..4 removal
    have|want|need|get|see <me> removed|deleted|taken|erased|purged
    <remove> from <your>? <list>
    ^ removed|deleted $
    ^ delete|remove|erase|purge contact|number|info|data|everything|all|profile|record $
    ^ i want|need|wish|like out|off $
    i want out $
    i want out of this|your|here
    <delete> <me> $
    <remove> <me> ..4 off|of|from|out|please|now|immediately|asap|list|permanently|thanks|thank
    <remove> <me> and|or|as|before|because|we|i
    <remove> ..1 <me> ..2 off|from|out of? your|this|the|all|any|here|these|that|my|ur ..4
    remove|delete|erase <me>
    ^ remove|delete|erase|purge <me>? $
    please|kindly remove|delete|erase|purge $
    remove please
    take|get <me> off
    ^ <off> <your> ..1 list|lists|database|system
    <me>|want|get|number|name <off> <your> ..2 <list>
    <i> <would>* <be_removed>
    <i> <would>* <be> <removed>
    have|has|had been|be|get <removed> $
    number|name|phone|info|contact ..3 <removed> <from>? ..2
    <ask_to> ..1 be|get <removed>
    be|been|being|get unsubscribe
    be|been take|taken off|out
    removed|deleted|taken from|off your|the|this|all|any|these|ur
    you removed|took|remove|deleted|delete <me>
    ^ request|requesting? removal $
    request|requesting|want|demand|demanding removal|deletion
    removal from
    want|wish|need|like|get ..1 off|out of? this|your|these|that|here|it|list|all
    want|wish|need|like|get ..1 off|out of? the <list>
    let <me> out|go|off
    ^^ off|out $$
    ^^ exit|leave|withdraw|removal|mute|disable|unjoin|leave_group|leave_list|exit_list|leave_chat|discontinue|terminate|deactivate|suspend|off|abort|kill|snooze|unfollow|halt|desist|cease|silence|unlist|deny|decline|refuse|reject|block|blocked|ignore|disconnect|detach|leave_me|no_spam|erase|delete|opt|un_subscribe|unsubscribe $$
    should|must|do|can not have|be|get|use|in|on <me>
    should not be in|on|part your|this|the
    my number deleted|removed|erased|gone|out
    ccpa|gdpr|tcpa|fdcpa
    confirm ..6 removed|deleted|taken|off|opted|unsubscribe
    update your records|list|lists|database
  `,
  Unsubscribes: `
    drop|kill <these> <texts>
    <unsubscribe> confirmed|word|code|instructions|request|confirmation
    opt out word|code|instructions|request|confirmation
    <unsubscribe> is|does|did|do|button|link not work|working
    can|could|did|will not <unsubscribe>
    not let me ..1 <unsubscribe>|stop|out
    end|stop|cease this conversation|thread|chat|campaign
    opt out ..4 ago|times|still|already|twice|weeks|days|months|yesterday
    want|like|trying|tried|try|need|wish|how|attempt|choose|choosing|elect|hereby|request|am|asking|way ..3 opt|opting ..1 out $
    opt me|us|my|this ..2 out
    <unsubscribe> from <list>
    cancelled|canceled ..1 subscription|account|membership|service
    <stopping> <these>* subscription|service|services|membership|enrollment $
    <unsubscribe> $
    <unsubscribe> <me>
    <unsubscribe> from <these>* <list>|<texts>|everything|all
    <unsubscribe> from this|these|all|here|you|your $
    <unsubscribe> please|now|immediately|here|all|this|to|right|number|already|last|twice|again|and|effective|today|or|everything|any|number|yesterday|week
    want|like|trying|tried|try|need|wish|please|how|attempt|did|have|already|just|was|choose ..3 <unsubscribe>
    opt ..2 out $
    opt ..2 out of <these>|<texts>|all|everything|receive|get|being|further|future
    opt ..2 out please|now|my|this|me|us|number|immediately|asap|already|twice|request|last|all|and|again|but|yesterday
    withdraw from|me|my|us|consent|permission
    cancel|end|terminate|discontinue|suspend|halt|kill|cease|stop|pause|deactivate|disable|mute <these>* <texts>
    cancel|end|terminate|discontinue|suspend|deactivate|disable ..1 my|the|your|this|these|our|all|any ..2 <texts>|subscription|service|enrollment|enrolment|membership|account|participation
    cancel|end|terminate|discontinue|suspend|deactivate|disable|cease <these>* <texts>|subscription|service|membership|enrollment
    cancel|end|terminate|discontinue|suspend|cease these|this|all|everything|everything_please $
    ^ cancel|end|terminate|discontinue|suspend|deactivate|disable <me>
    ^ cancel|end|terminate|discontinue|suspend|cease|quit|exit|leave all|now|everything|immediately|texting|already $
    ^ end|terminate|discontinue|suspend|cease|quit|exit|leave please $
    ^^ cancel please $$
    ^ end|terminate|discontinue it $
    cease|desist
    please end|terminate|discontinue|suspend|quit|exit|cease|leave|disable $
    discontinue|terminate ..2 all|any|these|this|text|texts|contact
    turn|shut|switch <these>* <texts>? off
    turn|shut|switch off|of <these>* <texts>
    turn|shut|switch off|of <these> $
    ^ turn|shut|switch off $
    no consent
    <take_back> ..3 consent|permission|authorization|approval|agreement|opt_in
    consent|permission|authorization ..2 revoked|withdrawn|rescinded|retracted|revoke|denied|removed
    do|does|have not|no ..2 consent|permission
    my right|rights to|under|as
  `,
};
