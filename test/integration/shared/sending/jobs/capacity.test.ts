import { randomUUID } from 'node:crypto';
import { useEngine } from '../../../../support/engines/engine';
import { countUnits } from '../../../../support/engines/capacity-meter';
import { createJobsFixture } from '../../../../support/sending/jobs-fixture';

const engine = useEngine();

/** Measures the units for each recipient, from acceptance to completion. */
async function measure(options: { recipients: number; hasKeys: boolean; body: string }) {
  const { recipients: count, hasKeys, body } = options;
  const fixture = await createJobsFixture(engine.table, { contacts: count });
  // A provider's ids cannot be compressed.
  fixture.answer.current = () => ({
    outcome: 'accepted',
    providerMessageId: randomUUID(),
    providerRequestId: randomUUID(),
  });
  const recipients = fixture.phones.map((to, index) => ({
    to,
    ...(hasKeys && { idempotencyKey: `a-key-of-some-length:${String(index).padStart(8, '0')}` }),
  }));

  const {
    units,
    byCommand,
    result: jobId,
  } = await countUnits(engine.documents, async () => {
    const id = await fixture.broadcast({ recipients, body });
    await fixture.runToEnd();
    return id;
  });

  expect((await fixture.job(jobId)).counts).toEqual({ sent: count, failed: 0, skipped: 0, unknown: 0 });
  const perRecipient = { read: units.read / count, write: units.write / count };
  process.stdout.write(
    `${count} recipients${hasKeys ? ' with keys' : ''}, ${body.length} characters: ` +
      `${perRecipient.read.toFixed(3)} read and ${perRecipient.write.toFixed(3)} write units each; ` +
      `${JSON.stringify(Object.fromEntries(byCommand))}\n`,
  );
  return perRecipient;
}

describe('what a job costs', () => {
  it.each([
    [5_000, 'of one text', 'Hello from all of us'],
    [
      1_000,
      'with a text for each',
      `${'{{contact_first_name}} {{contact_phone_number}} '.repeat(6)}${'x'.repeat(300)}`,
    ],
  ])(
    'is at most half a write and one and a half reads for each of %i recipients %s',
    async (recipients, _name, body) => {
      const { read, write } = await measure({ recipients, hasKeys: false, body });

      expect(write).toBeLessThanOrEqual(0.5);
      expect(read).toBeLessThanOrEqual(1.5);
    },
  );

  it('is at most two and a half writes with per-recipient keys', async () => {
    const { read, write } = await measure({ recipients: 1_000, hasKeys: true, body: 'Hello from all of us' });

    expect(write).toBeLessThanOrEqual(2.5);
    expect(read).toBeLessThanOrEqual(2);
  });
});
