import { MAX_CONSENT_BASIS_CHARACTERS, MAX_MAPPED_COLUMNS } from '../../limits';
import { OPT_IN_MODES } from '../groups/opt-in-mode';
import { DATE_FORMATS } from './date-format';
import { ON_EXISTING } from './import-scope';
import { IMPORT_FORMATS } from './source-row';

/** **Source:** rules E5. */
export const IMPORT_SCHEMA = {
  type: 'object',
  required: ['format'],
  additionalProperties: false,
  properties: {
    format: {
      enum: IMPORT_FORMATS,
      description:
        '`csv`: a header, then a row for each contact. `jsonl`: a JSON object for each contact, one a line. `pinpoint`: endpoint exports of Amazon Pinpoint, JSON lines or CSV.',
    },
    mapping: {
      type: 'object',
      maxProperties: MAX_MAPPED_COLUMNS,
      additionalProperties: { type: 'string', minLength: 1, maxLength: 200 },
      description:
        'Columns or keys of the file, with the field that each of them fills: `phoneNumber`, `firstName`, `address.city`, `customFields.<label>`, `optedOut` and so on. It decides before the names that the import recognises.',
    },
    group: {
      type: 'string',
      description: 'Id of a group that the contacts join. Without it an import changes no membership.',
    },
    optInMode: {
      enum: OPT_IN_MODES,
      description: 'How they join it, as with the membership route; `DIRECT` unless given.',
    },
    consentBasis: {
      type: 'string',
      format: 'text',
      minLength: 1,
      maxLength: MAX_CONSENT_BASIS_CHARACTERS,
      description:
        'A sentence that says on what the consent rests; required with `group`, and kept in the consent log of each contact.',
    },
    onExisting: {
      enum: ON_EXISTING,
      description:
        '`update` (unless given) changes contacts that there are; `skip` leaves them as they are, but for an opt-out.',
    },
    dateFormat: {
      enum: DATE_FORMATS,
      description:
        'How days with slashes are meant: `mdy` is MM/DD/YYYY, `dmy` DD/MM/YYYY. Unless given, all of them are DD/MM/YYYY when one of them has a number above 12 in first place, else MM/DD/YYYY.',
    },
    dryRun: { type: 'boolean', description: 'Reads and counts everything, and changes nothing.' },
  },
} as const;
