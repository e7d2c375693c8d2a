import { describeLookUps } from '../../../console/src/audience/describe-look-ups';

it.each([
  [1, 0.006, '1 number is looked up before, $0.006'],
  [1_250, 7.5, '1,250 numbers are looked up before, $7.50'],
])('tells %d look-ups with their price', (count, price, text) => {
  expect(describeLookUps({ count, price })).toBe(text);
});
