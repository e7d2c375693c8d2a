import BreadcrumbGroup from '@cloudscape-design/components/breadcrumb-group';
import Header from '@cloudscape-design/components/header';
import SpaceBetween from '@cloudscape-design/components/space-between';
import { useEffect, useRef, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
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
  const navigate = useNavigate();
  const header = useRef<HTMLDivElement>(null);
  useScreenFocus(header);
  useEffect(() => {
    document.title = `${title} · Messaging console`;
  }, [title]);
  const go = (event: CustomEvent<{ href: string }>) => {
    event.preventDefault();
    void navigate(event.detail.href.replace(/^\/console/, ''));
  };
  return (
    <>
      {parent && (
        <BreadcrumbGroup
          items={[
            { text: parent.text, href: `/console${parent.path}` },
            { text: title, href: '#' },
          ]}
          onFollow={go}
        />
      )}
      <div ref={header} className="screen-header">
        <Header variant="h1" description={description} actions={actions}>
          {title}
        </Header>
      </div>
      <SpaceBetween size="l">{children}</SpaceBetween>
    </>
  );
}
