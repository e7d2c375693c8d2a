/**
 * Settings of the event archive: there is none, or the people whom events are about are left out of it, or their phone
 * numbers are hashed. The first one is the default.
 */
export const EVENT_ARCHIVE_SETTINGS = ['off', 'omit', 'hash'] as const;

export type EventArchiveSetting = (typeof EVENT_ARCHIVE_SETTINGS)[number];
