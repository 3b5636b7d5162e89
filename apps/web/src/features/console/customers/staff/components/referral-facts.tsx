import type { CustomerPage } from '@portal/contract/console/customers';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { DescriptionList } from '../../../../../shared/ui/layout/description-list.tsx';
import { PageLink } from '../../../../../shared/ui/navigation/page-link.tsx';

/** Whom the customer brought, and who brought them. */
export function ReferralFacts({ referral: { code, referrals, referredBy } }: { referral: CustomerPage['referral'] }) {
  return (
    <DescriptionList
      className="small"
      facts={[
        { label: 'Code', value: code },
        { label: 'Friends who have paid', value: String(referrals) },
        {
          label: 'Referred by',
          value: referredBy ? (
            <PageLink className="link" to={`/admin/customers/${referredBy.id}`}>
              {bidiIsolate(referredBy.name)}
            </PageLink>
          ) : (
            'Nobody'
          ),
        },
      ]}
    />
  );
}
