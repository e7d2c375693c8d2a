import type { CampaignLaunch } from '../api/schemas';

type Person = NonNullable<CampaignLaunch['launchedBy']>;

/** Returns the name of who launched or decided something. */
export function describePerson({ kind, id, name }: Person): string {
  switch (kind) {
    case 'user':
      return name ?? 'A user who was removed';
    case 'apiKey':
      return `API key ${id}`;
    case 'operator':
      return `${id}, by the operator CLI`;
  }
}
