import type { Phrases } from './phrase';

/** Phrases in which words of a refusal mean something else. They are removed before the search for refusals. */
export const HARMLESS_PHRASES: Phrases = {
  'Wants nothing to stop': `
    <not> <you>? ever? stop|quit|stopping|quitting
    not want to be left|removed|taken
    if i text|reply|send|say stop
    why was|were i|we ..2 removed|taken|kicked|unsubscribe
    non stop
  `,
  'Stops on the way': `
    stop|stops|stopped|stopping by|in|over|off|at|along|through|into|near|around|outside
    stop and shop|get|say|pick|see|look|think|grab|go|buy|visit
    stop sign|light|lights|signs|motion|watch|loss
    bus|truck|rest|pit|full|next|last|first|second|third|one|each|every|subway|train|tram|metro|trolley|short|door|whistle|quick|shuttle|tour|back stop|stops
    at|near|by|to the|my|your|our ..3 stop
    bus|train|tram ..1 stop
    my|your|our|a|which|what|that|another|only|final|extra|closest|nearest stop|stops
    where|what ..3 <someone>|you|bus|train|shuttle|tour stop
  `,
  'Something else stops': `
    when|what|where|why|how|does|do|did|has|have|should|could|will|can|until|before|after|if|till the|my|our|this|that|it|your ..1 stop|stopped|stops|end|quit
    when|why|where|does|did|has|should|until|before|after|if|till <someone> ever? stop|stopped|stops
    did you|they ever? stop|quit
    doctor|dr|doc|nurse|vet|pharmacist|dentist|surgeon ..3 stop|quit
    stop|quit|stopped|quitting <occupation>
    stop . hammer
  `,
  'Laughs, and says stop': `
    <laugh> ..2 stop it? $
    stop it? . ..4 <sweet>
    killing me stop
  `,
  'Cancels or removes something else': `
    be removed|taken from|off the|my lease|policy|title|account|deed|schedule|waitlist|appointment
    is not spam
    remove|delete|take|get|drop|cancel ..1 my|the|that|this|a|an|one|two|all|your|our|his|her|any|some|those|these|last|second|first|old|extra ..2 <thing>
    remove|delete|take <me> from|off|out the|my|this|that|our? table|booking|seat|order|appointment|class|reservation|trip|room
    remove|delete|take <me> off|from|out the|your|hold|of? ..1 waitlist|waiting|wait|schedule|calendar|guest|hold|lease|roster
    take|get me|us off|from hold|speaker|speakerphone
    can|could|do|did|will you get my number|name|phone|info from|in the|my|your
    opt out of the|my|paper insurance|warranty|paper|billing|plan|coverage|protection
    subscription box
    cease fire
  `,
  'Asks for another time, or another way': `
    did|have|am|are|can|is|i not been? get|receive|see|seen|got|gotten|find|open|load|read|hear|notice ..3 <texts>
    never got|get|receive|saw ..3 <texts>
    no <texts> came|come|yet|receive|from_the|on_my
    not <texting> ..3 before|after|until|till|during|between|while|unless
    not <texting> . baby|kid|kids|he|she
    not <texting> my|his|her|him|them husband|wife|surprise|boss
    not text . ..1 call|email
    not call , text|just|please|email|i
    text|message|write do not call
    not want|need|like ..3 <thing>
    not leave|forget|ring|knock|disturb|worry|miss|wait|see|think|feel|mind|care_if|hesitate
    why do|did|have|has not you|he|she|they|it
    i|we no|not longer? work|live
    leave it|the|a|at|in|on|by|with|for|to|early|now|work|home|when|around|after|before|soon|until|tomorrow|2|3|4|5
  `,
  'Turns off, or blocks, something else': `
    turn|turned|turning|shut|switch|switched off the|my|your|all lights|light|water|heat|oven|ac|power|gas|alarm|music|tv|lamp|fan|porch|engine
    turn off on|to|at|the|valve|before|after
    shut off valve
    <block_of> block|blocks|blocked|blocking
    more than enough
  `,
  'Another number or person': `
    wrong number of|on|in|at|address|was|is|0|1|2|3|4|5|6|7|8|9
    i|we ..2 text|call|sent|dialed the? wrong
    i|we|you|they ..2 put|puts|entered|enter|typed|type|wrote|gave|give|dialed|used|provided|listed|called ..4 wrong ..1 number|phone
    how long have you had
    got|get this number from a|my|the|your|google|online
    meant for someone|somebody else
    not my name . it is
    not the owner of the|this|that car|vehicle|building|truck
  `,
  'A death that changes plans': `
    <kin> died|passed|passed_away|is_dead so|and|but|today|yesterday ..1
    <kin> died|passed|passed_away . ..3 reschedule|cancel|move|rebook
    dog|cat|pet|puppy|horse died|passed|is|has ..1 away|died|dead
    died|dying|dead laughing|of
  `,
};
