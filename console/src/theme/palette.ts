/** Colour in light and in dark. */
export interface Shade {
  light: string;
  dark: string;
}

/** Greys, with some red in them: the screen looks like paper, not like a machine. */
export const STONE = {
  50: '#fdfcfb',
  100: '#faf9f7',
  150: '#f6f4f1',
  200: '#f3f1ed',
  250: '#ebe8e3',
  300: '#dfdbd4',
  350: '#cbc6be',
  400: '#b6b1a9',
  450: '#a6a199',
  500: '#8d8881',
  550: '#736f69',
  600: '#625e59',
  650: '#45423d',
  700: '#35322e',
  750: '#2a2825',
  800: '#211f1d',
  850: '#1b1a18',
  900: '#151413',
  950: '#100f0e',
  1000: '#070706',
} as const;

/** Accent: links, buttons, the texts of the account. It means nothing but "act here" and "ours". */
export const PETROL = {
  50: '#effafa',
  100: '#d5f1f2',
  200: '#b3e4e7',
  300: '#83d0d5',
  400: '#55bac1',
  500: '#1f979e',
  600: '#0b6a72',
  700: '#08525a',
  800: '#07434a',
  900: '#06343a',
  950: '#04272c',
  1000: '#021518',
} as const;

/** Green of what worked. */
export const LEAF = {
  50: '#f0faf4',
  100: '#d8f2e2',
  200: '#b2e5c8',
  400: '#5ccb8d',
  500: '#4cbf7f',
  600: '#17693f',
  800: '#0f4a2c',
  950: '#08301c',
  1000: '#03140b',
} as const;

/** Red of what failed. */
export const BRICK = {
  50: '#fdf4f3',
  100: '#fae1de',
  400: '#ff8f83',
  600: '#b3261e',
  700: '#9c1f18',
  800: '#7d1913',
  900: '#5c130e',
  950: '#430e0a',
  1000: '#1c0503',
} as const;

/** Surfaces and text of the console's own parts; the design system's parts get the same ones. */
export const SURFACES = {
  canvas: { light: STONE[150], dark: STONE[900] },
  card: { light: '#ffffff', dark: STONE[800] },
  sunken: { light: STONE[200], dark: STONE[750] },
  line: { light: STONE[300], dark: STONE[700] },
  ink: { light: STONE[950], dark: STONE[300] },
  'ink-quiet': { light: STONE[600], dark: STONE[400] },
  accent: { light: PETROL[600], dark: PETROL[400] },
  'accent-soft': { light: PETROL[50], dark: PETROL[950] },
  /** Texts of the account in a conversation, and those of the phone. */
  ours: { light: PETROL[600], dark: PETROL[700] },
  'on-ours': { light: '#ffffff', dark: '#ffffff' },
  theirs: { light: STONE[250], dark: STONE[700] },
  /** Text on the accent. */
  'on-accent': { light: '#ffffff', dark: STONE[950] },
} as const satisfies Record<string, Shade>;

/** Colours of states, the same in charts, lists and conversations. */
export const MEANINGS = {
  delivered: { light: LEAF[600], dark: LEAF[400] },
  failed: { light: BRICK[600], dark: BRICK[400] },
  waiting: { light: '#7d5700', dark: '#e2b03f' },
  'opted-out': { light: '#7a3a8f', dark: '#d6a0e6' },
  clicked: { light: PETROL[600], dark: PETROL[400] },
} as const satisfies Record<string, Shade>;

/** Backgrounds of the pills with a state, each behind the colour of its meaning. */
export const PILLS = {
  delivered: { light: LEAF[50], dark: '#0d2417' },
  failed: { light: BRICK[50], dark: '#2f1411' },
  waiting: { light: '#fdf6e3', dark: '#2b220a' },
  'opted-out': { light: '#f8f1fb', dark: '#291532' },
  clicked: { light: PETROL[50], dark: PETROL[950] },
} as const satisfies Record<keyof typeof MEANINGS, Shade>;

/** Colours of accounts, each dark enough for white letters. */
export const ACCOUNT_COLOURS = [
  '#0b6a72',
  '#7a3a8f',
  '#a4421b',
  '#1d6b3c',
  '#2f55a4',
  '#9b2c5e',
  '#76590a',
  '#4d5a66',
] as const;
