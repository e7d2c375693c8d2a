import { findMarks } from './marks';
import type { MarkedWorld } from './marked-world';

export type LogEntry = Record<string, unknown>;

/** Takes out what was logged since the last time, each line as what it says. A line that is no JSON says that. */
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

/** Lines of CloudWatch's embedded metric format are no log lines. */
export const isMetrics = (entry: LogEntry) => '_aws' in entry;

/** Entries with content that must not be in a log. */
export function leaksIn(entries: LogEntry[], { secrets }: Pick<MarkedWorld, 'secrets'>): LogEntry[] {
  return entries.filter((entry) => findMarks(JSON.stringify(entry), secrets).length > 0);
}
