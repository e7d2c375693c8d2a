import { installSimulatedTime, Simulation } from '../fault/harness/simulation';

/** Function of the tests of the models. */
export const FUNCTION = { name: 'f', memoryMb: 1_024, timeoutSeconds: 60 };

/** Runs each test of a file in simulated time. */
export function useSimulatedTime(): void {
  let putBack: () => void;
  beforeEach(() => {
    putBack = installSimulatedTime();
  });
  afterEach(() => putBack());
}

/** Starts a simulation, the same in every test. */
export const newSimulation = () => new Simulation({ seed: 1, start: '2026-03-02T12:00:00.000Z' });
