import { RequestError } from './request-error';

interface Options {
  accountId: string;
  query: Record<string, string | undefined>;
}

/** A file of the console's own routes, which want the account in a header: read first, then handed to the browser. */
export async function downloadConsoleFile(path: string, { accountId, query }: Options): Promise<void> {
  const url = new URL(`/console/api/${path}`, window.location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const response = await fetch(url, { headers: { 'x-requested-with': 'console', 'x-account': accountId } });
  if (!response.ok) throw new RequestError(await response.json().catch(() => undefined), response);
  const link = document.createElement('a');
  link.href = URL.createObjectURL(await response.blob());
  link.download = `${path.replaceAll('/', '-')}.${query.format ?? 'txt'}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
