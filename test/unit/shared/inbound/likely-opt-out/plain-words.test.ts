import { toPlainWords } from '../../../../../shared/inbound/likely-opt-out/plain-words';

const KNOWN = new Set(['stop', 'texting', 'number', 'begging', 'wrong', 'not']);
const plain = (text: string) => toPlainWords(text, (word) => KNOWN.has(word)).join(' ');

describe('plain words', () => {
  it.each([
    ['Please, STOP!', '. please , stop .'],
    ["I don't", '. i do not .'],
    ['I dont', '. i do not .'],
    ['i’m', '. i am .'],
    ["they've", '. they have .'],
    ['u r', '. you are .'],
    ['stop pls ty', '. stop please thank you .'],
    ['Múltiples ñ', '. multiples n .'.replace(' n ', ' and ')],
    ['stoooop plzzz', '. stop please .'],
    ['quit beggin', '. quit begging .'],
    ['unsubscrib', '. unsubscribe .'],
    ['mesages', '. texts .'],
    ['massages', '. massages .'],
    ['wrong #', '. wrong number .'],
    ['#4', '. 4 .'],
    ['at 5:30', '. at 530 .'],
    ['no?!?', '. no ? .'],
    ['a - b', '. a . b .'],
    ['opt-out', '. opt out .'],
    ['a\nb', '. a . b .'],
    ['END. THIS. NOW.', '. end this now .'],
    ['S T O P', '. stop .'],
    ['s.t.o.p', '. stop .'],
    ['A B', '. a b .'],
    ['🛑', '. stop .'],
    ['😂 stop', '. haha stop .'],
    ['f*** this', '. fuck this .'],
    ['*stop*', '. stop .'],
    ["it's mike", '. it is NAME .'],
    ['this is not Priya', '. this is not NAME .'],
    ['Mr. Okafor', '. NAME .'],
    ['on Tuesday', '. on tuesday .'],
    ['MY NAME', '. my name .'],
    ['This Is Not Priya', '. this is not priya .'],
    ['', '.'],
    ['?!', '. ? .'],
  ])('of %j are %j', (text, expected) => {
    expect(plain(text)).toBe(expected);
  });
});
