import { getCompany, saveOwnCompany } from '@portal/contract/billing/companies';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';

export const readCompany = () => callEndpoint(getCompany);

/** How the account is billed where it has one invoice a month for all lines; else null. */
export function useCompany() {
  return useQuery({
    queryKey: [getCompany.path],
    queryFn: readCompany,
    refetchOnMount: 'always',
  });
}

/** Sets what the company's own people may change. */
export function useSaveCompany() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: z.input<typeof saveOwnCompany.body>) => callEndpoint(saveOwnCompany, { body }),
    onSuccess: ({ company }) => queries.setQueryData([getCompany.path], { company }),
  });
}
