import type { DayHours } from '../../../calendar/hours';

/** Hours in which marketing texts may reach people of a state, by their clock; only whole hours. */
export interface LegalHours {
  name: string;
  hours: DayHours;
  /** Hours of Saturday or Sunday when they differ; `closed`: none. */
  saturday?: DayHours | 'closed';
  sunday?: DayHours | 'closed';
  law: string;
  source: string;
  /** Date on which the source was looked up. */
  lookedUpOn: string;
  /** Area codes of the state. */
  areaCodes: string;
  /** First three digits of its ZIPs, single or as ranges. */
  zips: string;
}

const hours = (from: number, to: number): DayHours => ({ from: from * 60, to: to * 60 });

const LOOKED_UP_ON = '2026-11-22';
const SURVEY = 'https://www.dropcowboy.com/state-compliance';

/**
 * Hours of the United States, for states without stricter ones. 47 CFR 64.1200(c)(1): not before 8 a.m. or after 9 p.m.
 *
 * Looked up with the states, at
 * https://www.nwdebtresolution.com/post/telephone-consumer-protection-act-call-time-restrictions
 */
export const UNITED_STATES_HOURS = hours(8, 21);
/** Hours of all other countries. */
export const OTHER_COUNTRIES_HOURS = hours(8, 21);

/**
 * States with stricter hours. When sources differ, the stricter reading is used. docs/quiet-hours.md lists what is left
 * out.
 *
 * **Source:** rules E4.4.
 */
export const STRICTER_STATES: Readonly<Record<string, LegalHours>> = {
  AL: {
    name: 'Alabama',
    hours: hours(8, 20),
    sunday: 'closed',
    law: 'Ala. Admin. Code r. 770-X-5-.17',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '205 251 256 334 659 938',
    zips: '350-352 354-369',
  },
  CT: {
    name: 'Connecticut',
    hours: hours(9, 20),
    law: 'Conn. Gen. Stat. 42-288a',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '203 475 860 959',
    zips: '060-069',
  },
  FL: {
    name: 'Florida',
    hours: hours(8, 20),
    law: 'Fla. Stat. 501.616(6)(a)',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '239 305 321 324 352 386 407 448 561 645 656 689 727 728 754 772 786 813 850 863 904 941 954',
    zips: '320-339 341-342 344 346-347 349',
  },
  KY: {
    name: 'Kentucky',
    hours: hours(10, 21),
    law: 'KRS 367.46955(3)',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '270 364 502 606 859',
    zips: '400-427',
  },
  LA: {
    name: 'Louisiana',
    hours: hours(8, 20),
    sunday: 'closed',
    law: 'La. R.S. 45:844.31 and the orders of the Public Service Commission',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '225 318 337 457 504 985',
    zips: '700-701 703-708 710-714',
  },
  MA: {
    name: 'Massachusetts',
    hours: hours(8, 20),
    law: 'Mass. Gen. Laws ch. 159C, 201 CMR 12.00',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '339 351 413 508 617 774 781 857 978',
    zips: '010-027 055',
  },
  MD: {
    name: 'Maryland',
    hours: hours(8, 20),
    law: 'Md. Code, Com. Law 14-4502',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '227 240 301 410 443 667',
    zips: '206-212 214-219',
  },
  MI: {
    name: 'Michigan',
    hours: hours(9, 21),
    law: 'MCL 445.111 and following',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '231 248 269 313 517 586 616 679 734 810 906 947 989',
    zips: '480-499',
  },
  MN: {
    name: 'Minnesota',
    hours: hours(9, 21),
    law: 'Minn. Stat. 325E.30',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '218 320 507 612 651 763 924 952',
    zips: '550-551 553-567',
  },
  MS: {
    name: 'Mississippi',
    hours: hours(8, 20),
    sunday: 'closed',
    law: 'Miss. Code 77-3-701 and following',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '228 471 601 662 769',
    zips: '386-397',
  },
  NM: {
    name: 'New Mexico',
    hours: hours(9, 21),
    law: 'N.M. Stat. 57-12-22',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '505 575',
    zips: '870-871 873-875 877-884',
  },
  NV: {
    name: 'Nevada',
    hours: hours(9, 20),
    law: 'NRS chapter 599B',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '702 725 775',
    zips: '889-891 893-895 897-898',
  },
  OK: {
    name: 'Oklahoma',
    hours: hours(8, 20),
    law: 'Okla. Stat. tit. 15, 775C.4',
    source: SURVEY,
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '405 539 572 580 918',
    zips: '730-731 734-741 743-749',
  },
  RI: {
    name: 'Rhode Island',
    hours: hours(9, 18),
    saturday: hours(10, 17),
    sunday: 'closed',
    law: 'R.I. Gen. Laws 5-61-2(9), 5-61-3.6',
    source: 'http://webserver.rilin.state.ri.us/Statutes/TITLE5/5-61/5-61-3.6.HTM',
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '401',
    zips: '028-029',
  },
  SD: {
    name: 'South Dakota',
    hours: hours(9, 21),
    saturday: 'closed',
    sunday: 'closed',
    law: 'S.D. Codified Laws 37-30-28',
    source: 'http://legis.state.sd.us/statutes/DisplayStatute.aspx?Type=Statute&Statute=37-30-28',
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '605',
    zips: '570-577',
  },
  TX: {
    name: 'Texas',
    hours: hours(9, 21),
    sunday: hours(12, 21),
    law: 'Tex. Bus. & Com. Code 301.051, 302 (SB 140)',
    source:
      'https://support.referrizer.com/en/category/text-campaigns/article/tcpa-quiet-hours-and-state-specific-rules-for-text-campaigns',
    lookedUpOn: LOOKED_UP_ON,
    areaCodes:
      '210 214 254 281 325 346 361 409 430 432 469 512 621 682 713 726 737 806 817 830 832 903 915 936 940 945 956 972 979',
    zips: '733 750-799 885',
  },
  WA: {
    name: 'Washington',
    hours: hours(8, 20),
    law: 'RCW 19.158.040(2), 80.36.390',
    source: 'https://app.leg.wa.gov/RCW/default.aspx?cite=19.158.040',
    lookedUpOn: LOOKED_UP_ON,
    areaCodes: '206 253 360 425 509 564',
    zips: '980-986 988-994',
  },
};
