import {
  checkAccountProof,
  createAccountProof,
  getAccountProofDocument,
  listAccountProofs,
} from '@portal/contract/billing/papers/account-proofs';
import { createStaffAccountProof, withdrawAccountProof } from '@portal/contract/billing/papers/staff-account-proofs';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { sendPdf } from '../invoices/send-invoice.ts';
import type { PaperDependencies } from '../papers/describe-paper.ts';
import { checkProof } from './check-proof.ts';
import { createProof } from './create-proof.ts';
import { presentProof, printProof, readProofs } from './read-proofs.ts';
import { withdrawProof } from './withdraw-proof.ts';

/** Proofs of account, for customers, for staff and for whoever checks one. */
export function registerAccountProof(routes: Routes, deps: PaperDependencies): void {
  routes.serve(createAccountProof, async ({ viewer, body }) => {
    const person = { accountId: viewer.account.id, personId: viewer.user.id, isStaff: false };
    const proof = await createProof(deps, { ...person, lineId: body.lineId, language: body.language });
    return { success: true as const, message: 'The letter is ready', proof: presentProof(proof) };
  });

  routes.serve(listAccountProofs, async ({ viewer }) => readProofs(deps, viewer.account.id));

  routes.serve(getAccountProofDocument, async ({ viewer, params, reply }) =>
    sendPdf(reply, params.number, await printProof(deps, viewer.account.id, params.number)),
  );

  routes.serve(checkAccountProof, async ({ body }) => checkProof(deps, body), { limit: 'sign-in' });

  routes.serve(createStaffAccountProof, async ({ viewer, params, body }) => {
    const person = { accountId: params.id, personId: viewer.user.id, isStaff: true };
    const proof = await createProof(deps, { ...person, lineId: body.lineId, language: body.language });
    return { success: true as const, message: 'The proof is issued.', proof: presentProof(proof) };
  });

  routes.serve(withdrawAccountProof, async ({ viewer, params }) => {
    const proof = await withdrawProof(deps, { number: params.number, staffId: viewer.user.id });
    return { success: true as const, message: 'The proof is withdrawn.', proof: presentProof(proof) };
  });
}
