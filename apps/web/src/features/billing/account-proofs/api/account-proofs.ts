import {
  checkAccountProof,
  createAccountProof,
  listAccountProofs,
} from '@portal/contract/billing/papers/account-proofs';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { z } from 'zod/mini';
import { callEndpoint } from '../../../../shared/api/call-endpoint.ts';
import { callForRole } from '../../../../shared/api/call-for-role.ts';

/** The caller's proofs of account, newest first. */
export function useAccountProofs() {
  return useQuery({
    queryKey: [listAccountProofs.path],
    queryFn: ({ client }) => callForRole(client, 'billing', listAccountProofs),
    refetchOnMount: 'always',
  });
}

/** Issues one; the list is refetched. */
export function useCreateAccountProof() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: z.output<typeof createAccountProof.body>) => callEndpoint(createAccountProof, { body }),
    onSettled: () => client.invalidateQueries({ queryKey: [listAccountProofs.path] }),
  });
}

/** What a third party learns of a paper. */
export function useCheckAccountProof() {
  return useMutation({
    mutationFn: (body: z.output<typeof checkAccountProof.body>) => callEndpoint(checkAccountProof, { body }),
  });
}

/** The address of a proof as a PDF. */
export const proofDocument = (number: string): string => `/api/user/account-proofs/${number}/pdf`;
