import {
  beginAccountView,
  endAccountView,
  getAccountView,
  listAccountViews,
  VIEW_MINUTES,
} from '@portal/contract/identity/account-views';
import { viewCookie, viewCookieHeader } from '../../platform/http/authorisation/account-view.ts';
import type { SessionCookie } from '../../platform/http/authorisation/session-cookie.ts';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type BeginViewDeps, beginView } from './begin-view.ts';
import { endView } from './end-view.ts';
import { readView, readViewsOf } from './read-views.ts';

/** Views as a customer (docs/decisions/113-view-as-customer.md): their beginning, their end, who has looked. */
export function registerAccountViews(routes: Routes, deps: BeginViewDeps & { readonly cookie: SessionCookie }): void {
  const cookie = viewCookie(deps.cookie);

  routes.serve(beginAccountView, async ({ viewer, params, body, reply }) => {
    const { token, view } = await beginView(deps, viewer, { userId: params.id, reason: body.reason });
    reply.header('set-cookie', viewCookieHeader(cookie, token, VIEW_MINUTES * 60));
    return { success: true as const, message: `You view as ${view.customer.name}, read only.`, view };
  });

  routes.serve(endAccountView, async ({ viewer, params, reply }) => {
    await endView(deps, { id: params.id, staffId: viewer.user.id });
    reply.header('set-cookie', viewCookieHeader(cookie, null, 0));
    return { success: true as const, message: 'The view is over.', view: await readView(deps, params.id) };
  });

  routes.serve(getAccountView, ({ params }) => readView(deps, params.id));

  routes.serve(listAccountViews, ({ viewer }) => readViewsOf(deps, viewer.user.id));
}
