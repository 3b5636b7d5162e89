import type { Gateway } from '@portal/server/billing/index';
import type { HttpClient } from '@portal/server/platform/outside/http-client';
import { about, type Finding } from './finding.ts';

const webhooks = about('Webhooks');

/**
 * Whether a webhook that arrives at PUBLIC_URL reaches the portal: an unsigned one must be refused
 * with 401, which is what the portal itself answers. A proxy's page or redirect is a fault.
 */
export async function checkWebhooks(
  publicUrl: URL,
  gateways: readonly Gateway[],
  http: HttpClient,
): Promise<Finding[]> {
  return Promise.all(
    gateways.map(async ({ id, name }) => {
      const url = `${publicUrl.origin}/api/webhooks/${id}`;
      const answer = await http.send({ method: 'POST', url, json: {} });
      if (answer.kind === 'answered' && answer.status === 401) {
        return webhooks.ok(`${url} reaches the portal from this machine; ${name} must be able to reach it as well.`);
      }
      const found = answer.kind === 'not-sent' || answer.kind === 'unknown' ? answer.reason : `status ${answer.status}`;
      return webhooks.fault(
        `${url} does not reach the portal: ${found}.`,
        'Have the proxy pass POST /api/webhooks/ on unchanged, without redirect, sign-in or challenge.',
      );
    }),
  );
}
