import {
  ProvisionedThroughputExceededException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb';
import { PatientTable } from '../../../../shared/platform/store/patient-table';
import { Table, type TableSender } from '../../../../shared/platform/store/table';

const KEY = { pk: 'A', sk: 'B' };
const $metadata = {};
const cancelledFor = (Code: string) =>
  new TransactionCanceledException({ message: '', $metadata, CancellationReasons: [{ Code }] });

const throttled = () => new ProvisionedThroughputExceededException({ message: '', $metadata });

/**
 * Creates a patient table whose calls end with these errors in turn, and then with success.
 *
 * @param errors a number: the call succeeds after so many attempts of the client
 */
function tableThat(...errors: Array<Error | number>) {
  const pauses: number[] = [];
  const sender = {
    send: async () => {
      const error = errors.shift();
      if (typeof error === 'number') return { $metadata: { attempts: error } };
      if (error) throw error;
      return {};
    },
  } as unknown as TableSender;
  const waits = { pause: async (ms: number) => void pauses.push(ms), random: () => 1 };
  const patient = new PatientTable(new Table(sender, 'Table', waits));
  return {
    ...{ patient, pauses },
    read: () => patient.table.get(KEY).catch(() => undefined),
    write: () => patient.table.transact([{ Delete: { Key: KEY } }]),
  };
}

describe('work that has time', () => {
  it('does not pause while the table does not throttle it', async () => {
    const { patient, pauses, write } = tableThat();
    await write();
    await patient.rest();
    expect(pauses).toEqual([]);
  });

  it.each(['ThrottlingError', 'ProvisionedThroughputExceeded'])(
    'pauses before the table tries a transaction with %s again, and after its part',
    async (code) => {
      const { patient, pauses, write } = tableThat(cancelledFor(code));
      await write();
      await patient.rest();
      const ownPauseOfTable = 25;
      expect(pauses).toEqual([250, ownPauseOfTable, 250]);
    },
  );

  it.each(['ConditionalCheckFailed', 'TransactionConflict'])('does not pause for %s', async (code) => {
    const { patient, pauses, write } = tableThat(cancelledFor(code));
    await write();
    await patient.rest();
    expect(pauses).toEqual([]);
  });

  it('pauses after a part for which the client had to ask again, and not twice', async () => {
    const { patient, pauses, read } = tableThat(2, 1, 3);
    for (let call = 0; call < 3; call++) await read();
    expect(pauses).toEqual([]);
    await patient.rest();
    expect(pauses).toEqual([250]);
    await read();
    await patient.rest();
    expect(pauses).toEqual([250, 237.5]);
  });

  it.each<[object, number[]]>([
    [{ UnprocessedItems: { Table: [{}] } }, [250]],
    [{ UnprocessedKeys: { Table: { Keys: [KEY] } } }, [250]],
    [{ UnprocessedItems: {} }, []],
  ])('pauses after a batch of which the table left out a part: %j', async (answer, expected) => {
    const pauses: number[] = [];
    const waits = { pause: async (ms: number) => void pauses.push(ms), random: () => 1 };
    const sender = { send: async () => answer } as unknown as TableSender;
    const patient = new PatientTable(new Table(sender, 'Table', waits));
    await patient.table.get(KEY);
    await patient.rest();
    expect(pauses).toEqual(expected);
  });

  it('throws the error of any other throttled call', async () => {
    const error = throttled();
    const { patient, pauses } = tableThat(error);
    await expect(patient.table.get(KEY)).rejects.toBe(error);
    expect(pauses).toEqual([250]);
  });

  it('pauses twice as long for each throttled part, up to five seconds', async () => {
    const { patient, pauses, read } = tableThat(...Array.from({ length: 7 }, throttled));
    const rests: Array<number | undefined> = [];
    for (let part = 0; part < 7; part++) {
      await read();
      await patient.rest();
      rests.push(pauses.at(-1));
    }
    expect(rests).toEqual([250, 500, 1_000, 2_000, 4_000, 5_000, 5_000]);
  });

  it('waits for fifteen seconds at most within one part', async () => {
    const { patient, pauses, read } = tableThat(...Array.from({ length: 16 }, throttled));
    for (let part = 0; part < 6; part++) {
      await read();
      await patient.rest();
    }
    const { length } = pauses;
    for (let call = 0; call < 10; call++) await read();
    expect(pauses.slice(length)).toEqual([5_000, 5_000, 5_000]);
  });

  it('counts several throttled calls of one part once', async () => {
    const { patient, pauses, read } = tableThat(throttled(), throttled());
    await read();
    await read();
    await patient.rest();
    expect(pauses).toEqual([250, 250, 250]);
  });

  it('shortens the pause by a twentieth for each part without throttling, to none', async () => {
    const { patient, pauses, read } = tableThat(throttled());
    await read();
    await patient.rest();
    await patient.rest();
    await patient.rest();
    expect(pauses).toEqual([250, 250, 237.5, 225.625]);
    for (let part = 0; part < 100; part++) await patient.rest();
    const { length } = pauses;
    await patient.rest();
    expect(pauses).toHaveLength(length);
  });
});
