import type { Contact, MergePreview } from '../../../api/schemas';
import { formatCalendarDate } from '../../../format/dates';
import { words } from '../describe-consent';
import { showAddress, showValue } from '../show-value';

/** Field of both contacts with its values in words; a value that is not set is absent. */
interface ComparedField {
  field: string;
  label: string;
  kept: string | undefined;
  double: string | undefined;
}

type CustomField = { label: string; key: string; type: string };

const OWN_FIELDS: readonly {
  field: string;
  label: string;
  show: (contact: Contact) => string | undefined;
}[] = [
  { field: 'firstName', label: 'First name', show: ({ firstName }) => firstName },
  { field: 'lastName', label: 'Last name', show: ({ lastName }) => lastName },
  { field: 'email', label: 'Email', show: ({ email }) => email },
  {
    field: 'birthDate',
    label: 'Date of birth',
    show: ({ birthDate }) => birthDate && formatCalendarDate(birthDate),
  },
  { field: 'gender', label: 'Gender', show: ({ gender }) => gender && words(gender) },
  { field: 'address', label: 'Address', show: ({ address }) => address && showAddress(address) },
  { field: 'isFavorite', label: 'Favorite', show: ({ isFavorite }) => (isFavorite ? 'Yes' : undefined) },
];

/** Divides the fields that one of the contacts has: those that both have and that differ, those that only the double has, the rest. */
export function fieldsOf(
  { kept, double, fills, differs }: Pick<MergePreview, 'kept' | 'double' | 'fills' | 'differs'>,
  customFields: readonly CustomField[],
): { differing: ComparedField[]; filled: ComparedField[]; staying: ComparedField[] } {
  const all: ComparedField[] = [
    ...OWN_FIELDS.map(({ field, label, show }) => ({ field, label, kept: show(kept), double: show(double) })),
    ...customFields.map(({ key: field, label, type }) => {
      const [ofKept, ofDouble] = [kept, double].map((contact) =>
        contact.customFields[label] === undefined ? undefined : showValue(contact.customFields[label], type),
      );
      return { field, label, kept: ofKept, double: ofDouble };
    }),
  ];
  const isIn = (list: MergePreview['fills'], name: string) => list.some(({ field }) => field === name);
  return {
    differing: all.filter(({ field }) => isIn(differs, field)),
    filled: all.filter(({ field }) => isIn(fills, field)),
    staying: all.filter(
      ({ field, kept: value }) => value !== undefined && !isIn(differs, field) && !isIn(fills, field),
    ),
  };
}
