import { applyMode, Mode } from '@cloudscape-design/global-styles';

export type Appearance = 'system' | 'light' | 'dark';

const STORAGE_KEY = 'console.appearance';
const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');

export function readAppearance(): Appearance {
  const stored = window.localStorage.getItem(STORAGE_KEY);
  return stored === 'light' || stored === 'dark' ? stored : 'system';
}

export function saveAppearance(appearance: Appearance): void {
  window.localStorage.setItem(STORAGE_KEY, appearance);
  applyAppearance();
}

/** Applies the appearance that the user has chosen, else that of the device. */
export function applyAppearance(): void {
  const appearance = readAppearance();
  const isDark = appearance === 'system' ? prefersDark.matches : appearance === 'dark';
  applyMode(isDark ? Mode.Dark : Mode.Light);
}

prefersDark.addEventListener('change', applyAppearance);
