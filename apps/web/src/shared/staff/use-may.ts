import { getStaffMe } from '@portal/contract/identity/staff-people';
import type { Permission } from '@portal/contract/platform/staff-permissions';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { callEndpoint } from '../api/call-endpoint.ts';

const staffMeQuery = queryOptions({
  queryKey: [getStaffMe.path],
  queryFn: () => callEndpoint(getStaffMe),
  refetchOnWindowFocus: 'always',
});

/** The signed-in member of staff: roles, and what these allow. */
export function useStaffMe() {
  return useQuery(staffMeQuery);
}

/** What a contract entry, or a page, needs. */
export type Needs = { readonly permission?: Permission | 'any' | undefined };

/** Tells whether the signed-in member of staff may make a call; the server decides in the end. */
export function useMay(): (entry: Needs) => boolean {
  const { data } = useStaffMe();
  return ({ permission }) =>
    permission === undefined || permission === 'any' || data?.permissions.includes(permission) === true;
}
