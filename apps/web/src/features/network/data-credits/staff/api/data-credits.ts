import { getCustomer } from '@portal/contract/console/customers';
import { giveDataCredit } from '@portal/contract/network/data-credits';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/** The customer's page is refetched whatever comes of the call. */
export function useGiveDataCredit(id: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof giveDataCredit.body>) => callEndpoint(giveDataCredit, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [getCustomer.path] }),
  });
}
