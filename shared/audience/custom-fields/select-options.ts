/** A change that renamed options of a field. */
export interface Renames {
  /** Names until then of those that it renamed, by place. */
  names: Readonly<Record<string, string>>;
  /** How many options there were until then. */
  options: number;
}

/** The options of a select field, with the names that they had before. */
export interface SelectOptions {
  /** Names of the options. The place of an option in this list never changes. */
  options: readonly string[];
  /** The latest is the last; absent: no option was ever renamed. */
  renames?: readonly Renames[] | undefined;
}

/** Names of the options as they were after this many changes; of an option that was added later its first name. */
export function optionNamesAfter({ options, renames = [] }: SelectOptions, changes: number): string[] {
  const names = [...options];
  for (const former of renames.slice(changes).reverse()) {
    for (const [place, name] of Object.entries(former.names)) names[Number(place)] = name;
  }
  return names;
}

const NAMES: WeakMap<SelectOptions, ReadonlyMap<string, string>> = new WeakMap();

/**
 * Names of the options by the values that contacts hold. An option is stored as its first name for good; the first name of
 * an added option can be the stored value of a renamed one, and is then marked.
 */
function namesByStoredValue(field: SelectOptions): ReadonlyMap<string, string> {
  const known = NAMES.get(field);
  if (known) return known;
  const names = new Map<string, string>();
  for (const [place, firstName] of optionNamesAfter(field, 0).entries()) {
    let stored = firstName;
    while (names.has(stored)) stored = `${stored} (2)`;
    names.set(stored, field.options[place] ?? firstName);
  }
  NAMES.set(field, names);
  return names;
}

/** Returns the name of an option that a contact holds. */
export function optionName(field: SelectOptions, stored: string): string {
  return field.renames === undefined ? stored : (namesByStoredValue(field).get(stored) ?? stored);
}

/** Returns what contacts hold for the option of a name. */
export function storedOption(field: SelectOptions, name: string): string {
  return storedOptions(field, name)[0] ?? name;
}

/** Returns all values whose name is `name`, also one that is stored for no option of the field. */
export function storedOptions(field: SelectOptions, name: string): string[] {
  if (field.renames === undefined) return [name];
  const names = namesByStoredValue(field);
  const stored = [...names].filter(([, one]) => one === name).map(([value]) => value);
  return names.has(name) ? stored : [...stored, name];
}
