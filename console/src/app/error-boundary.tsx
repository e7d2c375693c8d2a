import Alert from '@cloudscape-design/components/alert';
import Button from '@cloudscape-design/components/button';
import { Component, type ReactNode } from 'react';

/** Shows a page with a way on, and never an empty one, when something outside of the screens fails. */
export class ErrorBoundary extends Component<{ children: ReactNode }, { error: Error | undefined }> {
  override state: { error: Error | undefined } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error: error instanceof Error ? error : new Error(String(error)) };
  }

  override render() {
    const { error } = this.state;
    if (error === undefined) return this.props.children;
    return (
      <main className="centred-page">
        <Alert
          type="error"
          header="The console cannot be shown"
          action={<Button onClick={() => window.location.reload()}>Load it again</Button>}
        >
          {error.message}
        </Alert>
      </main>
    );
  }
}
