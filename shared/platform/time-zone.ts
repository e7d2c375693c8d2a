/** Whether a text is an IANA time zone; a bare offset, which knows no summer time, is none. */
export function isTimeZone(text: string): boolean {
  try {
    return /^[A-Za-z]/.test(text) && new Intl.DateTimeFormat('en', { timeZone: text }).format(0) !== '';
  } catch {
    return false;
  }
}
