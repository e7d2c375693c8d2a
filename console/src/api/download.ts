import { RequestError } from './request-error';

interface Options {
  /** Absent: a route for operators. */
  accountId?: string | undefined;
  query: Record<string, string | undefined>;
}

/** Downloads the text that one of the console's own routes returns, as a file. */
export async function downloadConsoleFile(path: string, { accountId, query }: Options): Promise<void> {
  const url = new URL(`/console/api/${path}`, window.location.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) url.searchParams.set(name, value);
  }
  const headers = {
    'x-requested-with': 'console',
    ...(accountId !== undefined && { 'x-account': accountId }),
  };
  const response = await fetch(url, { headers });
  if (!response.ok) throw new RequestError(await response.json().catch(() => undefined), response);
  const { text } = (await response.json()) as { text: string };
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
  link.download = `${path.replaceAll('/', '-')}.${query.format ?? 'txt'}`;
  link.click();
  URL.revokeObjectURL(link.href);
}
