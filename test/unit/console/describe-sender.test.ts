import { describeIdentity, nameOfSender, nameOnPhone } from '../../../console/src/senders/describe-sender';

const SENDERS = [{ id: 'snd_1', name: 'Shop' }];

describe('an identity in words', () => {
  it.each([
    ['+12065550100', '+12065550100'],
    ['pool:pool-0a1b', 'Pool pool-0a1b'],
    ['id:ACME', 'Sender ID ACME'],
  ])('%s is %s', (identity, words) => {
    expect(describeIdentity(identity)).toBe(words);
  });
});

describe('the name of what a text is sent from', () => {
  it.each([
    ['+12065550100', SENDERS, '+12065550100'],
    ['snd_1', SENDERS, 'Shop'],
    ['snd_2', SENDERS, 'A sender that was deleted'],
    ['snd_1', undefined, 'A sender'],
  ])('%s of %j is %s', (from, senders, name) => {
    expect(nameOfSender(from, senders)).toBe(name);
  });
});

describe('the name above a text on a phone', () => {
  it.each([
    ['', 'Sender'],
    ['+12065550100', '+12065550100'],
    ['id:ACME', 'ACME'],
    ['snd_1', 'A member of Shop'],
  ])('for %j is %s', (from, name) => {
    expect(nameOnPhone(from, (one) => nameOfSender(one, SENDERS))).toBe(name);
  });
});
