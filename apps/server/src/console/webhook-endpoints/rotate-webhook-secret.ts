import type { WebhookEndpoint } from '@portal/contract/console/webhook-endpoints';
import { DAY_MS } from '@portal/kernel/calendar';
import { ApiError } from '../../platform/http/errors/api-error.ts';
import { requireEndpointView } from './present-webhook.ts';
import { newWebhookSecret } from './sign-webhook.ts';
import type { WebhookDependencies } from './webhook-dependencies.ts';
import { lockEndpoint, updateEndpoint } from './webhook-endpoint.repository.ts';

/**
 * Gives an endpoint a new secret, audited, and returns it once. For a day deliveries are signed with
 * the one before too; one that was still valid from an earlier rotation ends now. Throws ApiError
 * webhook-endpoint.not-found.
 */
export async function rotateWebhookSecret(
  deps: WebhookDependencies,
  order: { readonly staffId: number; readonly id: string },
): Promise<{ readonly endpoint: WebhookEndpoint; readonly secret: string }> {
  const { staffId, id } = order;
  const secret = newWebhookSecret(deps.randomBytes);
  return deps.database.transaction(async (tx) => {
    const before = await lockEndpoint(tx, id);
    if (!before) throw new ApiError('webhook-endpoint.not-found');
    const previousSecretUntil = new Date(deps.clock().getTime() + DAY_MS);
    await updateEndpoint(tx, id, {
      encryptedSecret: deps.encryption.encrypt(secret),
      encryptedPreviousSecret: before.encryptedSecret,
      previousSecretUntil,
    });
    await deps.recordAudit(tx, {
      actorId: staffId,
      action: 'webhook-endpoint.rotate',
      subject: `webhook-endpoint:${id}`,
      before: null,
      after: { previousSecretUntil: previousSecretUntil.toISOString() },
    });
    return { endpoint: await requireEndpointView(tx, id), secret };
  });
}
