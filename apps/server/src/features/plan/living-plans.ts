import { listServicePlans } from '@portal/contract/plan';
import type { Living } from '../../http/living-page.ts';
import type { PublishPlans } from './create-plan-publisher.ts';

/** What the plans page and the landing page's cards of cities are drawn from: the very answer of GET /api/service-plans. */
export function livingPlans(publishPlans: PublishPlans): Living {
  return { address: listServicePlans.path, readAnswer: async () => (await publishPlans()).servicePlans.body };
}
