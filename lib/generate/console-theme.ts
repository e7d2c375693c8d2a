import { generateThemeStylesheet, type Theme } from '@cloudscape-design/components/theming';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  BRICK,
  LEAF,
  MEANINGS,
  PETROL,
  PILLS,
  type Shade,
  STONE,
  SURFACES,
} from '../../console/src/theme/palette';

const FOLDER = join('console', 'src', 'theme', 'generated');

const FONT = "'Figtree', system-ui, -apple-system, 'Segoe UI', sans-serif";

const THEME: Theme = {
  referenceTokens: {
    color: {
      primary: { ...PETROL },
      neutral: { ...STONE },
      success: { ...LEAF },
      error: { ...BRICK },
      info: infoOf(),
    },
  },
  tokens: {
    fontFamilyBase: FONT,
    fontFamilyHeading: FONT,
    fontFamilyDisplay: FONT,
    fontSizeHeadingXl: '28px',
    lineHeightHeadingXl: '34px',
    letterSpacingHeadingXl: '-0.025em',
    fontSizeHeadingM: '17px',
    fontWeightHeadingM: '650',
    fontWeightHeadingXl: '680',
    fontWeightButton: '600',
    fontWeightBold: '650',
    fontWeightTabs: '600',
    fontSizeTabs: '14px',
    fontSizeDisplayL: '36px',
    lineHeightDisplayL: '42px',
    fontWeightDisplayL: '650',
    borderRadiusContainer: '14px',
    borderRadiusButton: '9px',
    borderRadiusInput: '9px',
    borderRadiusItem: '8px',
    borderRadiusBadge: '10px',
    borderRadiusFlashbar: '12px',
    borderWidthButton: '1px',
    borderWidthAlert: '1px',
    colorBackgroundLayoutMain: SURFACES.canvas,
    colorBackgroundContainerContent: SURFACES.card,
    colorBackgroundContainerHeader: SURFACES.card,
    colorBorderDividerDefault: SURFACES.line,
    colorTextStatusSuccess: MEANINGS.delivered,
    colorTextStatusError: MEANINGS.failed,
    colorTextStatusWarning: MEANINGS.waiting,
    colorBorderButtonNormalDefault: { light: STONE[400], dark: STONE[550] },
    colorTextButtonNormalDefault: { light: STONE[900], dark: STONE[250] },
    colorBackgroundButtonPrimaryDefault: SURFACES.accent,
    colorBorderButtonPrimaryDefault: SURFACES.accent,
  },
};

/** The design system has fewer steps for information, which is of the accent's colour here. */
function infoOf() {
  const { 50: lightest, 100: light, 300: soft, 400: dark, 600: base, 700: strong, 800: deep } = PETROL;
  return {
    ...{ 50: lightest, 100: light, 300: soft, 400: dark, 600: base, 700: strong, 800: deep },
    ...{ 950: PETROL[950], 1000: PETROL[1000] },
  };
}

const declarations = (group: Record<string, Shade>, prefix: string, mode: keyof Shade): string[] =>
  Object.entries(group).map(([name, shade]) => `  --${prefix}${name}: ${shade[mode]};`);

const own = (selector: string, mode: keyof Shade): string =>
  [
    `${selector} {`,
    ...declarations(SURFACES, '', mode),
    ...declarations(MEANINGS, '', mode),
    ...declarations(PILLS, 'pill-', mode),
    '}\n',
  ].join('\n');

/**
 * Writes the console's style sheets: `theme.css` with the colours, type and corners of the design system's parts, and
 * `colours.css` with the same values for the console's own. The page need not compute them, and its content security policy
 * lets it insert no styles.
 */
export function generateConsoleTheme(rootDir: string): void {
  const folder = join(rootDir, FOLDER);
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'theme.css'), generateThemeStylesheet({ theme: THEME }));
  const untilStarted = `@media (prefers-color-scheme: dark) {\n${own('.first-paint', 'dark')}}\n`;
  const colours = [own(':root', 'light'), own('.awsui-dark-mode', 'dark'), untilStarted];
  writeFileSync(join(folder, 'colours.css'), colours.join(''));
}
