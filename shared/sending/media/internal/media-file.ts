/** Largest media file by kind that can be sent as MMS. */
const MAX_IMAGE_BYTES = 2 * 1024 * 1024;
const MAX_OTHER_BYTES = 600 * 1024;
export const MAX_MEDIA_BYTES = Math.max(MAX_IMAGE_BYTES, MAX_OTHER_BYTES);

const IMAGES: ReadonlyArray<{ contentType: string; beginnings: readonly Buffer[] }> = [
  { contentType: 'image/gif', beginnings: [Buffer.from('GIF87a'), Buffer.from('GIF89a')] },
  { contentType: 'image/jpeg', beginnings: [Buffer.from([0xff, 0xd8, 0xff])] },
  {
    contentType: 'image/png',
    beginnings: [Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])],
  },
];

const OTHER_TYPES: readonly string[] = [
  'image/tiff',
  'audio/3gpp',
  'audio/3gpp2',
  'audio/amr',
  'audio/mp4',
  'audio/mpeg',
  'audio/ogg',
  'video/3gpp',
  'video/3gpp2',
  'video/mp4',
  'video/quicktime',
  'video/webm',
  'text/calendar',
  'text/vcard',
  'text/x-vcard',
  'application/pdf',
];

/** Types that servers send for a file of unknown type. */
const UNKNOWN_TYPES: readonly string[] = ['', 'application/octet-stream', 'binary/octet-stream'];

/** Non-standard names that some servers use for a type. */
const ALIASES: Readonly<Record<string, string>> = { 'image/jpg': 'image/jpeg', 'image/pjpeg': 'image/jpeg' };

type MediaVerdict =
  | { contentType: string }
  | { refused: 'empty' | 'tooLarge' | 'typeNotSupported' | 'contentIsNotOfItsType' };

/**
 * Checks whether a file can be sent: End User Messaging accepts its type, it is not too large for the type, and an
 * image begins like one of its type.
 *
 * @param file.contentType type as the server sent it, with or without parameters
 * @param file.isCut true when the file had more than `MAX_MEDIA_BYTES`
 *
 * **Source:** AWS End User Messaging, MMS file types, size and character limits.
 */
export function checkMediaFile(file: {
  contentType: string | undefined;
  body: Buffer;
  isCut: boolean;
}): MediaVerdict {
  const { body, isCut } = file;
  if (body.length === 0) return { refused: 'empty' };
  const found = IMAGES.find(({ beginnings }) =>
    beginnings.some((beginning) => body.subarray(0, beginning.length).equals(beginning)),
  )?.contentType;
  const said = readType(file.contentType);
  const contentType = UNKNOWN_TYPES.includes(said) ? found : said;
  const isImage = IMAGES.some((image) => image.contentType === contentType);
  if (contentType === undefined || (!isImage && !OTHER_TYPES.includes(contentType))) {
    return { refused: 'typeNotSupported' };
  }
  if (isImage && contentType !== found) return { refused: 'contentIsNotOfItsType' };
  const isTooLarge = isCut || body.length > (isImage ? MAX_IMAGE_BYTES : MAX_OTHER_BYTES);
  return isTooLarge ? { refused: 'tooLarge' } : { contentType };
}

function readType(header: string | undefined): string {
  const type = (header ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  return ALIASES[type] ?? type;
}
