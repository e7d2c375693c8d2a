/** Request that an HTTP client can send. */
export interface FuzzRequest {
  /** Generator of the request, for the report. */
  kind: string;
  method: string;
  path: string;
  headers: Record<string, string | string[]>;
  body?: Buffer;
}

/** Bytes for a connection that no HTTP client would send. */
export interface RawRequest {
  kind: string;
  /** Pieces that are written one after the other with a pause between them. */
  pieces: Buffer[];
  pauseMs: number;
}

/**
 * Returns a line for the shell that sends the same request. Bodies are encoded as base64, since they can be anything.
 */
export function toCurl(baseUrl: string, request: FuzzRequest): string {
  const { method, path, headers, body } = request;
  const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const headerArguments = Object.entries(headers).flatMap(([name, value]) =>
    [value].flat().map((single) => `-H ${quote(single === '' ? `${name};` : `${name}: ${single}`)}`),
  );
  const curl = [
    'curl -sS -i --path-as-is -g',
    method === 'HEAD' ? '-I' : `-X ${quote(method)}`,
    ...headerArguments,
    ...(body ? ['--data-binary @-'] : []),
    quote(baseUrl + path),
  ].join(' ');
  return body ? `base64 -d <<<'${body.toString('base64')}' | ${curl}` : curl;
}

/** Returns a line for the shell that sends the same bytes. */
export function toNetcat(baseUrl: string, { pieces, pauseMs }: RawRequest): string {
  const { port } = new URL(baseUrl);
  const parts = pieces.map((piece) => `base64 -d <<<'${piece.toString('base64')}'`);
  return `{ ${parts.join(`; sleep ${pauseMs / 1000}; `)}; sleep 1; } | nc 127.0.0.1 ${port}`;
}
