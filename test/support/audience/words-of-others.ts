/**
 * Words at which providers opt a phone out or in, or send help, and those of the FCC, as their pages listed them on
 * 2026-11-27.
 */
export const WORDS_OF_OTHERS: Readonly<
  Record<
    string,
    { source: string; optOut: readonly string[]; help: readonly string[]; optIn: readonly string[] }
  >
> = {
  twilio: {
    source:
      'https://help.twilio.com/articles/223134027, and https://www.twilio.com/docs/proxy/opt-out-keywords',
    optOut: [
      ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT'],
      ...['ARRET', 'ARRETT', 'ARRETE'],
    ],
    help: ['HELP', 'INFO'],
    optIn: ['START', 'YES', 'UNSTOP'],
  },
  telnyx: {
    source: 'https://developers.telnyx.com/docs/messaging/messages/advanced-opt-in-out',
    optOut: ['STOP', 'STOPALL', 'STOP ALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT'],
    help: ['HELP'],
    optIn: ['START', 'UNSTOP'],
  },
  endUserMessaging: {
    source: 'https://docs.aws.amazon.com/sms-voice/latest/userguide/keywords-required.html',
    optOut: ['ARRET', 'CANCEL', 'END', 'OPT-OUT', 'OPTOUT', 'QUIT', 'REMOVE', 'STOP', 'TD', 'UNSUBSCRIBE'],
    help: ['HELP'],
    optIn: ['START', 'UNSTOP'],
  },
  fcc: {
    source: '47 CFR 64.1200(a)(10)',
    optOut: ['stop', 'quit', 'end', 'revoke', 'opt out', 'cancel', 'unsubscribe'],
    help: [],
    optIn: [],
  },
};

/** All of these words. */
export const ALL_WORDS_OF_OTHERS: readonly string[] = Object.values(WORDS_OF_OTHERS).flatMap(
  ({ optOut, help, optIn }) => [...optOut, ...help, ...optIn],
);
