import { kindOfId, wholeNumberOf } from '../../search/search-text';

/** Place of what a text names: a phone, whose texts are listed, or the address of a screen. */
type Wanted = { phone: string } | { screen: string };

/** Reads what is to be found: an id, a phone number in any spelling, or a name, which leads to the contacts. */
export function readWanted(text: string): Wanted {
  const wanted = text.trim();
  switch (kindOfId(wanted)) {
    case 'msg':
      return { screen: `messages/${wanted}` };
    case 'brc':
      return { screen: `jobs/broadcast/${wanted}` };
    case 'cmp':
      return { screen: `campaigns/${wanted}?tab=recipients` };
    case 'aut':
      return { screen: `automations/${wanted}?tab=people` };
    case 'seg':
    case 'imp':
    case 'grp':
    case undefined: {
      const phone = wholeNumberOf(wanted);
      return phone === undefined ? { screen: `contacts?search=${encodeURIComponent(wanted)}` } : { phone };
    }
  }
}
