import type { Contact } from '../../../audience/contacts/contact';
import type { E164 } from '../../../phone-numbers/e164';
import { contactShardOf } from '../../../platform/store/keys';
import { type ChunkLimits, cutIntoChunks, type JobRecipient } from '../../../sending/jobs/chunk';

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
   * together.
   */
  take(limitsFor: (recipients: number) => ChunkLimits): Array<{ dueAtMs: number; chunks: NewChunk[] }> {
    const taken = [...this.byMoment].map(([dueAtMs, all]) => {
      const sorted = all.toSorted((a, b) => a.shard - b.shard || (a.contactId < b.contactId ? 1 : -1));
      const recipients = sorted.map(({ to }): JobRecipient => ({
        to,
        idempotencyKey: undefined,
        body: undefined,
        mediaUrl: undefined,
      }));
      let first = 0;
      const chunks = cutIntoChunks(recipients, limitsFor(recipients.length)).map((chunk) => {
        const contacts = sorted.slice(first, first + chunk.length);
        first += chunk.length;
        return { recipients: chunk, contacts };
      });
      return { dueAtMs, chunks };
    });
    this.byMoment.clear();
    this.size = 0;
    return taken;
  }
}
