import pino from 'pino';

/** Lines of a few seconds; beyond it, while nothing can be written, lines are dropped. */
const LARGEST_BUFFER_BYTES = 4 * 1024 * 1024;

/**
 * Buffered lines to that file descriptor. Where they cannot be written, on a full disk for example,
 * they are dropped: the log neither ends nor blocks the portal, and continues when there is space.
 */
export function createLogDestination(fd: number): ReturnType<typeof pino.destination> {
  const destination = pino.destination({ dest: fd, minLength: 4096, maxLength: LARGEST_BUFFER_BYTES, sync: false });
  let isFailing = false;
  destination.on('error', () => {
    isFailing = true;
  });
  destination.on('write', () => {
    isFailing = false;
  });
  const flushSync = destination.flushSync.bind(destination);
  // Called when the process exits, and repeats a failed write for ever.
  destination.flushSync = () => {
    if (!isFailing) flushSync();
  };
  return destination;
}
