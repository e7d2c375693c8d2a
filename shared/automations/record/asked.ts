import type { Contact } from '../../audience/contacts/contact';
import type { CustomFieldSchema } from '../../audience/custom-fields/custom-field-schema';
import type { Campaigns } from '../../audience/segments/campaigns';
import { matchesAudience } from '../../audience/segments/matches-audience';
import {
  type AudienceAccount,
  type ResolvedAudience,
  resolveAudience,
} from '../../audience/segments/resolve-audience';
import { audienceOfSegment } from '../../audience/segments/segment';
import { ServiceError } from '../../errors/service-error';
import type { Table } from '../../platform/store/table';
import type { StoredCondition } from './automation';

/** Campaigns of a condition of an automation, which names none. */
const NO_CAMPAIGNS: Campaigns = {
  findHandedOver: () => Promise.resolve(new Set()),
  findUnusable: () => Promise.resolve({ unknown: [], forgotten: [] }),
  findDraft: () => Promise.resolve(undefined),
};

/**
 * Asks the conditions of automations of contacts. One whose group is gone meets nobody, so that nothing is sent by
 * mistake.
 */
export class Conditions {
  private readonly known = new Map<StoredCondition, Promise<ResolvedAudience | undefined>>();

  constructor(
    private readonly deps: { table: Table },
    private readonly world: { account: AudienceAccount; schema: CustomFieldSchema; now: Date },
  ) {}

  async isMet(condition: StoredCondition, contact: Contact): Promise<boolean> {
    const audience = await this.find(condition);
    return audience !== undefined && matchesAudience(contact, audience);
  }

  /** @returns `undefined` when a group or a field is gone */
  find(condition: StoredCondition): Promise<ResolvedAudience | undefined> {
    const resolved = this.known.get(condition) ?? this.resolve(condition);
    this.known.set(condition, resolved);
    return resolved;
  }

  private async resolve(condition: StoredCondition): Promise<ResolvedAudience | undefined> {
    const { account, schema, now } = this.world;
    const { fieldReferences, ...parts } = condition;
    const audience = audienceOfSegment({ audience: parts, fieldReferences }, schema);
    try {
      return await resolveAudience(
        { ...this.deps, campaigns: NO_CAMPAIGNS },
        { account, schema, audience, now },
      );
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }
}
