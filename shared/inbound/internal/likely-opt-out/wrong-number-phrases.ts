import type { Phrases } from './phrase';

/** Phrases which say that the phone has another owner than the sender thinks, or an owner who should not be texted. */
export const WRONG_NUMBER_PHRASES: Phrases = {
  'The wrong number': `
    wrong department|dept $
    ^ i am underage|under_age
    think|believe|guess|sure you are ..1 looking for
    looking for|want|mean|trying my ..1 ex|brother|sister|roommate|neighbor|cousin
    reached|text|texting|call|contact|calling a|an|the ..1 business|office|doctor|hospital|company|school
    ^ this is a|an ..1 automated|unmonitored|dispatch line|number
    ^ this|that number is wrong $
    texting|text a minor|child|kid
    ^ who is NAME $
    by|with|goes_by that|this name
    text|contact ..1 a minor|child
    wrong number|person|phone|guy|gal|girl|lady|woman|man|dude|contact|individual|one|recipient|chick|party|family $
    wrong number|person|phone|guy|lady
    <have> ..1 the|a|an wrong $
    ^ wrong . remove|stop|this|sorry
    wrong NAME
    not ..1 <me_or_name> number|phone ..1
    not the ..1 person|owner|one|guy|lady|number you|your|u|ur|they|for|of|holder|to|any_more
    not who|whom you|u|ya
    not whoever you
    who ..1 you|u think|are_looking|want|trying ..3
    mistaken ..2 number|person|identity
    mistaken me
    <texting_wrong> wrong
    text|texting|mean|meant|want|for|reach|think|contact|to|confused|with ..2 someone|somebody else $
    someone|somebody else s? number|phone|now
    i am|are someone|somebody else
    different person|number|owner|guy|family
    another person|owner|guy number|phone|now
    confusing me|us
    misdial
  `,
  'Is not that person': `
    not know no|any NAME
    not longer? at this number|phone|address
    not my target|right|type
    not go by that|this
    ^ not that person|guy|lady
    kid|kids|son|daughter|child has|have|uses|got this|the ..1 phone|number
    i|we am|are not|no_longer ..2 homeowner|democrat|republican|registered|eligible|supporter|constituent|resident|patient|voter|student|employee
    i am not <name_like> $
    NAME|he|she is not ..2 any_more
    NAME|he|she was not|used
    not the owner of this|that phone|number|property|house|home|address
    not own that|this|a|any|the|your property|house|home|land|business|car|vehicle
    was NAME s
    used to be|belong NAME|to|someone|his|her
    no such person
    i am ..1 minor|child|kid
    under 18|eighteen
    not ..1 live|vote|reside in your|that|this state|district|county|city|area|precinct|town
    ^ <it> is not <name_like> $
    ^ <it> is no longer <name_like> $
    <it> is not|no_longer NAME $
    <it> is not|no_longer NAME <run_on>
    <it> is not|no_longer NAME s? ..1 number|phone|line|account|any_more
    <it> is not|no_longer ..2 number|phone|him|her|person|email|line|account
    <it> is not|no_longer the ..4 number|phone|person|line
    <it> not|no_longer belong|belongs
    not|no_longer belong|belongs to
    belongs to ..1 someone|somebody|another|a|my|minor|me|child
    i am|are not NAME $
    i am|are not NAME <run_on>
    i am|are not NAME NAME $
    i am not|no_longer that|this|your|the person|guy|lady|NAME|customer|owner|one_you
    not|no_longer my|his|her|their|our|NAME s? number|phone
    not NAME s? number|phone
    name is not
    ^^ not <him_or_name> $$
    ^ not <him_or_name> any_more|number|phone
    <him_or_name> not|no_longer ..1 have|has|own|owns|use|uses|live|lives|work|works|answer|at this|here|that|with|number|there|phone|any_more
    <him_or_name> does|do|did|has|is|have not|no_longer ..1 have|has|own|use|live|work|at|with this|here|that|number|there|phone|any_more|us
    no_longer work|works|live|lives|here|employed|has|have|own|owns|use|uses ..1 here|there|number|phone|this|at
    no longer ..1 work|works|with|employed|has|have|own|owns|use|uses|at ..1 here|there|number|phone|this|at|us|company
    no longer ..1 live|lives here|there
    not have|own|use this|that ..1 number|phone
    <him_or_name> ..1 changed|switched ..2 number|numbers|phone|phones
    <him_or_name> ..1 moved away|out
    person ..6 not|no_longer have|has|own|live|at|here|this
    person you ..6 not|no_longer|dead|died|passed|wrong|moved|changed
    no|not NAME here|at|on|lives|with
    no|not one|body|NAME|such here|at|by|named|called|with|person ..2 name|number|NAME|named|called
    nobody|noone|no_one ..2 by|named|called|with|goes|here_by|here_named ..2 name|NAME
    nobody|noone|no_one at this number|phone
    there is no|not ..1 NAME
    there is no|not ..2 one|body|person|such by|named|called|at_this|with_that|of_that|here_by
    not know ..1 any|anyone|anybody|a|this|of NAME|named|by|called|person|name|one
    not know any|a|NAME NAME?
    not ..1 know who you|this|that|ur|u
    not know you|him|her|them|anyone $
    never heard of
    do not know who
    not the|your|ur intended|right|same|correct person|recipient|number|NAME
    ^^ not me $$
    that is not me|my_name $
    <it> is not me|my_name|him|her|us|he|she $
    <it> is not who|what ..1 you|u
  `,
  'Another owner now': `
    her|his|their|NAME_s number ..1 changed
    got rid of this ..1 phone|number
    been dead|gone|deceased
    named|called that ..1 here
    this is my work number|phone|line . not|do|please
    passed last|this week|month|year|summer|spring|fall|winter
    this is a ..1 shared phone|line|number
    new phone with this number
    got|get ..2 with this number
    ^^ deceased|dead|he_is_dead|she_is_dead $$
    number ..1 no_longer|not in service|use
    this number is no_longer|not valid|active|working
    new ..1 owner
    bought|purchased this ..1 number
    <him_or_name> ..1 got|has|have a|an different|new number $
    new number ..6 not
    number|phone ..2 recycled|reassigned|re_assigned|changed_hands
    recycled number
    new owner
    old|previous|prior|former|last owner|person ..2 gone|number|of|had|has|phone
    want|reach|for|to|is|was ..1 old|previous|prior|former owner|person
    ^^ old|previous|prior|former owner ..4 number|phone
    new|different|current person|owner has|of|with|using this|number
    <had> this ..1 number|phone ..2 for|now|since|recently|last|a|and|not|please|from
    <had> this number|phone
    just|recently got|get|received|given this ..1 number|phone
    i got|get this ..1 number|phone
    this is a|an new|different|business|work|company|office|hospital|medical|fax|government|school|doctor|doctors|doctor_s ..1 number|phone|line|landline
    this is a|an|my|the|our kid|kids|kid_s|child|child_s|childs|daughter|daughter_s|daughters|son|son_s|sons|landline|land|emergency|fax|minor|minor_s s? ..1 number|phone|line|landline
    this is a|my new number . ..3 remove|stop|not|old
    ^ this|it|number is a|an ..1 landline|minor|business_line $
    new number ..4 not|old|previous
    this|it is|belongs my|to_my kid|kids|kid_s|child|child_s|daughter|daughter_s|son|son_s|minor s? ..1 phone|number|cell|now
    your|this son s number
    <him_or_name> <died>
    <kin> ..2 <died>
    is|has|are|been|was deceased
    passed away
    <him_or_name> is dead|gone
    estate of
  `,
};
