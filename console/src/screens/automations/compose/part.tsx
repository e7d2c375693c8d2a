import Container from '@cloudscape-design/components/container';
import ExpandableSection from '@cloudscape-design/components/expandable-section';
import Header from '@cloudscape-design/components/header';
import Icon, { type IconProps } from '@cloudscape-design/components/icon';
import { useState, type ReactNode } from 'react';
import { StepStop } from '../../../plans/step-line';

interface Props {
  icon: IconProps.Name;
  title: string;
  children: ReactNode;
}

/** Part of the line that is no step. */
export function Part({ icon, title, children }: Props) {
  return (
    <StepStop marker={<Icon name={icon} />}>
      <Container header={<Header variant="h2">{title}</Header>}>{children}</Container>
    </StepStop>
  );
}

/** Part that says in a sentence what holds, and shows its fields when it is opened. */
export function FoldedPart({
  icon,
  title,
  summary,
  hasProblem,
  children,
}: Props & {
  summary: string;
  /** Keeps the part open: a field in it is wrong or missing. */
  hasProblem: boolean;
}) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <StepStop marker={<Icon name={icon} />}>
      <ExpandableSection
        variant="container"
        headerText={title}
        headingTagOverride="h2"
        headerDescription={summary}
        expanded={isOpen || hasProblem}
        onChange={({ detail }) => setIsOpen(detail.expanded)}
      >
        {children}
      </ExpandableSection>
    </StepStop>
  );
}
