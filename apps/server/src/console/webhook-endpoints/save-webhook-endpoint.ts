import { MOST_WEBHOOK_ENDPOINTS, type WebhookEndpoint } from '@portal/contract/console/webhook-endpoints';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { findAddressFault } from '../../platform/outside/guarded-post.ts';
import { requireEndpointView } from './present-webhook.ts';
import { newWebhookSecret } from './sign-webhook.ts';
import type { WebhookDependencies } from './webhook-dependencies.ts';
import {
  countEndpointsLocked,
  deleteEndpoint,
  type EndpointRow,
  insertEndpoint,
  lockEndpoint,
  updateEndpoint,
} from './webhook-endpoint.repository.ts';

type Form = {
  readonly url: string;
  readonly events: readonly string[];
  readonly description?: string | undefined;
};

/** The form as it is stored. Throws request.invalid for an address that is never called. */
function valuesOf(deps: WebhookDependencies, form: Form): Pick<EndpointRow, 'url' | 'events' | 'description'> {
  const fault = findAddressFault(form.url, deps.addressRules);
  if (fault !== null) throw new ApiError('request.invalid', { message: fault, errors: { url: fault } });
  const { url, description = '' } = form;
  return { url, description, events: [...new Set(form.events)] };
}

const audited = ({ url, description, events, isOn }: Pick<EndpointRow, 'url' | 'description' | 'events' | 'isOn'>) => ({
  url,
  description,
  events,
  isOn,
});

/**
 * Creates an endpoint, audited, and returns it with its secret, which nobody can read again. Throws
 * ApiError webhook-endpoint.too-many, request.invalid.
 */
export async function createWebhookEndpoint(
  deps: WebhookDependencies,
  staffId: number,
  form: Form,
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  const values = valuesOf(deps, form);
  const secret = newWebhookSecret(deps.randomBytes);
  return deps.database.transaction(async (tx) => {
    if ((await countEndpointsLocked(tx)) >= MOST_WEBHOOK_ENDPOINTS) throw new ApiError('webhook-endpoint.too-many');
    const encryptedSecret = deps.encryption.encrypt(secret);
    const id = await insertEndpoint(tx, { ...values, encryptedSecret, createdBy: staffId, createdAt: deps.clock() });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'webhook-endpoint.create',
      subject: `webhook-endpoint:${id}`,
      before: null,
      after: audited({ ...values, isOn: true }),
    });
    return { endpoint: await requireEndpointView(tx, id), secret };
  });
}

/** What switching an endpoint on or off changes besides. */
function switchTo(before: EndpointRow, isOn: boolean): Partial<EndpointRow> {
  if (isOn === before.isOn) return {};
  return isOn ? { isOn, offReason: null, failingSince: null } : { isOn, offReason: 'staff' };
}

/**
 * Changes an endpoint, or switches it on or off, audited. What waited while it was off is sent when
 * it is on again. Throws ApiError webhook-endpoint.not-found, request.invalid.
 */
export async function changeWebhookEndpoint(
  deps: WebhookDependencies,
  order: { readonly staffId: number; readonly id: string; readonly form: Form & { readonly isOn: boolean } },
): Promise<WebhookEndpoint> {
  const { staffId, id, form } = order;
  const values = valuesOf(deps, form);
  const endpoint = await deps.database.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id);
    if (!before) throw new ApiError('webhook-endpoint.not-found');
    await updateEndpoint(tx, id, { ...values, ...switchTo(before, form.isOn) });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'webhook-endpoint.change',
      subject: `webhook-endpoint:${id}`,
      before: audited(before),
      after: audited({ ...values, isOn: form.isOn }),
    });
    return requireEndpointView(tx, id);
  });
  deps.wakeDelivery();
  return endpoint;
}

/** Deletes an endpoint, audited; its deliveries go with their age. Throws webhook-endpoint.not-found. */
export async function deleteWebhookEndpoint(
  deps: WebhookDependencies,
  order: { readonly staffId: number; readonly id: string },
): Promise<void> {
  const { staffId, id } = order;
  await deps.database.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id);
    if (!before) throw new ApiError('webhook-endpoint.not-found');
    await deleteEndpoint(tx, id);
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'webhook-endpoint.delete',
      subject: `webhook-endpoint:${id}`,
      before: audited(before),
      after: null,
    });
  });
}
