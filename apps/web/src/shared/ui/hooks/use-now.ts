import { useEffect, useState } from 'react';
import { now } from '../../format/clock.ts';

/** The present time, updated every `everyMs` milliseconds, for displayed durations. */
export function useNow(everyMs: number): Date {
  const [moment, setMoment] = useState(now);
  useEffect(() => {
    const timer = setInterval(() => setMoment(now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return moment;
}
