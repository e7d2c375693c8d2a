import {
  fromWireText,
  toWireText,
  withPlainItems,
} from '../../../../../../shared/platform/store/client/wire-form';

const BYTES = Uint8Array.from([0, 1, 254, 255]);

describe('the wire form of an item with bytes', () => {
  it('has them in Base64', () => {
    expect(JSON.parse(toWireText({ Item: { pk: 'a', packed: BYTES } }))).toEqual({
      Item: { pk: { S: 'a' }, packed: { B: 'AAH+/w==' } },
    });
  });

  it.each([0, 1, 2])('is read whatever space stands between names and values: %s', (space) => {
    const text = JSON.stringify({ Item: { pk: { S: 'a' }, packed: { B: 'AAH+/w==' } } }, null, space);
    expect(withPlainItems(fromWireText(text.replaceAll('":"', '": "')))).toEqual({
      Item: { pk: 'a', packed: BYTES },
    });
  });
});
