import type { BillingDependencies } from '../billing-dependencies.ts';

/** The HMAC by which a vendor's messages and lists name a mandate. */
export function hashMandateCode(deps: Pick<BillingDependencies, 'hashCard'>, provider: string, code: string): string {
  return deps.hashCard(`mandate:${provider}:${code}`);
}
