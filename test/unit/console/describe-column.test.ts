import {
  columnFields,
  describeByName,
  fieldByName,
  hasPhoneColumn,
} from '../../../console/src/screens/imports/describe-column';
import { IMPORT_FIELDS, resolveColumns } from '../../../shared/audience/import/import-columns';
import type { CustomFieldSchema } from '../../../shared/audience/custom-fields/custom-field-schema';

const LABELS = ['Plan', 'Mobile', 'Zip', 'groups'];
const schema = {
  fields: LABELS.map((label, index) => ({
    ...{ number: index + 1, generation: index + 1, label, type: 'TEXT', options: [], isDisabled: false },
    createdAt: '2026-01-01T00:00:00.000Z',
  })),
  nextGeneration: LABELS.length + 1,
  version: 1,
} as CustomFieldSchema;
const known = columnFields(
  LABELS.map((label) => ({ label })),
  { hasGroup: true },
);

describe('a column of a file', () => {
  it.each([
    ['phoneNumber', 'Phone number (by its name)'],
    ['Cell phone', 'Phone number (by its name)'],
    ['First Name', 'First name (by its name)'],
    ['address.city', 'City (by its name)'],
    ['Tags', 'Tags in the group (by its name)'],
    ['Unsubscribed', 'Opted out (by its name)'],
    ['Opt-out date', 'Opted out on (by its name)'],
    [' plan ', 'Plan (by its name)'],
    ['customFields.Plan', 'Plan (by its name)'],
    ['customFields.Old', 'Left out'],
    ['Shoe size', 'Left out'],
    ['', 'Left out'],
  ])('%j is described as %s', (name, text) => {
    expect(describeByName(name, known)).toBe(text);
  });

  it('has no tags without a group', () => {
    expect(describeByName('Tags', columnFields([], { hasGroup: false }))).toBe('Left out');
  });

  it.each([
    ...IMPORT_FIELDS,
    ...['id', 'tz', 'groups', 'pendingGroups', 'createdAt', 'rejectedRow', 'rejectedReason'],
    ...['customFields.Plan', 'customFields.plan', 'customFields.Old', 'Plan', 'PLAN', 'Groups'],
    ...['Mobile', 'Zip', 'Postcode', 'DOB', 'Sex', 'E-Mail', 'opt_out', 'Opt-out date', 'Unknown', ''],
  ])('%j is shown as the field that the service assigns', (name) => {
    const { fields } = resolveColumns([name], { mapping: {}, schema, groupTags: [] });
    expect(fieldByName(name, known)?.value).toBe(fields[0]);
  });

  it('can be assigned to every field of an import', () => {
    expect(columnFields([], { hasGroup: true }).map(({ value }) => value)).toEqual(
      expect.arrayContaining([...IMPORT_FIELDS]),
    );
  });

  it.each([
    [['Name', 'Phone'], {}, true],
    [['Name', 'Telefon'], {}, false],
    [['Name', 'Telefon'], { Telefon: 'phoneNumber' }, true],
    [['Name', 'Phone'], { Phone: 'firstName' }, false],
    [[], {}, false],
  ])('of %j with %j is the phone number: %j', (columns, mapping, isThere) => {
    expect(hasPhoneColumn(columns, { mapping, known })).toBe(isThere);
  });
});
