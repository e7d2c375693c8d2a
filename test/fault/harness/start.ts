/** Time at which the data for the traffic are created. */
export const START = '2026-03-01T12:00:00.000Z';
