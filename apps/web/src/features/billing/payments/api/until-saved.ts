import { isServiceUnavailable } from './service-unavailable.ts';

/** Half a minute: longer than the database takes to change over to another machine. */
const TRIES = 10;

/**
 * Options of a mutation that may be sent twice: repeats it, every 3 seconds, while the portal cannot
 * save. Meanwhile the mutation has a `failureCount`.
 */
export const UNTIL_SAVED = {
  retry: (failures: number, failure: Error) => failures < TRIES && isServiceUnavailable(failure),
  retryDelay: 3000,
} as const;
