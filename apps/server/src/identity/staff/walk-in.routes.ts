import { registerWalkIn as registerEntry } from '@portal/contract/identity/staff-accounts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type RegisterWalkInDeps, registerWalkIn } from './register-walk-in.ts';

const SENT = {
  email: 'The customer is registered. The link to choose a password is in their mail.',
  sms: 'The customer is registered. The link to choose a password comes by text.',
};

/** Registering customers at the counter. */
export function registerWalkIns(routes: Routes, deps: RegisterWalkInDeps): void {
  routes.serve(registerEntry, async ({ viewer, body }) => {
    const { account, by } = await registerWalkIn(deps, body, viewer.user.id);
    const { id, firstName, lastName, email, phone } = account;
    return {
      success: true as const,
      message: SENT[by],
      customer: { id, name: `${firstName} ${lastName}`, email, phone },
      linkSentBy: by,
    };
  });
}
