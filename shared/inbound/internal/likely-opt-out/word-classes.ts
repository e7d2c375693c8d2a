import type { WordClasses } from './phrase';

/**
 * Words that mean the same at a place of a phrase, in plain form (`word-forms.ts`). Names of Spanish classes begin with
 * `es_`.
 */
export const WORD_CLASSES: WordClasses = {
  /** Words skipped before a clause: courtesies, curses, and forms of address. */
  before: `
    alright good_day dear_sir to_whom_it_may_concern please hi hello hey hola yo ok okay k um uh ugh wow yes yeah no nah
    nope sorry thanks thank_you just now so and then but well look listen sir maam dude bro man guys you_guys folks
    everyone can_you could_you would_you will_you can_you_guys can_we kindly again seriously really for_the_last_time
    for_the_love_of_god god jesus omg i_said i_am_asking_you_to i_am_begging_you you_can you_may you_need_to you_have_to
    you_should you_must you_guys_need_to i_want_to i_would_like_to i_need_to i_wish_to need_to want_to would_like_to
    like_to i_just_want_to good_morning good_afternoon good_evening NAME fuck god_fuck fuck_it could_i can_i may_i
    would_you_mind to also
  `,
  /** Words skipped after a clause. */
  after: `
    gracias por_favor porfavor porfa xfavor haha hahaha any_longer but_thank_you but_thanks doe yo now_thanks
    though_thank_you very_much so_much please thanks thank_you thanks_so_much thank_you_so_much thank_you_very_much now
    right_now already immediately asap tho though bro bruh dude man sir maam guys you_guys folks yall you_all ok okay ever
    forever again any_more any_further at_once kindly sorry god_bless have_a_nice_day have_a_good_day have_a_great_day bye
    goodbye good_day for_good permanently all_of_you at_all at_this_time whatsoever though_thanks i_mean_it period
    effective_immediately omg for_real fr yes fuck jesus_christ anyway anyways appreciate_it much_appreciated if_you_can
    if_possible and_thank_you and_thanks this_instant amigo
  `,
  not: `not never no_longer not_ever not_even`,
  no: `no zero not_any`,
  /** Person or number that should not be texted. */
  me: `
    me us my_number my_phone my_phone_number my_name my_info my_information my_contact my_contact_info
    my_contact_information my_name_and_number my_number_and_name my_details my_data my_line this_number this_phone
    this_phone_number this_contact this_line this_person the_number the_phone number phone my_wife my_husband my_mom
    my_mother my_dad my_father my_son my_daughter my_family my_parents my_kid my_kids my_child my_grandma my_grandmother
    my_elderly_mother her him them people our_number our_phone our_name our_family our_house our_household that_number
    my_personal_phone my_personal_number my_work_phone my_home
  `,
  /** Names for the texts that are received. */
  texts: `
    texts text deals alert notification update promo ad reminder offer email spam marketing communication communications
    correspondence advertisement campaign campaigns solicit sales_pitch sales_pitches specials coupons newsletter
    newsletters surveys survey announcements broadcasts blasts blast junk crap bullshit bs shit garbage trash nonsense
    contact sms pestering harass promo_texts political_texts donation_requests chain_texts automated_texts robotexts
    robocalls mailings invitations follow_ups followups follow_up text_alert text_blast text_chain mensajes
  `,
  sent_texts: `texts promo spam solicit marketing text_texts ad newsletter newsletters blasts`,
  theirs: `these this that those your any all it anything`,
  /** Words that stand before `texts`. */
  these: `
    these this those that the your any all all_the all_these all_of_these all_your all_of_your all_of_the all_this more
    any_more my such them of further future other additional unwanted unsolicited promo marketing political daily
    automated text spam stupid fuck annoy receive get so_many as_many sms email mass group bulk random constant kind_of
    sort_of types_of promotional and or ad sales weekly endless new
  `,
  /** Verbs for the actions of the sender. */
  texting: `
    reach_out text send contact call bother bug harass spam annoy blow hit email pestering pester badger badgering disturb
    disturbing solicit advertise notify message write writing reach reaching ping pinging buzzing buzz blasting flooding
    sell selling market marketing wasting waste forward forwarding share asking ask invading messing abusing
  `,
  /** Verbs that ask for removal from a list, whatever follows. */
  delete: `remove delete erase scratch purge scrub cross clear wipe expunge get_rid_of unlist`,
  /** Verbs that ask for removal only with "off" or "from". */
  remove: `
    get_rid_of clear wipe trash destroy expunge take_out block_out remove take delete erase scratch purge scrub pull get
    strike cut omit exclude eliminate cross
  `,
  list: `
    list lists database system records record file files contacts directory program group chat thread rotation roster
    books messaging listing subscription mailing_list text_list texts text service data campaign registry distribution
    address_book phone_list call_list account marketing crm server spam distro
  `,
  /** Words between "I" and a verb. */
  would: `
    would like to really do want wish need am going have asked just please kindly should had better can could will must
    may politely prefer rather hereby officially also again still only now
  `,
  be: `be being been get am are`,
  wish: `
    want need wish like care desire interested consent agree sign subscribe authorize give gave ask request opt enroll
    enrolled approve permit allow appreciate
  `,
  quit: `stop quit end cancel cease discontinue halt exit leave get_out get_off`,
  very: `very really just so too way damn fuck all simply absolutely totally quite at_all`,
  sick: `sick tired sick_and_tired fed_up over done exhausted`,
  unsubscribe: `
    unenrol dis_enroll dis_enrol unregister_from un_enrol unsubscribe un_subscribe unenroll un_enroll disenroll unregister
    deregister unfollow unjoin unlist delist de_list deactivate withdraw unsign
  `,
  /** Subjects that do not mean the sender. */
  someone: `i we he she it they`,
  you: `you you_guys you_all yall`,
  laugh: `haha hahaha ha hahah lol lmao lmfao rofl omg aww awww aw hehe hah bahaha ahaha omgg jaja jajaja`,
  sweet: `sweet cute adorable funny hilarious killing happy gorgeous beautiful love amazing blushing perfect precious`,
  /** Things that are ordered, booked or repaired, and can be cancelled or removed. */
  thing: `
    appointment appt appointments order orders reservation reservations booking table class classes visit delivery meeting
    trip flight job lesson session pickup cleaning onion onions stain cheese item items tooth tag tags pickle pickles
    photo photos mushrooms mushroom charge charges olives olive card fee fees snow tree trees stump stitches shirt shirts
    address warranty receipt extra sauce tomato tomatoes dessert fries ice pizza invoice package packages driver room tip
    dog cat kids lettuce bacon egg eggs meat nuts ride bag bags service_call tickets ticket seat seats the_blue the_red
    large small medium one ones old_card copy coupon_from insurance lease policy_on gym show party tour test exam surgery
    interview call_at slot shipment rental car oil oil_change upgrade quote estimate bed chair couch refill prescription
    toppings topping bike mower repair installation inspection hearing wait waitlist autopay plan_for box_this lunch
    dinner breakfast catering hotel rooms night
  `,
  /** Activities that people or things stop. */
  occupation: `
    taking smoking drinking eating using vaping wearing worrying crying laughing raining snowing playing working bleeding
    hurting kidding serving making carrying running offering giving coughing barking leaking talking thinking growing
    charging paying biting snoring beeping training feeding breastfeeding accepting moving
  `,
  block_of: `
    engine next my street road driveway the a two three this which what city block starting full drain sink toilet card
    sunblock building our your same off cell lego phone_is
  `,
  stopping: `stop quit cease halt stopped_from`,
  get_out: `
    unsubscribe opt_out cancel_this cancel_these cancel_texts get_off_this get_off_your get_off_of get_off_the_list
    get_out_of_this get_out_of_these get_out_of_your be_removed be_taken get_removed leave_this unenroll turn_off
    turn_these_off turn_this_off get_you_to_stop make_it_stop make_this_stop make_these_stop get_these_to_stop
    get_this_to_stop get_them_to_stop not_receive not_get cancel_my_subscription disable block remove_me remove_my
    remove_myself delete_my get_myself get_my_number get_me turn_them_off shut_these shut_this stop_these take_my take_me
    take_myself cancel_text cancel_messages
  `,
  would_one: `
    do can does could would did to should might i you we may am would_i do_i can_i could_i do_you can_you should_i might_i
    would_one may_i must_i in_the_world_do_i the_hell_do_i the_heck_do_i the_fuck_do_i did_you did_u have_you do_we can_we
  `,
  not_be: `ever even be you bother dare please want_you_to want_yall_to`,
  i: `i we`,
  removed: `
    removed deleted unsubscribe opt_out taken_off taken_out taken_of erased left_alone unenrolled dropped purged
    off_of_your off_your
  `,
  be_removed: `
    be_removed be_taken be_deleted be_unsubscribe be_off be_out_of be_left be_opt off_of off_the off_this off_your
    off_that
  `,
  ask_to: `love hope ask demand demanding wish want request requesting need prefer insist`,
  from: `from off of out_of`,
  your: `your this the ur all any these that my our yalls`,
  off: `off of from off_of out_of out`,
  request: `request requesting`,
  too_many: `too_many too_much way_too_many so_many so_much`,
  too_much: `too_much too_many too_often way_too_much constantly nonstop all_the_time every_day everyday so_much a_lot`,
  take_back: `
    revoke revoking withdraw withdrawing rescind rescinding retract retracting take_back taking_back remove cancel
    never_gave deny
  `,
  my: `my our the a`,
  legal: `
    lawyer attorney lawsuit legal_action cease_and_desist ftc fcc small_claims attorney_general my_lawyers better_business
    authorities class_action police_report
  `,
  violate: `violate violating violation violates violated breaking`,
  why: `why how_come what_for y`,
  am_i: `are_you do_you are_u you_keep are_you_still do_you_keep are_yall are_you_guys did_you`,
  it: `this that it this_number that_number this_phone the_number this_phone_number number these`,
  have: `have has got get reached dialed call text contact hit`,
  texting_wrong: `have got has text call contact reached texting reaching trying_to_reach texted dialed`,
  me_or_name: `my his her their NAME our NAME_s`,
  him_or_name: `he she they NAME him her`,
  /** Words that can follow a name without punctuation. */
  run_on: `
    lol haha please stop you u this that so and but remove take wrong it i my his her who nor sorry any_more at do they
    quit leave
  `,
  name_like: `NAME him her he she mr ms mrs me NAME_NAME`,
  had: `
    had have_had got i_have_had just_got just_get have_only_had now_have acquired inherited i_have_owned have_owned i_own
    own
  `,
  /** Persons who can have died. */
  kin: `
    he she mother mom father dad husband wife owner brother sister son daughter grandmother grandma grandfather grandpa
    parents uncle aunt person mama
  `,
  died: `
    died has_died has_passed passed_away passed_on is_deceased deceased is_dead has_been_dead has_been_deceased
    is_no_longer_with_us is_gone
  `,
  es_escribir: `
    hable hables hablen busque busques busquen escriba escriban escribas escribais escribir escribirme escribirnos
    escriben escribes mande manden mandes mandar mandarme mandarnos mandan envie envien envies enviar enviarme enviarnos
    envian contacte contacten contactes contactar contactarme contactarnos llame llamen llames llamar llamarme textee
    texteen textees textear textearme texten texteando mensajee mensajeen mensajear molesten moleste molestes molestar
    molestarme molestarnos joder jodan chingar chinguen fastidiar fastidien spamear
  `,
  es_dejar: `
    dejen deja deje dejar dejame dejenme dejeme dejenos dejennos paren para parar pare cesen cesar cese parale parenle
    dejate dejense dejese
  `,
  es_mensajes: `
    mensaje mensajes texto textos sms oferta ofertas promocion promociones publicidad notificacion notificaciones spam
    alertas avisos correos recibir mensajitos anuncios comunicaciones llamadas propaganda info informacion suscripcion
    boletin
  `,
  es_estos: `
    a estos esos los sus tus mas este ese esto de tantos tanta tanto mas_de con la tu su recibir mi todos todo
    mensajes_de_texto y
  `,
  es_alto: `
    alto para paren parar pare basta cancelar detener detengan detenga detenganse salir baja fin terminar quitar eliminar
    suficiente stop parale parenle ya_basta ya_no ya_estuvo borrar cesen no_mas no_molestar no_molesten
  `,
  es_favor: `
    por_favor porfavor porfa favor porfis gracias ya please de_favor se_los_pido le_pido ok hola oye oigan no si
    de_una_vez pf xfavor xfa pls
  `,
  es_querer: `quiero deseo quisiera queremos necesito quiere deseamos requiero me_gustaria`,
  es_quitarme: `
    quiteme quitenme quitame quitarme borreme borrenme borrame borrarme elimineme eliminenme eliminame eliminarme saqueme
    saquenme sacame sacarme remuevanme remuevame remueveme retirenme retireme quitenos borrenos eliminenos saquenos
    quitennos sacarnos bajenme bajeme desactivenme
  `,
  es_quitar: `
    quiten quite quita quitar borren borre borra borrar eliminen elimine elimina eliminar saquen saque saca sacar remuevan
    remueva remover retiren retire retirar
  `,
  es_equivocado: `
    equivocado equivocada equivocados equivoco equivocaste equivocaron equivoca equivocando incorrecto incorrecta erroneo
    erronea
  `,
  es_esto: `este esta esto ese esa eso`,
  es_quien: `quien quienes`,
};
