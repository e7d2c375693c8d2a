import { TAG_OF_GROUPS, type WorldAccount } from './seeded-account';

/** Row of an imported file, with its contents. */
interface PlannedRow {
  /** Number of the row, as in a spreadsheet. */
  row: number;
  phone: string;
  name: string;
  isOptOut: boolean;
  /** True: it has the tag that every group has. */
  isTagged: boolean;
  /** True: no account can import this row. */
  isBad: boolean;
}

/** File of new contacts, and of some that the account has already. */
export interface PlannedFile {
  name: string;
  text: string;
  rows: PlannedRow[];
  /** Phone numbers that are in no other file, and were in no contact book. */
  own: string[];
  /** Number of rows that a later one supersedes. */
  duplicates: number;
}

const FEWEST = 5;
const SPREAD = 90;

/** @param options.index of the file among those of the run */
export function planFile(
  random: () => number,
  { account, index }: { account: WorldAccount; index: number },
): PlannedFile {
  const name = `f${index}`;
  const count = FEWEST + Math.floor(random() ** 2 * SPREAD);
  const own = Array.from(
    { length: count },
    (_, position) => `${account.members[0]?.slice(0, 5)}${String(6_000_000 + 1_000 * index + position)}`,
  );
  const said: Array<Omit<PlannedRow, 'row'>> = [];
  const say = (phone: string, text: string, changes: Partial<PlannedRow> = {}) =>
    said.push({ phone, name: text, isOptOut: false, isTagged: random() < 0.3, isBad: false, ...changes });
  for (const [position, phone] of own.entries()) {
    const kind = random();
    // An earlier row for the same phone, with or without an opt-out.
    if (kind < 0.1) say(phone, 'Superseded', { isOptOut: kind < 0.05 });
    if (kind > 0.95) say(`bad-${position}`, 'Bad', { isBad: true });
    say(phone, `${name} ${position}`, { isOptOut: kind > 0.8 && kind < 0.9 });
  }
  for (const member of account.members.slice(20, 24)) {
    if (random() < 0.3) say(member, `${name} member`, { isOptOut: random() < 0.5 });
  }
  const rows = said.map((one, position) => ({ ...one, row: position + 2 }));
  const lines = rows.map(({ phone, name: first, isOptOut, isTagged }) =>
    [phone, first, isOptOut ? 'yes' : '', isTagged ? TAG_OF_GROUPS.name : ''].join(','),
  );
  const lastOf = new Map(rows.map(({ phone, row }) => [phone, row]));
  const duplicates = rows.filter(({ phone, row }) => lastOf.get(phone) !== row).length;
  return {
    name,
    text: `${['Phone,First Name,Unsubscribed,Tags', ...lines].join('\n')}\n`,
    rows,
    own,
    duplicates,
  };
}
