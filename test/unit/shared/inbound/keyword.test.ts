import { readKeyword } from '../../../../shared/inbound/keyword';

describe('words of refusal and consent', () => {
  it.each([
    'STOP',
    'stop',
    ' Stop. ',
    '"STOP"',
    'S T O P',
    'STOPALL',
    'stop all',
    'Unsubscribe!',
    'CANCEL',
    'end',
    'quit',
    'Revoke',
    'OPTOUT',
    'opt out',
    'Opt-Out',
    'REMOVE',
    'STOP\u200b',
    'ＳＴＯＰ',
    'STOP 🛑',
  ])('%j refuses', (body) => {
    expect(readKeyword(body)).toBe('stop');
  });

  it.each([
    ['YES', 'yes'],
    ['yes!', 'yes'],
    ['Y', 'yes'],
    [' y ', 'yes'],
    ['START', 'start'],
    ['un-stop', 'unstop'],
    ['Help?', 'help'],
    ['INFO', 'help'],
  ])('%j is %s', (body, keyword) => {
    expect(readKeyword(body)).toBe(keyword);
  });

  it.each([
    '',
    ' ',
    '!',
    'STOP it',
    'please stop',
    'do not stop',
    'YESS',
    'YES please',
    'N',
    'STOP2',
    'YE S!S',
  ])('%j is none', (body) => {
    expect(readKeyword(body)).toBeUndefined();
  });
});
