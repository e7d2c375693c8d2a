import { findMarks } from './marks';
import type { MarkedWorld } from './marked-world';

export type LogEntry = Record<string, unknown>;

/** Removes and returns the entries since the last call. A line that is not JSON becomes an entry that says so. */
export function takeEntries({ log }: Pick<MarkedWorld, 'log'>): LogEntry[] {
  const text = log.lines.splice(0).join('');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      try {
        return JSON.parse(line) as LogEntry;
      } catch {
        return { noJson: line };
      }
    });
}

/** Returns true for lines of CloudWatch's embedded metric format, which are no log lines. */
export const isMetrics = (entry: LogEntry) => '_aws' in entry;

/** Returns the entries with content that must not be logged. */
export function leaksIn(entries: LogEntry[], { secrets }: Pick<MarkedWorld, 'secrets'>): LogEntry[] {
  return entries.filter((entry) => findMarks(JSON.stringify(entry), secrets).length > 0);
}
