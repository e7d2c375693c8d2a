import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'react-router';
import { AreaIcon } from './area-icon';
import { type Area, areaOf, listOf, PHONE_AREAS } from './navigation';
import { badgeOf, badgeOfArea, type Badges, CountBadge } from './use-badges';

interface Props {
  areas: readonly Area[];
  badges: Badges;
}

/** Menu of the areas: beside the screen, and on a phone below it, where a button opens the rarer ones. */
export function AreaNavigation({ areas, badges }: Props) {
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => setOpen(false), [pathname]);
  if (areas.length === 0) return null;
  const current = areaOf(areas, pathname);
  const entries = (shown: readonly Area[]) =>
    shown.map((area) => <Entry key={area.name} area={area} badges={badges} isCurrent={area === current} />);
  // Operators without an account have one area: there is nothing to put behind a button.
  const rest = areas.slice(PHONE_AREAS);
  return (
    <nav
      className={isOpen ? 'areas areas-open' : 'areas'}
      aria-label="Areas"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !isOpen) return;
        setOpen(false);
        button.current?.focus();
      }}
    >
      <ul className="areas-daily">{entries(areas.slice(0, PHONE_AREAS))}</ul>
      {rest.length > 0 && (
        <>
          <button
            ref={button}
            type="button"
            className="area areas-more"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            <AreaIcon name="more" />
            More
          </button>
          <ul className="areas-rest">{entries(rest)}</ul>
        </>
      )}
    </nav>
  );
}

function Entry({ area, badges, isCurrent }: { area: Area; badges: Badges; isCurrent: boolean }) {
  const [first] = area.screens;
  const badge = badgeOfArea(badges, area);
  return (
    <li>
      <Link className="area" to={first.to} {...(isCurrent && { 'aria-current': 'true' as const })}>
        <AreaIcon name={area.icon} />
        {area.name}
      </Link>
      {badge && <CountBadge {...badge} />}
    </li>
  );
}

/** Links to the lists of the area, above each of them; a page below a list has a way back instead. */
export function AreaTabs({ areas, badges }: Props) {
  const { pathname } = useLocation();
  const area = areaOf(areas, pathname);
  if (area === undefined || area.screens.length === 1 || pathname !== listOf(pathname)) return null;
  return (
    <nav className="area-tabs" aria-label={area.name}>
      <ul>
        {area.screens.map((screen) => {
          const badge = badgeOf(badges, screen);
          return (
            <li key={screen.to}>
              <Link to={screen.to} {...(screen.to === pathname && { 'aria-current': 'page' as const })}>
                {screen.text}
              </Link>
              {badge && <CountBadge {...badge} />}
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
