import type { Contact } from '../../../audience/contacts/contact';
import type { E164 } from '../../../phone-numbers/e164';
import { contactShardOf } from '../../../platform/store/keys';
import { chooseMember } from '../../../senders/choose-member';
import { chunkLimits, cutIntoChunks, type JobRecipient, NO_MEMBER } from '../../../sending/jobs/chunk';
import { type CampaignSender, rateOfJob } from '../campaign-sender';

/** Recipient that was selected and is not written yet. */
interface Taken {
  contactId: string;
  shard: number;
  to: E164;
}

/** Chunk to write, with the shards of the contact book that its recipients are in. */
export interface NewChunk {
  recipients: JobRecipient[];
  contacts: Taken[];
  /** Member of the sender that sends to them; absent for a number. */
  member?: string;
}

/** Recipients since the last checkpoint, by their due time. */
export class RecipientBuffer {
  size = 0;
  private readonly byMoment = new Map<number, Taken[]>();

  add(dueAtMs: number, { id: contactId, phoneNumber: to }: Contact & { id: string }): void {
    const taken = this.byMoment.get(dueAtMs) ?? [];
    taken.push({ contactId, shard: contactShardOf(contactId), to });
    this.byMoment.set(dueAtMs, taken);
    this.size += 1;
  }

  /**
   * Empties the buffer. Recipients of one range of the contact book are put side by side, so that they are found
   * together; of a sender, within those of each member.
   */
  take(sender: CampaignSender): Array<{ dueAtMs: number; member?: string; chunks: NewChunk[] }> {
    const taken = [...this.byMoment].flatMap(([dueAtMs, all]) => {
      const sorted = all.toSorted((a, b) => a.shard - b.shard || (a.contactId < b.contactId ? 1 : -1));
      return sharesOf(sender, sorted).map(({ member, ofMember }) => ({
        dueAtMs,
        ...(member !== undefined && { member }),
        chunks: cut(ofMember, { member, ratePerSecond: rateOfJob(sender, member) }),
      }));
    });
    this.byMoment.clear();
    this.size = 0;
    return taken;
  }
}

/** Returns the recipients of each member of a sender; of a number, all of them. */
function sharesOf(
  { members }: CampaignSender,
  all: Taken[],
): Array<{ member: string | undefined; ofMember: Taken[] }> {
  if (!members) return [{ member: undefined, ofMember: all }];
  const shares = new Map<string, Taken[]>();
  for (const taken of all) {
    const member = chooseMember(members, taken.to)?.identity ?? NO_MEMBER;
    const share = shares.get(member) ?? [];
    share.push(taken);
    shares.set(member, share);
  }
  return [...shares].map(([member, ofMember]) => ({ member, ofMember }));
}

function cut(
  taken: Taken[],
  { member, ratePerSecond }: { member: string | undefined; ratePerSecond: number | undefined },
): NewChunk[] {
  const recipients = taken.map(({ to }): JobRecipient => ({
    to,
    idempotencyKey: undefined,
    body: undefined,
    mediaUrl: undefined,
  }));
  let first = 0;
  return cutIntoChunks(recipients, chunkLimits({ ratePerSecond, recipients: recipients.length })).map(
    (chunk) => {
      const contacts = taken.slice(first, first + chunk.length);
      first += chunk.length;
      return { recipients: chunk, contacts, ...(member !== undefined && { member }) };
    },
  );
}
