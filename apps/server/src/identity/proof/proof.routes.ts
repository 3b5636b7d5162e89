import { getProof, giveProof as giveProofEntry } from '@portal/contract/identity/proof';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { findProofKind, giveProof, type ProofDeps } from './give-proof.ts';

/** The fresh proof that some calls ask for (docs/decisions/088-step-up.md). */
export function registerProof(routes: Routes, deps: ProofDeps): void {
  routes.serve(getProof, async ({ viewer }) => ({
    fresh: viewer.freshProof,
    by: await findProofKind(deps, deps.database, viewer.user.id),
  }));

  routes.serve(
    giveProofEntry,
    async ({ viewer, body, request, reply }) => {
      reply.header('set-cookie', await giveProof(deps, viewer, body, request));
      return { success: true as const, message: 'Thank you. You can go on.' };
    },
    { limit: 'sign-in' },
  );
}
