/** Reason why a screen cannot be shown. */
type ScreenFault = 'newVersion' | 'unreachable' | 'notLoaded' | 'broken';

export const SCREEN_FAULTS: Record<ScreenFault, { header: string; text: string; action: string }> = {
  newVersion: {
    header: 'There is a new version of the console',
    text: 'This tab has an older one, which lacks this screen’s new files. What you have typed is kept.',
    action: 'Load the new version',
  },
  unreachable: {
    header: 'The service cannot be reached',
    text: 'The screen could not be loaded. What you have typed elsewhere is kept.',
    action: 'Try again',
  },
  notLoaded: {
    header: 'The screen could not be loaded',
    text: 'A part of it did not arrive. What you have typed elsewhere is kept.',
    action: 'Try again',
  },
  broken: {
    header: 'Something went wrong on this screen',
    text: 'The other screens work. If it happens again, tell those who operate the service:',
    action: 'Try again',
  },
};

/** Words of browsers about a script or style sheet that could not be loaded. */
const NOT_LOADED =
  /dynamically imported module|importing a module script|error loading|preload|unexpected token '<'|MIME/i;

/** Finds the reason why a screen could not be shown. */
export function screenFaultOf(
  error: unknown,
  { isNewVersion, isUnreachable }: { isNewVersion: boolean; isUnreachable: boolean },
): ScreenFault {
  if (!(error instanceof Error && NOT_LOADED.test(error.message))) return 'broken';
  if (isNewVersion) return 'newVersion';
  return isUnreachable ? 'unreachable' : 'notLoaded';
}
