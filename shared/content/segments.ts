export interface SegmentCount {
  encoding: 'GSM-7' | 'UCS-2';
  segments: number;
}

// GSM 03.38, default alphabet: one septet each.
const BASIC =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
// Its extension table: an escape and a septet each.
const EXTENSION = '\f^{}\\[~]|€';

const SEPTETS = new Map<number, number>([
  ...Array.from(BASIC, (character): [number, number] => [character.charCodeAt(0), 1]),
  ...Array.from(EXTENSION, (character): [number, number] => [character.charCodeAt(0), 2]),
]);

const SINGLE_SEPTETS = 160;
const SINGLE_UNITS = 70;
// The header of a split message takes six of a segment's 140 octets.
const SPLIT_SEPTETS = 153;
const SPLIT_UNITS = 67;

/**
 * Counts the SMS segments of a text and returns its encoding, for read-back and dry runs; the count refuses nothing.
 *
 * A character of the extension table is not split over two segments, nor is a grapheme (an emoji of several code
 * points, a letter and its combining accent), unless it is longer than a segment. The empty text is one segment: an SMS
 * whose tags all resolved to empty texts is still sent, and charged, as one message. For an MMS the number has no
 * meaning.
 *
 * **Source:** rules 2.7 rule 6, 8.2; GSM 03.38 and 03.40.
 */
export function countSegments(text: string): SegmentCount {
  const septets = readSeptets(text);
  return septets === undefined
    ? { encoding: 'UCS-2', segments: countUnitSegments(text) }
    : { encoding: 'GSM-7', segments: countSeptetSegments(septets) };
}

/** Counts message parts as a provider does: an MMS is one, whatever its text. **Source:** rules 2.7. */
export function countParts({ body, mediaUrl }: { body: string; mediaUrl?: string | undefined }): number {
  return mediaUrl === undefined ? countSegments(body).segments : 1;
}

/** Returns the septets of each character; absent when one of them is not in GSM 03.38. */
function readSeptets(text: string): number[] | undefined {
  const septets: number[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const size = SEPTETS.get(text.charCodeAt(index));
    if (size === undefined) return undefined;
    septets.push(size);
  }
  return septets;
}

function countSeptetSegments(septets: number[]): number {
  const total = septets.reduce((sum, size) => sum + size, 0);
  if (total <= SINGLE_SEPTETS) return 1;

  let segments = 1;
  let used = 0;
  for (const size of septets) {
    if (used + size > SPLIT_SEPTETS) {
      segments += 1;
      used = 0;
    }
    used += size;
  }
  return segments;
}

let segmenter: Intl.Segmenter | undefined;

/**
 * Returns the segmenter, created for the first long text, because that takes as long as loading a quarter of a handler.
 */
function graphemes(): Intl.Segmenter {
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return segmenter;
}

function countUnitSegments(text: string): number {
  if (text.length <= SINGLE_UNITS) return 1;

  const inText = graphemes().segment(text);
  let segments = 1;
  let start = 0;
  let clusterStart = 0;
  let clusterEnd = 0;
  // Graphemes only matter where a segment is full. Each is looked up once, however many segments it fills, so that a
  // text of nothing but combining accents takes no longer than any other.
  while (text.length - start > SPLIT_UNITS) {
    const full = start + SPLIT_UNITS;
    if (full >= clusterEnd) {
      const cluster = inText.containing(full);
      clusterStart = cluster?.segment === '\r\n' ? full : (cluster?.index ?? full);
      clusterEnd = clusterStart + (cluster?.segment.length ?? 0);
    }
    start = clusterStart > start ? clusterStart : codePointStart(text, full);
    segments += 1;
  }
  return segments;
}

function codePointStart(text: string, index: number): number {
  return (text.codePointAt(index - 1) ?? 0) > 0xffff ? index - 1 : index;
}
