import {
  confirmApiKey as confirmEntry,
  createApiKey as createEntry,
  listApiKeys as listEntry,
  revokeApiKey as revokeEntry,
} from '@portal/contract/identity/staff-api-keys';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { type ApiKeyDependencies, confirmApiKey, createApiKey, listApiKeys, revokeApiKey } from './manage-api-keys.ts';

const success = true as const;

/** With what the operator's programs call. */
export function registerApiKeys(routes: Routes, deps: ApiKeyDependencies): void {
  routes.serve(listEntry, () => listApiKeys(deps.database));
  routes.serve(createEntry, async ({ viewer, body }) => {
    const created = await createApiKey(deps, viewer, body);
    return { success, message: 'The key works from now on. Keep it: it is not shown again.', ...created };
  });
  routes.serve(confirmEntry, async ({ viewer, params }) => {
    const apiKey = await confirmApiKey(deps, { staffId: viewer.user.id, id: params.id });
    return { success, message: 'The key works again.', apiKey };
  });
  routes.serve(revokeEntry, async ({ viewer, params }) => {
    const apiKey = await revokeApiKey(deps, { staffId: viewer.user.id, id: params.id });
    return { success, message: 'The key does not work any more.', apiKey };
  });
}
