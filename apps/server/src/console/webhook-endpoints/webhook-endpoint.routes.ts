import {
  changeWebhookEndpoint as changeEntry,
  createWebhookEndpoint as createEntry,
  deleteWebhookEndpoint as deleteEntry,
  getWebhookDelivery,
  getWebhookEndpoint,
  listWebhookDeliveries as listDeliveriesEntry,
  listWebhookEndpoints as listEntry,
  retryWebhookDeliveries,
  retryWebhookDelivery,
  rotateWebhookSecret as rotateEntry,
  testWebhookEndpoint,
} from '@portal/contract/console/webhook-endpoints';
import type { Routes } from '../../platform/http/contract/route-from-contract.ts';
import { requireEndpointView } from './present-webhook.ts';
import { listWebhookDeliveries, listWebhookEndpoints, readWebhookDelivery } from './read-webhooks.ts';
import { rotateWebhookSecret } from './rotate-webhook-secret.ts';
import { changeWebhookEndpoint, createWebhookEndpoint, deleteWebhookEndpoint } from './save-webhook-endpoint.ts';
import { sendDeliveryAgain, sendFailedAgain, sendTestEvent } from './send-again.ts';
import type { WebhookDependencies } from './webhook-dependencies.ts';

const success = true as const;

/** The operator's programs that are told what happens, and what they were told. */
export function registerWebhookEndpoints(routes: Routes, deps: WebhookDependencies): void {
  const { database } = deps;
  routes.serve(listEntry, async () => listWebhookEndpoints(database));
  routes.serve(createEntry, async ({ viewer, body }) => {
    const created = await createWebhookEndpoint(deps, viewer.user.id, body);
    return { success, message: 'It is told of events from now on. Keep its secret.', ...created };
  });
  routes.serve(getWebhookEndpoint, async ({ params }) => requireEndpointView(database, params.id));
  routes.serve(changeEntry, async ({ viewer, params, body }) => {
    const order = { staffId: viewer.user.id, id: params.id, form: body };
    return { success, message: 'The change is saved.', endpoint: await changeWebhookEndpoint(deps, order) };
  });
  routes.serve(rotateEntry, async ({ viewer, params }) => {
    const rotated = await rotateWebhookSecret(deps, { staffId: viewer.user.id, id: params.id });
    return { success, message: 'The secret before is valid for 24 hours more.', ...rotated };
  });
  routes.serve(deleteEntry, async ({ viewer, params }) => {
    await deleteWebhookEndpoint(deps, { staffId: viewer.user.id, id: params.id });
    return { success, message: 'It is not told of anything any more.' };
  });
  routes.serve(testWebhookEndpoint, async ({ viewer, params }) => {
    const delivery = await sendTestEvent(deps, { staffId: viewer.user.id, endpointId: params.id });
    return { success, message: 'The test event is on its way.', delivery };
  });
  routes.serve(listDeliveriesEntry, async ({ params, query }) => listWebhookDeliveries(database, params.id, query));
  routes.serve(getWebhookDelivery, async ({ params }) => readWebhookDelivery(database, params.id, params.delivery));
  routes.serve(retryWebhookDelivery, async ({ viewer, params }) => {
    const order = { staffId: viewer.user.id, endpointId: params.id, id: params.delivery };
    return { success, message: 'It is sent again now.', delivery: await sendDeliveryAgain(deps, order) };
  });
  routes.serve(retryWebhookDeliveries, async ({ viewer, params, body }) => {
    const order = { staffId: viewer.user.id, endpointId: params.id, since: new Date(body.since) };
    const retried = await sendFailedAgain(deps, order);
    return { success, message: retried === 0 ? 'Nothing has failed since.' : 'They are sent again now.', retried };
  });
}
