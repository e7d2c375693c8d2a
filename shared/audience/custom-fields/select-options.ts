/** Change that renamed options of a field. */
export interface Renames {
  /** Names of the renamed options before the change, by place. */
  names: Readonly<Record<string, string>>;
  /** Number of options before the change. */
  options: number;
}

/** Options of a select field, with their former names. */
export interface SelectOptions {
  /** Current names. The place of an option in this list never changes. */
  options: readonly string[];
  /** Renames, the latest last; absent: no option was ever renamed. */
  renames?: readonly Renames[] | undefined;
}

/** Returns the names of the options after a number of changes. An option that was added later has its first name. */
export function optionNamesAfter({ options, renames = [] }: SelectOptions, changes: number): string[] {
  const names = [...options];
  for (const former of renames.slice(changes).reverse()) {
    for (const [place, name] of Object.entries(former.names)) names[Number(place)] = name;
  }
  return names;
}

const NAMES: WeakMap<SelectOptions, ReadonlyMap<string, string>> = new WeakMap();

/**
 * Maps the values that contacts hold to the names of options. An option is always stored as its first name; when the
 * first name of an added option is already the stored value of a renamed one, the stored value gets a suffix.
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

/** Returns the stored value of the option with a name. */
export function storedOption(field: SelectOptions, name: string): string {
  return storedOptions(field, name)[0] ?? name;
}

/**
 * Returns all stored values that read as `name`, also the name itself when it is not the stored value of any option.
 */
export function storedOptions(field: SelectOptions, name: string): string[] {
  if (field.renames === undefined) return [name];
  const names = namesByStoredValue(field);
  const stored = [...names].filter(([, one]) => one === name).map(([value]) => value);
  return names.has(name) ? stored : [...stored, name];
}
