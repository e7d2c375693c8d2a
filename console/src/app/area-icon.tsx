const PATHS = {
  home: 'M3 9.2 10 3.5l7 5.7V16a1 1 0 0 1-1 1h-3.6v-4.6H7.6V17H4a1 1 0 0 1-1-1z',
  inbox:
    'M4 4h12a1.5 1.5 0 0 1 1.5 1.5v7A1.5 1.5 0 0 1 16 14H9.6L6 17v-3H4a1.5 1.5 0 0 1-1.5-1.5v-7A1.5 1.5 0 0 1 4 4zm2.2 3.4h7.6M6.2 10.4h4.6',
  outreach: 'M3 8.4v3.2l2.2.5L15 15.6V4.4L5.2 7.9zM15 8.2a2 2 0 0 1 0 3.6M5.6 12.3 6.8 17h2.4l-1-3.9',
  people:
    'M7.4 9.4a2.9 2.9 0 1 0 0-5.8 2.9 2.9 0 0 0 0 5.8zM2.4 16.6c.2-3 2.2-4.7 5-4.7s4.8 1.7 5 4.7M13 4a2.9 2.9 0 0 1 0 5.1M14.2 12.2c2 .4 3.2 1.9 3.4 4.4',
  activity: 'M3 17h14M5.2 13.8V10M9.2 13.8V4M13.2 13.8V7.4',
  account:
    'M10 12.6a2.6 2.6 0 1 0 0-5.2 2.6 2.6 0 0 0 0 5.2zM10 2.8v2M10 15.2v2M2.8 10h2M15.2 10h2M4.9 4.9l1.4 1.4M13.7 13.7l1.4 1.4M4.9 15.1l1.4-1.4M13.7 6.3l1.4-1.4',
  operator: 'M10 2.8 16 5v4.6c0 3.7-2.4 6.4-6 7.6-3.6-1.2-6-3.9-6-7.6V5zM7.4 9.8l1.9 1.9 3.4-3.6',
  more: 'M3.6 5.6h12.8M3.6 10h12.8M3.6 14.4h12.8',
} as const;

export type AreaIconName = keyof typeof PATHS;

/** Drawing beside the name of an area, which says the same. */
export const AreaIcon = ({ name }: { name: AreaIconName }) => (
  <svg className="area-icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={PATHS[name]} />
  </svg>
);
