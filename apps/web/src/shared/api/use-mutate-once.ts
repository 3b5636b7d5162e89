import type { MutateOptions, UseMutationResult } from '@tanstack/react-query';
import { useOneAtATime } from './use-one-at-a-time.ts';

/**
 * `mutate` of a mutation that does nothing while a call is under way: the second tap of a double
 * tap comes before the screen has rendered the first.
 */
export function useMutateOnce<Answer, Body>({ mutateAsync }: UseMutationResult<Answer, Error, Body>) {
  const oneAtATime = useOneAtATime();
  return (body: Body, options: MutateOptions<Answer, Error, Body> = {}) =>
    oneAtATime(async () => {
      // `options.onError` and the mutation's own state report it
      await mutateAsync(body, options).catch(() => undefined);
    });
}
