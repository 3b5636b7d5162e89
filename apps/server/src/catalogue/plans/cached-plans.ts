import { listServicePlans } from '@portal/contract/catalogue/plans';
import type { CachedContent } from '../../platform/http/pages/cached-page.ts';
import type { PublishPlans } from './create-plan-publisher.ts';

/**
 * The plans page and the landing page with its cities: both are rendered from the very answer of
 * GET /api/service-plans.
 */
export function cachedPlans(publishPlans: PublishPlans): Record<'/' | '/plans', CachedContent> {
  const cached = { address: listServicePlans.path, readAnswer: async () => (await publishPlans()).servicePlans.body };
  return { '/': cached, '/plans': cached };
}
