import { useEffect, useState } from 'react';
import { now } from '../../../shared/format/clock.ts';
import { secondsUntil } from './code-deadline.ts';

/** Often enough that no second is skipped on screen. */
const LOOK_EVERY_MS = 250;

/** Whole seconds until `deadline`, in ms of this device's clock; goes down to 0 and stays there. */
export function useCountdown(deadline: number): number {
  const [seconds, setSeconds] = useState(() => secondsUntil(deadline, now()));
  useEffect(() => {
    const timer = setInterval(() => {
      const left = secondsUntil(deadline, now());
      setSeconds(left);
      if (left === 0) clearInterval(timer);
    }, LOOK_EVERY_MS);
    return () => clearInterval(timer);
  }, [deadline]);
  return seconds;
}
