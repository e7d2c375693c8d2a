import { AREA_ICONS, type AreaIconName } from './area-icons';

/** Drawing beside the name of an area, which says the same. */
export const AreaIcon = ({ name }: { name: AreaIconName }) => (
  <svg className="area-icon" viewBox="0 0 20 20" aria-hidden="true">
    <path d={AREA_ICONS[name]} />
  </svg>
);
