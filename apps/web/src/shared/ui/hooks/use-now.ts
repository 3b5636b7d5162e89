import { useEffect, useState } from 'react';
import { now } from '../../format/clock.ts';

/**
 * The present moment, renewed every `everyMs` milliseconds, for what is shown as a span of time.
 */
export function useNow(everyMs: number): Date {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return moment;
}
