import Link, { type LinkProps } from '@cloudscape-design/components/link';
import { useNavigate } from 'react-router';

/** Link to another screen that does not reload the page. */
export function RouteLink({ to, children, ...props }: { to: string } & Omit<LinkProps, 'href' | 'onFollow'>) {
  const navigate = useNavigate();
  return (
    <Link
      {...props}
      href={`/console${to}`}
      onFollow={(event) => {
        event.preventDefault();
        void navigate(to);
      }}
    >
      {children}
    </Link>
  );
}
