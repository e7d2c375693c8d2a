import {
  isSendableText,
  SENDABLE_TEXT_PATTERN,
} from '../../../../../shared/content/rules/invalid-characters';
import { isStorableText } from '../../../../../shared/text/storable-text';

it('is the same as a function, and as a pattern beside the format `text`', () => {
  const pattern = new RegExp(SENDABLE_TEXT_PATTERN, 'u');
  const texts = Array.from({ length: 0x11_000 }, (_, index) => `a${String.fromCodePoint(index)}b`);
  const refused = texts.filter((text) => !isSendableText(text));
  expect(refused.length).toBeGreaterThan(2_000);
  expect(texts.filter((text) => !(pattern.test(text) && isStorableText(text)))).toEqual(refused);
  expect(['\t', '\n', '\r', 'é', '😀'].every(isSendableText)).toBe(true);
});
