import { FlaggedReferrals } from '../../../features/billing/referrals/staff/components/flagged-referrals.tsx';
import { ConsolePageLayout } from '../layout/console-page-layout.tsx';

/** Referrals between people who may be one person. */
export function ReferralsPage() {
  return (
    <ConsolePageLayout
      title="Referrals"
      lead="Referrals with fraud signals, newest first. A signal is not a proof: families share a home, and a friend may pay for another. Approve a reward that was withheld wrongly."
    >
      <div className="mt-6">
        <FlaggedReferrals />
      </div>
    </ConsolePageLayout>
  );
}
