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
import { withoutHandedOver } from '../../audience/segments/walk-audience';
import { ServiceError } from '../../errors/service-error';
import type { Table } from '../../platform/store/table';
import type { StoredCondition } from './automation';

/**
 * Asks the conditions of automations of contacts. One whose group is gone, or that excludes a campaign whose recipients
 * are past retention, meets nobody, so that nothing is sent by mistake.
 */
export class Conditions {
  private readonly known = new Map<StoredCondition, Promise<ResolvedAudience | undefined>>();

  constructor(
    private readonly deps: { table: Table; campaigns: Campaigns },
    private readonly world: { account: AudienceAccount; schema: CustomFieldSchema; now: Date },
  ) {}

  async isMet(condition: StoredCondition, contact: Contact): Promise<boolean> {
    const audience = await this.find(condition);
    const { id } = contact;
    if (!audience || id === undefined) return false;
    return (await this.membersOf([audience], [{ ...contact, id }])).length > 0;
  }

  /** Returns those of some contacts who are in all of the audiences. */
  async membersOf<One extends Contact & { id: string }>(
    audiences: ResolvedAudience[],
    contacts: One[],
  ): Promise<One[]> {
    let left = contacts.filter((contact) => audiences.every((one) => matchesAudience(contact, one)));
    for (const audience of audiences)
      left = await withoutHandedOver(this.deps.campaigns, { audience, contacts: left });
    return left;
  }

  /** @returns `undefined` when a group, a field or what a campaign reached is gone */
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
      return await resolveAudience(this.deps, { account, schema, audience, now });
    } catch (error) {
      if (error instanceof ServiceError) return undefined;
      throw error;
    }
  }
}
