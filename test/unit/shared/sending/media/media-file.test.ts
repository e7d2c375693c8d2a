import {
  checkMediaFile,
  MAX_IMAGE_BYTES,
  MAX_OTHER_BYTES,
} from '../../../../../shared/sending/media/media-file';

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const JPEG = Buffer.from('ffd8ffe0', 'hex');
const GIF = Buffer.from('GIF89a');
const sized = (beginning: Buffer, bytes: number) =>
  Buffer.concat([beginning, Buffer.alloc(bytes - beginning.length)]);
const check = (contentType: string | undefined, body: Buffer, isCut = false) =>
  checkMediaFile({ contentType, body, isCut });

describe('the type of a file', () => {
  it.each([
    ['image/png', PNG, 'image/png'],
    ['IMAGE/PNG; charset=binary', PNG, 'image/png'],
    ['image/jpg', JPEG, 'image/jpeg'],
    ['image/gif', GIF, 'image/gif'],
    ['application/octet-stream', JPEG, 'image/jpeg'],
    [undefined, GIF, 'image/gif'],
    ['audio/mpeg', Buffer.from('ID3'), 'audio/mpeg'],
    ['video/mp4', Buffer.from('....ftyp'), 'video/mp4'],
    ['application/pdf', Buffer.from('%PDF'), 'application/pdf'],
    ['text/vcard', Buffer.from('BEGIN:VCARD'), 'text/vcard'],
  ])('%s is taken', (said, body, contentType) => {
    expect(check(said, body)).toEqual({ contentType });
  });

  it.each([
    ['text/html', Buffer.from('<html>'), 'typeNotSupported'],
    ['image/svg+xml', Buffer.from('<svg>'), 'typeNotSupported'],
    ['image/webp', Buffer.from('RIFF'), 'typeNotSupported'],
    ['application/octet-stream', Buffer.from('text'), 'typeNotSupported'],
    [undefined, Buffer.from('text'), 'typeNotSupported'],
    ['image/png', Buffer.from('<html>'), 'contentIsNotOfItsType'],
    ['image/png', JPEG, 'contentIsNotOfItsType'],
    ['image/png', Buffer.alloc(0), 'empty'],
  ])('%s is refused', (said, body, refused) => {
    expect(check(said, body)).toEqual({ refused });
  });
});

describe('the size of a file', () => {
  it.each([
    ['an image of 2 MB', 'image/png', sized(PNG, MAX_IMAGE_BYTES), false, { contentType: 'image/png' }],
    ['an image of a byte more', 'image/png', sized(PNG, MAX_IMAGE_BYTES + 1), false, { refused: 'tooLarge' }],
    ['an image that was cut', 'image/png', sized(PNG, MAX_IMAGE_BYTES), true, { refused: 'tooLarge' }],
    ['audio of 600 KB', 'audio/mpeg', Buffer.alloc(MAX_OTHER_BYTES), false, { contentType: 'audio/mpeg' }],
    ['audio of a byte more', 'audio/mpeg', Buffer.alloc(MAX_OTHER_BYTES + 1), false, { refused: 'tooLarge' }],
    [
      'a TIFF of a byte more',
      'image/tiff',
      Buffer.alloc(MAX_OTHER_BYTES + 1),
      false,
      { refused: 'tooLarge' },
    ],
  ])('%s', (_title, contentType, body, isCut, expected) => {
    expect(check(contentType, body, isCut)).toEqual(expected);
  });

  it('is limited to 2 MB and 600 KB', () => {
    expect([MAX_IMAGE_BYTES, MAX_OTHER_BYTES]).toEqual([2_097_152, 614_400]);
  });
});
