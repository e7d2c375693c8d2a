import { useEffect, useState, type ReactNode } from 'react';
import { ScreenFault } from './route-error';

type Screen = () => ReactNode;

/**
 * Creates a screen in place of one whose code did not arrive: it says so, and loads the code again when it is opened and
 * on a click. The router itself would show an empty page.
 */
export function lateScreen(load: () => Promise<{ Component: Screen }>, firstError: unknown): Screen {
  return function LateScreen() {
    const [state, setState] = useState<{ Loaded?: Screen; error: unknown }>({ error: firstError });
    const loadAgain = () =>
      load().then(
        ({ Component }) => setState({ Loaded: Component, error: undefined }),
        (error: unknown) => setState({ error }),
      );
    useEffect(() => void loadAgain(), []);
    const { Loaded, error } = state;
    return Loaded === undefined ? <ScreenFault error={error} onRetry={() => void loadAgain()} /> : <Loaded />;
  };
}
