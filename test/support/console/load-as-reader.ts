const READER_LOCALE = 'en-US';

/**
 * Loads modules of the console as the browser of a reader does who has set American English and a time zone; once for
 * each zone. Without it, texts depend on the computer that runs the tests.
 */
export function loadAsReader<Module>(load: () => Promise<Module>): (timeZone?: string) => Promise<Module> {
  const loaded = new Map<string, Promise<Module>>();
  return (timeZone = 'America/Denver') => {
    const known = loaded.get(timeZone) ?? loadIn(timeZone, load);
    loaded.set(timeZone, known);
    return known;
  };
}

async function loadIn<Module>(timeZone: string, load: () => Promise<Module>): Promise<Module> {
  const { DateTimeFormat, NumberFormat } = Intl;
  jest.resetModules();
  const spies = [
    jest
      .spyOn(Intl, 'DateTimeFormat')
      .mockImplementation(
        (locale, options) => new DateTimeFormat(locale ?? READER_LOCALE, { timeZone, ...options }),
      ),
    jest
      .spyOn(Intl, 'NumberFormat')
      .mockImplementation((locale, options) => new NumberFormat(locale ?? READER_LOCALE, options)),
  ];
  try {
    return await load();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
}
