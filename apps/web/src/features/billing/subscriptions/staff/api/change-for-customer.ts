import { changeForCustomer, getUpgradeQuoteOfCustomer } from '@portal/contract/billing/staff-subscriptions';
import { getCustomer } from '@portal/contract/console/customers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** Changes a subscription for its customer; their page is refetched. */
export function useChangeForCustomer(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof changeForCustomer.body>) =>
      callEndpoint(changeForCustomer, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [getCustomer.path] }),
  });
}

/** What an upgrade at once costs the customer; nothing is fetched without a plan. */
export function useUpgradeQuoteOf({ id, line, plan }: { id: number; line: number; plan: string | null }) {
  return useQuery({
    queryKey: [getUpgradeQuoteOfCustomer.path, id, line, plan],
    queryFn: () => callEndpoint(getUpgradeQuoteOfCustomer, { params: { id }, query: { line, plan: plan ?? '' } }),
    enabled: plan !== null,
    refetchOnMount: 'always',
    retry: false,
  });
}
