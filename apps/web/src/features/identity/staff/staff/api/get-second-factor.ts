import { getSecondFactor } from '@portal/contract/identity/staff-sign-in';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const secondFactorQuery = queryOptions({
  queryKey: [getSecondFactor.path],
  queryFn: () => callEndpoint(getSecondFactor),
});

export const SECOND_FACTOR_KEY = secondFactorQuery.queryKey;

/** How far the sign-in as staff has come, and how many recovery codes are left. */
export function useSecondFactor() {
  return useQuery(secondFactorQuery);
}
