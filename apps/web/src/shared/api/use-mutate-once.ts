import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useOneAtATime } from './use-one-at-a-time.ts';

/**
 * `mutate` of a mutation that does nothing while a call is under way: of two taps at once the
 * second comes before the screen knows of the first.
 */
export function useMutateOnce<Answer, Body>({ mutateAsync }: UseMutationResult<Answer, Error, Body>) {
  const oneAtATime = useOneAtATime();
  return (body: Body, told: MutateOptions<Answer, Error, Body> = {}) =>
    oneAtATime(async () => {
      // `told.onError` and the mutation's own state tell of it
      await mutateAsync(body, told).catch(() => undefined);
    });
}
