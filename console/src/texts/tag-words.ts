import { formatDate, offsetDate } from '../../../shared/content/date-helpers';
import { readerTime } from '../format/reader-clock';
import { AUTOMATION_TEXT, piecesOf, type TextKind } from './pieces';
import { describeValue, type FieldLabels, type Value } from './value';

const NO_FIELDS: FieldLabels = new Map();

/** Names the values in a text as people do: `{{contact_first_name}}` is `[First name]`. */
export const nameTags = (body: string, fields: FieldLabels = NO_FIELDS): string =>
  piecesOf(body, AUTOMATION_TEXT)
    .map((piece) => (piece.kind === 'value' ? `[${describeValue(piece.value, fields)}]` : piece.text))
    .join('');

/** Text of a recipient who has none of its values. */
interface BareText {
  text: string;
  /** False for a text that is the same for everyone, but for the clock, the number and the links’ tokens. */
  hasValues: boolean;
}

/** Number and token of links in the place of those of a recipient, of the same length. */
const SOME_PHONE = '+1 212 555 0123';
const SOME_TOKEN = 'preview000';

/** @param today `YYYY-MM-DD` */
export function textWithoutValues(body: string, kind: TextKind, today = readerToday()): BareText {
  const pieces = piecesOf(body, kind);
  return {
    text: pieces
      .map((piece) => (piece.kind === 'value' ? bareValue(piece.value, today) : piece.text))
      .join(''),
    hasValues: pieces.some((piece) => piece.kind === 'value' && mayBeEmpty(piece.value)),
  };
}

/** Returns true when a text has a value without a default, in whose place nothing may stand. */
export const lacksDefault = (body: string, kind: TextKind): boolean =>
  piecesOf(body, kind).some(
    (piece) =>
      piece.kind === 'value' &&
      'ifEmpty' in piece.value &&
      piece.value.ifEmpty === '' &&
      !isPhoneNumber(piece.value),
  );

const readerToday = () => readerTime(new Date().toISOString()).slice(0, 10);

const isPhoneNumber = (value: Value): boolean =>
  value.kind === 'contact' && value.name === 'contact_phone_number';
const mayBeEmpty = (value: Value): boolean => 'ifEmpty' in value && !isPhoneNumber(value);

function bareValue(value: Value, today: string): string {
  switch (value.kind) {
    case 'contact':
    case 'event':
      return isPhoneNumber(value) ? SOME_PHONE : value.ifEmpty;
    case 'today':
      return formatDate(today);
    case 'date':
      return formatDate(offsetDate({ date: today, offset: value.offset }) ?? today);
    case 'link':
      return `https://${value.link}?r=${SOME_TOKEN}`;
  }
}
