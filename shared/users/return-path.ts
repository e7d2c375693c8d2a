const HOME = '/console';
const LONGEST_PATH = 1_000;

/** The page of the console to show after signing in: a path of the console as it is given, else its first page. */
export function readReturnPath(raw: string | undefined): string {
  if (raw === undefined || raw.length > LONGEST_PATH || /[\p{Cc}\\]/u.test(raw)) return HOME;
  // Read as a browser reads it: dots, and slashes that make another host.
  const base = 'https://console.invalid';
  if (!URL.canParse(raw, base)) return HOME;
  const { origin, pathname, search, hash } = new URL(raw, base);
  const isOwn = origin === base && (pathname === HOME || pathname.startsWith(`${HOME}/`));
  const isPage = isOwn && !pathname.startsWith('/console/auth/') && !pathname.startsWith('/console/api/');
  return isPage ? pathname + search + hash : HOME;
}
