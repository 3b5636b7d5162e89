import type { SubscriptionView } from '@portal/contract/billing/subscriptions';
import { useQuery } from '@tanstack/react-query';
import { useHasRole } from '../../../shared/session/account-role.ts';

/**
 * Whether the account pays one invoice for all lines. A subscription says so; for a line without one
 * the account is asked, with code that only such a line loads.
 */
export function useIsCompany(subscription: SubscriptionView | null | undefined): boolean {
  const mayPay = useHasRole('billing');
  const company = useQuery({
    queryKey: ['is company'],
    queryFn: async () => (await (await import('./api/company.ts')).readCompany()).company !== null,
    enabled: mayPay && subscription === null,
    refetchOnMount: 'always',
  });
  return subscription ? subscription.isOnInvoice === true : company.data === true;
}
