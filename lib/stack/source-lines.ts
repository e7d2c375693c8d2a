import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';

interface Frame extends NodeJS.CallSite {
  toString(): string;
}

let sourceMap: SourceMap | undefined;

/**
 * Makes the stacks of errors name the sources and their lines, as part of every bundle. Node's `--enable-source-maps`
 * does so too, but reads the map at each start, a fifth of a cold start; this reads it for the first stack that is
 * printed.
 */
Error.prepareStackTrace = (error, frames) =>
  [describe(error), ...(frames as Frame[]).map((frame) => `    at ${withSource(frame)}`)].join('\n');

function describe(error: Error): string {
  try {
    return Error.prototype.toString.call(error);
  } catch {
    return 'Error';
  }
}

function withSource(frame: Frame): string {
  const text = frame.toString();
  const [line, column] = [frame.getLineNumber(), frame.getColumnNumber()];
  if (frame.getFileName() !== __filename || line === null || column === null) return text;
  try {
    sourceMap ??= new SourceMap(JSON.parse(readFileSync(`${__filename}.map`, 'utf8')) as SourceMapPayload);
    const origin = sourceMap.findOrigin(line, column);
    if (!('fileName' in origin)) return text;
    const source = origin.fileName.replace(/^(\.\.\/)+/, '');
    return text.replace(
      `${__filename}:${line}:${column}`,
      () => `${source}:${origin.lineNumber}:${origin.columnNumber}`,
    );
  } catch {
    return text;
  }
}
