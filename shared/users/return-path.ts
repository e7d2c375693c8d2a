const HOME = '/console';
const LONGEST_PATH = 1_000;

/**
 * Returns the page of the console to show after a sign-in: the given path if it is one of the console, else the first
 * page.
 */
export function readReturnPath(raw: string | undefined): string {
  if (raw === undefined || raw.length > LONGEST_PATH || /[\p{Cc}\\]/u.test(raw)) return HOME;
  // Parsed as a browser does: dots, and slashes that make another host.
  const base = 'https://console.invalid';
  if (!URL.canParse(raw, base)) return HOME;
  const { origin, pathname, search, hash } = new URL(raw, base);
  const isOwn = origin === base && (pathname === HOME || pathname.startsWith(`${HOME}/`));
  const isPage = isOwn && !pathname.startsWith('/console/auth/') && !pathname.startsWith('/console/api/');
  return isPage ? pathname + search + hash : HOME;
}
