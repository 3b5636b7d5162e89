import { FlaggedReferrals } from '../../../features/billing/referrals/staff/components/flagged-referrals.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** Referrals between people who may be one person. */
export function ReferralsPage() {
  return (
    <ConsolePageLayout
      title="Referrals"
      lead="Pairs that may be one person, newest first. A sign is not a proof: families share a home, and a friend may pay for another. What is withheld wrongly you can have paid."
    >
      <div className="mt-6">
        <FlaggedReferrals />
      </div>
    </ConsolePageLayout>
  );
}
