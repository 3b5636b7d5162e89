import * as entries from '@portal/contract/identity/sign-in-help';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { correctCustomer } from '../corrections/correct-customer.ts';
import type { SignInHelpDeps } from './help-dependencies.ts';
import { liftThrottle } from './lift-throttle.ts';
import { readSignInHelp } from './read-sign-in-help.ts';
import { sendPasswordLink } from './send-password-link.ts';

const SENT = {
  email: 'The link is in their mail. It works once, for an hour.',
  text: 'The link comes by text. It works once, for ten minutes.',
} as const;

/** Why a customer cannot sign in, and the remedies. */
export function registerSignInHelp(routes: Routes, deps: SignInHelpDeps): void {
  routes.serve(entries.getSignInHelp, ({ params }) => readSignInHelp(deps, params.id));

  routes.serve(entries.sendPasswordLink, async ({ viewer, params, body, request }) => {
    await sendPasswordLink(deps, { userId: params.id, staffId: viewer.user.id, by: body.by, requestId: request.id });
    return { success: true as const, message: SENT[body.by] };
  });

  routes.serve(entries.liftSignInThrottle, async ({ viewer, params, query, request }) => {
    const { reason } = query;
    await liftThrottle(deps, { userId: params.id, staffId: viewer.user.id, reason, requestId: request.id });
    return { success: true as const, message: 'They may try again at once.' };
  });

  routes.serve(entries.removeSecondFactor, async ({ viewer, params, body, request }) => {
    const form = { ...body, lost: ['app' as const] };
    const order = { userId: params.id, staffId: viewer.user.id, form, requestId: request.id };
    const [waiting] = await correctCustomer(deps.corrections, order);
    if (!waiting) throw new Error('nothing waits for a second person');
    const message = 'A second member of staff has to see the card, too, within 15 minutes.';
    return { success: true as const, message, waiting };
  });
}
