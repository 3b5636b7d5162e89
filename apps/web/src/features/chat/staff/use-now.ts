import { useEffect, useState } from 'react';
import { now } from '../../../shared/format/clock.ts';

/** The present moment in ms, anew every so many ms. */
export function useNow(everyMs: number): number {
  const [at, setAt] = useState(() => now().getTime());
  useEffect(() => {
    const timer = setInterval(() => setAt(now().getTime()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return at;
}
