import { useCallback, useRef } from 'react';

/**
 * Runs one task at a time: while one is under way further calls do nothing, so that a double click
 * is one click. The task handles its own failures.
 */
export function useOneAtATime(): (task: () => Promise<void>) => void {
  const running = useRef(false);
  return useCallback((task) => {
    if (running.current) return;
    running.current = true;
    void task().finally(() => {
      running.current = false;
    });
  }, []);
}
