import * as z from 'zod/mini';
import { defineEndpoint } from '../../platform/endpoint.ts';
import { acknowledged, identifier, rowNumber } from '../../platform/fields.ts';
import { accountProof, proofForm } from './account-proofs.ts';

export const createStaffAccountProof = defineEndpoint({
  method: 'POST',
  path: '/api/staff/customers/:id/account-proofs',
  access: 'admin',
  permission: 'documents:send',
  summary: 'Issue a proof of account for a customer; the same facts on the same day are the same paper',
  params: z.object({ id: rowNumber }),
  body: proofForm,
  answer: z.object({ ...acknowledged, proof: accountProof }),
  errors: ['customer.not-found', 'line.not-found', 'account-proof.no-service', 'account-proof.too-many'],
});

export const withdrawAccountProof = defineEndpoint({
  method: 'POST',
  path: '/api/staff/account-proofs/:number/withdraw',
  access: 'admin',
  permission: 'documents:send',
  summary: 'Withdraw a proof of account: the public check says so from now on',
  params: z.object({ number: identifier }),
  answer: z.object({ ...acknowledged, proof: accountProof }),
  errors: ['account-proof.not-found', 'account-proof.withdrawn'],
});

export const api = {
  description: 'Proofs of account that staff issue and withdraw.',
  endpoints: { createStaffAccountProof, withdrawAccountProof },
};
