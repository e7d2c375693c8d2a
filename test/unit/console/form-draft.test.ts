import {
  bodyOfForm,
  changesOfForm,
  draftOfForm,
  EMPTY_FORM,
  evidenceFileOf,
  isFormComplete,
} from '../../../console/src/screens/forms/form-draft';

const DRAFT = {
  group: 'grp_1',
  brand: 'Acme Shoes',
  description: 'Offers and news',
  frequency: 'Weekly',
  termsUrl: 'https://example.com/terms',
  privacyUrl: 'https://example.com/privacy',
  countries: ['CA', 'US'],
};
const FORM = {
  ...DRAFT,
  id: 'frm_1',
  url: 'https://sms.example.com/join/frm_1',
  version: 3,
  createdAt: '2026-03-01T12:00:00.000Z',
  updatedAt: '2026-03-02T12:00:00.000Z',
};

describe('the dialog of an opt-in form', () => {
  it.each([
    [{}, true],
    [{ countries: [] }, true],
    [{ group: '' }, false],
    [{ brand: ' ' }, false],
    [{ description: '' }, false],
    [{ frequency: '' }, false],
    [{ termsUrl: 'https://' }, false],
    [{ privacyUrl: 'http://example.com' }, false],
  ])('with %j can be saved: %s', (changed, expected) => {
    expect(isFormComplete({ ...DRAFT, ...changed })).toBe(expected);
  });

  it('cannot be saved as it begins', () => {
    expect(isFormComplete(EMPTY_FORM)).toBe(false);
  });

  it('of a new form sends countries only if some are chosen', () => {
    expect(bodyOfForm(DRAFT)).toEqual(DRAFT);
    const { countries: _, ...content } = DRAFT;
    expect(bodyOfForm({ ...DRAFT, countries: [] })).toEqual(content);
  });

  it('begins with the form as it is, and sends what was changed', () => {
    expect(draftOfForm(FORM)).toEqual(DRAFT);
    expect(changesOfForm(DRAFT, FORM)).toEqual({});
    expect(changesOfForm({ ...DRAFT, countries: ['US', 'CA'] }, FORM)).toEqual({});
    expect(changesOfForm({ ...DRAFT, countries: [], frequency: 'Daily' }, FORM)).toEqual({
      ...{ countries: [], frequency: 'Daily' },
    });
  });
});

describe('the file with the evidence', () => {
  it.each([
    ['Acme Shoes', 'opt-in-acme-shoes.html'],
    ['Café & Söhne', 'opt-in-cafe-sohne.html'],
    ['靴', 'opt-in-frm_1.html'],
  ])('of %s is called %s', (brand, name) => {
    expect(evidenceFileOf({ brand, id: 'frm_1' })).toBe(name);
  });
});
