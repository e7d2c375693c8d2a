import fc from 'fast-check';
import { jobMessageId, readJobMessageId } from '../../../../../../shared/sending/jobs/results/job-message-id';
import { createIds } from '../../../../../../shared/platform/ids';

const JOB = 'brc_01ARZ3NDEKTSV4RRFFQ69G5FAV';

describe('the id of a job’s message', () => {
  it('says the job, the chunk and the position', () => {
    expect(jobMessageId({ jobId: JOB, chunk: 1, position: 0 })).toBe('msg_01ARZ3NDEKTSV4RRFFQ69G5FAV0100');
    expect(jobMessageId({ jobId: JOB, chunk: 1_023, position: 499 })).toBe(
      'msg_01ARZ3NDEKTSV4RRFFQ69G5FAVZZFK',
    );
  });

  it('is read back for every place that a job can have', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 1_023 }),
        fc.integer({ min: 0, max: 1_023 }),
        (chunk, position) => {
          const place = { jobId: JOB, chunk, position };
          expect(readJobMessageId(jobMessageId(place))).toEqual(place);
        },
      ),
    );
  });

  it('sorts by its place', () => {
    const ids = [
      { chunk: 1, position: 0 },
      { chunk: 1, position: 31 },
      { chunk: 1, position: 32 },
      { chunk: 2, position: 0 },
      { chunk: 33, position: 0 },
    ].map((place) => jobMessageId({ jobId: JOB, ...place }));

    expect([...ids].sort()).toEqual(ids);
  });

  it('has no form for a 1,024th chunk', () => {
    expect(() => jobMessageId({ jobId: JOB, chunk: 1_024, position: 0 })).toThrow(RangeError);
  });

  it('is told from the id of a single message', () => {
    const single = createIds({ now: () => new Date() }).next('msg');

    expect(readJobMessageId(single)).toBeUndefined();
  });

  it.each([
    '',
    'msg_',
    'msg_01ARZ3NDEKTSV4RRFFQ69G5FAV010',
    'msg_01ARZ3NDEKTSV4RRFFQ69G5FAV01000',
    'brc_01ARZ3NDEKTSV4RRFFQ69G5FAV0100',
    'msg_01arz3ndektsv4rrffq69g5fav0100',
  ])('is not %j', (text) => {
    expect(readJobMessageId(text)).toBeUndefined();
  });
});
