import {
  newProgress,
  type Progress,
  progressItem,
  readProgress,
} from '../../../../../../shared/sending/jobs/results/progress';
import { aJob } from '../a-job';

const PROGRESS: Progress = {
  ...newProgress({ job: aJob(), chunk: 1, size: 100 }),
  nextPosition: 50,
  inFlight: { page: 1, positions: [25, 26], ended: [27] },
  counts: { sent: 24, failed: 1, skipped: 0, unknown: 1 },
};

describe('the progress of a chunk', () => {
  it('is stored with the attribute names of the first release', () => {
    expect(progressItem(PROGRESS, aJob())).toMatchObject({
      counts: { sent: 24, failed: 1, skipped: 0, unknown: 1 },
      inFlight: { group: 1, positions: [25, 26], ended: [27] },
    });
  });

  it('is read as it was written', () => {
    expect(readProgress(progressItem(PROGRESS, aJob()))).toEqual(PROGRESS);
  });

  it('is read without recipients in flight', () => {
    const idle = { ...PROGRESS, inFlight: undefined };
    expect(readProgress(progressItem(idle, aJob()))).toEqual(idle);
  });
});
