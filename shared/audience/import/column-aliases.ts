import { plainName } from '../../text/plain-name';

/** Names that people give to columns, in small letters and digits, the most specific first. */
const ALIASES: Readonly<Record<string, readonly string[]>> = {
  phoneNumber: [
    'mobilenumber mobilephone mobilephonenumber mobileno mobile cellphone cellnumber cellphonenumber cell',
    'smsnumber sms textnumber phonenumber phone phoneno phonenum telephone telephonenumber telephoneno tel msisdn',
    'e164 contactnumber contactphone contactno primaryphone homephone workphone handy handynummer number',
  ],
  firstName: ['firstname first fname givenname forename vorname'],
  lastName: ['lastname last lname surname familyname nachname'],
  email: ['email emailaddress mail mailaddress emailid'],
  birthDate: ['birthdate dateofbirth dob birthday bday born'],
  gender: ['gender sex'],
  isFavorite: ['isfavorite favorite favourite isfavourite'],
  'address.street': ['street streetaddress address address1 addressline1 addressline street1 mailingaddress'],
  'address.city': ['city town citytown'],
  'address.state': ['state province region stateprovince stateregion county'],
  'address.postalCode': ['zip zipcode postalcode postcode zippostalcode zippostal postal plz'],
  'address.country': ['country countrycode countryregion'],
  optedOut: [
    'optedout optout unsubscribed unsubscribe isoptedout hasoptedout smsoptout smsoptedout isunsubscribed',
    'smsunsubscribed stop stopped donottext donotcontact donotsms dnc optoutstatus',
  ],
  tags: ['tags tag'],
  optedOutAt: [
    'optedoutat optoutdate optedoutdate optedouton unsubscribedat unsubscribedate unsubscribeddate optouttime',
  ],
};

const RANK_BY_ALIAS = new Map(
  Object.entries(ALIASES).flatMap(([field, lines]) =>
    lines
      .join(' ')
      .split(' ')
      .map((alias, rank) => [alias, { field, rank }] as const),
  ),
);

/**
 * Finds the contact field that a column's name stands for, in any common spelling. The console shows the same before an
 * import.
 *
 * @returns the field; when several columns match one field, the one with the lowest `rank` counts; `undefined` when the
 *   name matches no field
 */
export const findColumnAlias = (name: string): { field: string; rank: number } | undefined =>
  RANK_BY_ALIAS.get(plainName(name));
