import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, type ReactNode } from 'react';
import { useWayBack } from './trail';
import { useScreenFocus } from './use-screen-focus';

interface Props {
  title: string;
  description?: ReactNode;
  actions?: ReactNode;
  /** Text and path of the list that the screen belongs to. */
  parent?: { text: string; path: string };
  children: ReactNode;
}

/** Screen with its heading, the way back, and its actions. */
export function Screen({ title, description, actions, parent, children }: Props) {
  const header = useRef<HTMLDivElement>(null);
  useScreenFocus(header);
  useEffect(() => {
    document.title = `${title} · Messaging console`;
  }, [title]);
  return (
    <>
      {parent && <WayBack to={parent} from={title} />}
      <div ref={header} className="screen-header">
        <Header variant="h1" description={description} actions={actions}>
          {title}
        </Header>
      </div>
      <SpaceBetween size="l">{children}</SpaceBetween>
    </>
  );
}

/** Path above a screen, which leads to its list as the user has left it. */
function WayBack({ to, from }: { to: NonNullable<Props['parent']>; from: string }) {
  const { address, go } = useWayBack(to.path);
  return (
    <BreadcrumbGroup
      items={[
        { text: to.text, href: `/console${address}` },
        { text: from, href: '#' },
      ]}
      onFollow={(event) => {
        event.preventDefault();
        go();
      }}
    />
  );
}
