import Button, { type ButtonProps } from '@cloudscape-design/components/button';
import { useNavigate } from 'react-router';

/** Button that opens another screen. */
export function RouteButton({
  to,
  children,
  ...props
}: { to: string } & Omit<ButtonProps, 'href' | 'onFollow'>) {
  const navigate = useNavigate();
  return (
    <Button
      {...props}
      href={`/console${to}`}
      onFollow={(event) => {
        event.preventDefault();
        void navigate(to);
      }}
    >
      {children}
    </Button>
  );
}
