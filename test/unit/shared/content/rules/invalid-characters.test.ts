import { isSendableText } from '../../../../../shared/content/rules/invalid-characters';

it.each(['\t', '\n', '\r', 'é', '😀', ' '])('takes a text with %j', (text) => {
  expect(isSendableText(`a${text}b`)).toBe(true);
});

it.each(['\0', '\u0007', '\u001b', '\u007f', '\u0085', '\ud800', '\ufffe'])(
  'refuses a text with %j',
  (text) => {
    expect(isSendableText(`a${text}b`)).toBe(false);
  },
);
