import { listAudit } from '@portal/contract/console/audit';
import { getNetworkLine, listRadiusActions, renameNetworkLine, syncNetworkLine } from '@portal/contract/network/access';
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

const LOOK_AGAIN_MS = 15_000;

/** A customer, and which of their lines; the first where none is named. */
export type LineOfCustomer = { readonly customerId: number; readonly lineId?: number | undefined };

/**
 * A line's login at the network and whether it is online; null before the first payment. Looks
 * again by itself while it is open.
 */
export function useCustomerLine({ customerId, lineId }: LineOfCustomer) {
  return useQuery({
    queryKey: [getNetworkLine.path, customerId, lineId],
    queryFn: () => callEndpoint(getNetworkLine, { params: { id: customerId }, query: { line: lineId } }),
    refetchOnMount: 'always',
    refetchInterval: LOOK_AGAIN_MS,
  });
}

function renew(client: QueryClient) {
  return Promise.all(
    [getNetworkLine.path, listRadiusActions.path, listAudit.path].map((path) =>
      client.invalidateQueries({ queryKey: [path] }),
    ),
  );
}

/** Sends the line's access to the network again. */
export function useSyncLine({ customerId, lineId }: LineOfCustomer) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: string }) =>
      callEndpoint(syncNetworkLine, { params: { id: customerId }, body: { ...body, lineId } }),
    onSettled: () => renew(client),
  });
}

/** Sets the login that the line's router uses. */
export function useRenameLine({ customerId, lineId }: LineOfCustomer) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { username: string; reason: string }) =>
      callEndpoint(renameNetworkLine, { params: { id: customerId }, body: { ...body, lineId } }),
    onSettled: () => renew(client),
  });
}
