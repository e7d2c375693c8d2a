import {
  addCounts,
  endedCount,
  jobItem,
  presentAcceptedJob,
  presentJob,
} from '../../../../../shared/sending/jobs/job';
import { aJob } from './a-job';

describe('a job in an answer (rules 2.2)', () => {
  it('has the six fields of the contract when a broadcast is accepted', () => {
    expect(presentAcceptedJob(aJob())).toEqual({
      id: 'brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      from: '+12065550100',
      body: 'Hello',
      totalRecipients: 300,
      status: 'queued',
      createdAt: '2026-03-01T12:00:00.000Z',
    });
  });

  it('has an empty body when the broadcast is an MMS without one', () => {
    expect(presentAcceptedJob(aJob({ body: undefined }))).toMatchObject({ body: '' });
  });

  it('has no body when it is a batch', () => {
    expect(Object.keys(presentAcceptedJob(aJob({ kind: 'batch', body: undefined })))).toEqual([
      'id',
      'from',
      'totalRecipients',
      'status',
      'createdAt',
    ]);
  });

  it('is read back with counts that add up, unknown outcomes among the failed', () => {
    const job = aJob({ status: 'processing', startedAt: '2026-03-01T12:00:01.000Z' });

    expect(presentJob(job, { sent: 100, failed: 20, skipped: 30, unknown: 5 })).toEqual({
      id: 'brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      from: '+12065550100',
      body: 'Hello',
      totalRecipients: 300,
      status: 'processing',
      createdAt: '2026-03-01T12:00:00.000Z',
      counts: { pending: 150, sent: 100, failed: 20, skipped: 30 },
      startedAt: '2026-03-01T12:00:01.000Z',
    });
  });

  it('says when it ended', () => {
    const job = aJob({ status: 'completed', completedAt: '2026-03-01T12:05:00.000Z' });

    expect(presentJob(job, { sent: 300, failed: 0, skipped: 0, unknown: 0 })).toMatchObject({
      counts: { pending: 0, sent: 300, failed: 0, skipped: 0 },
      completedAt: '2026-03-01T12:05:00.000Z',
    });
  });
});

it('adds counts up, and counts unknown outcomes once', () => {
  const sum = addCounts(
    { sent: 1, failed: 2, skipped: 3, unknown: 1 },
    { sent: 10, failed: 20, skipped: 30, unknown: 10 },
  );

  expect(sum).toEqual({ sent: 11, failed: 22, skipped: 33, unknown: 11 });
  expect(endedCount(sum)).toBe(66);
});

describe('a job as an item', () => {
  it('comes up for the timer 30 seconds after it was accepted, and is kept for 90 days', () => {
    expect(jobItem(aJob())).toMatchObject({
      pk: 'JOB#brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      sk: 'JOB',
      gsi1sk: '2026-03-01T12:00:30.000Z#brc_01ARZ3NDEKTSV4RRFFQ69G5FAV',
      expiresAtEpochSeconds: Date.parse('2026-05-30T12:00:00.000Z') / 1000,
    });
  });

  it('is never due without recipients', () => {
    const item = jobItem(aJob({ status: 'completed', completedAt: '2026-03-01T12:00:00.000Z' }));

    expect(item).not.toHaveProperty('gsi1pk');
  });
});
