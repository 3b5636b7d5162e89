import { getSecondFactor } from '@portal/contract/identity/staff-sign-in';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const secondFactorQuery = queryOptions({
  queryKey: [getSecondFactor.path],
  queryFn: () => callEndpoint(getSecondFactor),
});

export const SECOND_FACTOR_KEY = secondFactorQuery.queryKey;

/** The progress of the staff sign-in, and how many recovery codes are left. */
export function useSecondFactor() {
  return useQuery(secondFactorQuery);
}
