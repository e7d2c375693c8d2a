import { describeLookUps } from '../../../console/src/audience/describe-look-ups';
import { describeSetAside } from '../../../console/src/screens/contacts/describe-set-aside';

it.each([
  ['landline', 'Landline, found on May 1: texts cannot arrive'],
  ['invalid', 'Not a valid number, found on May 1: texts cannot arrive'],
  ['failures', 'Set aside on May 1'],
  [undefined, 'Set aside on May 1'],
] as const)('describes a number that is set aside for %s', (reason, text) => {
  expect(describeSetAside(reason, 'May 1')).toBe(text);
});

it.each([
  [1, 0.006, '1 number is looked up before, $0.006'],
  [1_250, 7.5, '1,250 numbers are looked up before, $7.50'],
])('tells %d look-ups with their price', (count, price, text) => {
  expect(describeLookUps({ count, price })).toBe(text);
});
