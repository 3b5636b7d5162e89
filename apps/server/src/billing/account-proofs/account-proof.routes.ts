import {
  checkAccountProof,
  createAccountProof,
  getAccountProofDocument,
  listAccountProofs,
} from '@portal/contract/billing/account-proofs';
import { createStaffAccountProof, withdrawAccountProof } from '@portal/contract/billing/staff-account-proofs';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { sendPdf } from '../invoices/send-invoice.ts';
import type { PaperDependencies } from '../papers/describe-paper.ts';
import { findProof, listProofs } from './account-proof.repository.ts';
import { checkProof, presentProof } from './check-proof.ts';
import { createProof } from './create-proof.ts';
import { describeProof } from './proof-letter.ts';
import { withdrawProof } from './withdraw-proof.ts';

const MOST = 20;

/** Proofs of account, for customers, for staff and for whoever checks one. */
export function registerAccountProof(routes: Routes, deps: PaperDependencies): void {
  const { database, printer, checkProofAt: checkAt } = deps;

  routes.serve(createAccountProof, async ({ viewer, body }) => {
    const person = { accountId: viewer.account.id, personId: viewer.user.id, isStaff: false };
    const proof = await createProof(deps, { ...person, lineId: body.lineId, language: body.language });
    return { success: true as const, message: 'The letter is ready', proof: presentProof(proof) };
  });

  routes.serve(listAccountProofs, async ({ viewer }) =>
    (await listProofs(database, viewer.account.id, MOST)).map(presentProof),
  );

  routes.serve(getAccountProofDocument, async ({ viewer, params, reply }) => {
    const proof = await findProof(database, viewer.account.id, params.number);
    if (!proof) throw new ApiError('account-proof.not-found');
    const letter = describeProof(proof, { speak: deps.speakIn(proof.language), checkAt });
    return sendPdf(reply, proof.proofNumber, await printer.print(letter));
  });

  routes.serve(checkAccountProof, async ({ body }) => checkProof(database, body), { limit: 'sign-in' });

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
