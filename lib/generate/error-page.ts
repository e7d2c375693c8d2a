import { ERROR_CODES, type ErrorCode, type ErrorRow } from '../../shared/errors/error-codes';
import { ERROR_ADVICE } from '../reference/error-advice';
import { ERROR_CASES, type ErrorCase } from '../reference/error-cases';
import { errorExample } from './openapi-responses';

/**
 * Writes the page of error codes in Markdown: cause, what to do, and an example of each.
 *
 * **Source:** rules 7, `moreInfo`.
 */
export function errorPage(): string {
  const codes = Object.keys(ERROR_CODES).map(Number) as ErrorCode[];
  return `# Error codes

Every error has \`code\`, \`message\`, \`status\` and \`moreInfo\`, which leads to the code on this page; some have \`details\`. Decide by
\`code\`: messages may be reworded.

| Code | HTTP | Name | Message |
|---|---|---|---|
${codes.map(rowOf).join('\n')}

${codes.map(sectionOf).join('\n')}`;
}

function rowOf(code: ErrorCode): string {
  const { status, name, message } = ERROR_CODES[code];
  return `| [${code}](#${code}) | ${status} | ${name} | ${message} |`;
}

function sectionOf(code: ErrorCode): string {
  const { status, name, message, detailed, causes = {} }: ErrorRow = ERROR_CODES[code];
  const { cause, request, answerHeaders = {} } = ERROR_CASES[code];
  const messages = [...new Set([...Object.values(causes), ...(detailed === undefined ? [] : [detailed])])];
  return `## ${code} ${name}

HTTP ${status}: ${message}

**Cause.** ${cause}

**What to do.** ${ERROR_ADVICE[code]}
${messages.length > 1 ? `\nThe message says which case it is:\n\n${messages.map((one) => `- ${one}`).join('\n')}\n` : ''}
A request, and its answer:

\`\`\`http
${requestText(request)}
\`\`\`

\`\`\`http
HTTP/1.1 ${status}
${headerLines({ 'Content-Type': 'application/json', ...answerHeaders })}

${JSON.stringify(errorExample(code), null, 2)}
\`\`\`
`;
}

function requestText({ method, path, headers = {}, body }: ErrorCase['request']): string {
  const all = { ...(body !== undefined && { 'Content-Type': 'application/json' }), ...headers };
  const head = [`${method} ${path}`, headerLines(all)].filter((line) => line !== '').join('\n');
  if (body === undefined) return head;
  return `${head}\n\n${typeof body === 'string' ? body : JSON.stringify(body, null, 2)}`;
}

function headerLines(headers: Readonly<Record<string, string>>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n');
}
