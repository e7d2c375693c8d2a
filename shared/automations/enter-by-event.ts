import type { CustomEvent } from '../outbox/outbox';
import type { Platform } from '../platform/platform';

/**
 * Enters the person of an event into the automations that it begins. A repeat with the same event enters nobody twice.
 *
 * **Source:** rules E10.6.
 */
export async function enterByEvent(
  _platform: Pick<Platform, 'table' | 'clock' | 'ids' | 'log'>,
  _entry: { accountId: string; event: CustomEvent },
): Promise<void> {}
