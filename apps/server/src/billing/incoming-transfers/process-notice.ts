import { PAYMENT_REFERENCE } from '@portal/kernel/billing/payment-reference';
import { parseOutsideJson } from '../../platform/outside/http-client.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { WebhookEvent } from '../payments/webhooks/webhook.repository.ts';
import { lookForNumbers } from '../virtual-accounts/open-numbers.ts';
import { settleFinding } from './settle-finding.ts';

/**
 * Takes from a stored webhook what it is about and asks its provider. `doubtful`: the provider does not
 * confirm it, yet; `no-answer`: it has to be asked again. Null where it is about neither a transfer nor
 * account numbers.
 */
export async function processNotice(
  deps: BillingDependencies,
  event: Pick<WebhookEvent, 'gateway' | 'rawBody' | 'reference'>,
): Promise<'settled' | 'doubtful' | 'no-answer' | null> {
  const intake = deps.intakes?.find(({ id }) => id === event.gateway);
  if (!intake || event.reference === null || PAYMENT_REFERENCE.test(event.reference)) return null;
  const body = parseOutsideJson(event.rawBody);
  const notice = intake.readNotice(body);
  if (!notice) return null;
  if (notice.about.kind === 'numbers') {
    await lookForNumbers(deps, intake, notice.about.providerReference);
    return 'settled';
  }
  const finding = await intake.confirm(notice.about.reference, body);
  if (finding.kind === 'unknown') return 'no-answer';
  if (finding.kind === 'other') return 'doubtful';
  await settleFinding(deps, intake, finding, 'webhook');
  return 'settled';
}
