interface Progress {
  show: (done: number) => void;
  end: () => void;
}

const NO_PROGRESS: Progress = { show: () => undefined, end: () => undefined };

/**
 * Starts a progress bar on a terminal; elsewhere it shows nothing.
 *
 * @param options.total estimated amount of work; absent: only the finished work is counted
 */
export async function startProgress(options: {
  terminal: NodeJS.WriteStream | undefined;
  total: number | undefined;
  unit: string;
}): Promise<Progress> {
  const { terminal, total, unit } = options;
  if (!terminal) return NO_PROGRESS;
  const { SingleBar } = await import('cli-progress');
  const format =
    total === undefined
      ? `{value} ${unit}`
      : `[{bar}] {percentage}% {value} of {total} ${unit}, {eta_formatted} left`;
  const bar = new SingleBar({
    stream: terminal,
    format,
    barCompleteChar: '#',
    barIncompleteChar: '.',
    hideCursor: true,
    clearOnComplete: true,
  });
  bar.start(total ?? 0, 0);
  return {
    show: (done) => {
      // The estimate may be too low, such as for a last line without a line end.
      if (done > bar.getTotal()) bar.setTotal(done);
      bar.update(done);
    },
    end: () => bar.stop(),
  };
}
