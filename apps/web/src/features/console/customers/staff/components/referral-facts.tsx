import type { CustomerPage } from '@portal/contract/console/customers';
import { isolated } from '../../../../../shared/format/isolated.ts';
import { PageLink } from '../../../../../shared/ui/page-link.tsx';
import { RuledList } from '../../../../../shared/ui/ruled-list.tsx';

/** Whom the customer brought, and who brought them. */
export function ReferralFacts({ referral: { code, referrals, referredBy } }: { referral: CustomerPage['referral'] }) {
  return (
    <RuledList
      className="small"
      facts={[
        { label: 'Code', value: code },
        { label: 'Friends who have paid', value: String(referrals) },
        {
          label: 'Referred by',
          value: referredBy ? (
            <PageLink className="link" to={`/admin/customers/${referredBy.id}`}>
              {isolated(referredBy.name)}
            </PageLink>
          ) : (
            'Nobody'
          ),
        },
      ]}
    />
  );
}
