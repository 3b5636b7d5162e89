import { approveReferralReward, type FlaggedReferral } from '@portal/contract/billing/staff-referrals';
import { useState } from 'react';
import { bidiIsolate } from '../../../../../shared/format/bidi-isolate.ts';
import { Button } from '../../../../../shared/ui/button/button.tsx';
import { ReasonDialog } from '../../../../../shared/ui/dialog/form-dialog.tsx';
import { useApproveReward } from '../api/approve-reward.ts';

/** Lets staff pay the withheld reward of a referral, after showing the consequences. */
export function ApproveReward({ referral }: { referral: FlaggedReferral }) {
  const [isOpen, setOpen] = useState(false);
  const paying = useApproveReward(referral.id);
  const { referrer, referee, status } = referral;
  return (
    <>
      <Button variant="secondary" className="lg:mt-2" onClick={() => setOpen(true)}>
        Approve reward
      </Button>
      {isOpen && (
        <div className="text-left">
          <ReasonDialog
            title="Approve this reward"
            confirm="Approve reward"
            schema={approveReferralReward.body}
            call={paying.mutateAsync}
            onClose={() => setOpen(false)}
          >
            <ul className="grid gap-1.5">
              <li>
                {bidiIsolate(referrer.name)} and {bidiIsolate(referee.name)} count as two people from now on, whatever
                they share.
              </li>
              {status === 'refused' ? (
                <>
                  <li>
                    {bidiIsolate(referrer.name)} is credited for this friend now, with the bonus of a tier that this
                    reaches.
                  </li>
                  <li>The 20% that the friend would have saved on the first month is not made up.</li>
                  <li>If the friend’s payment has gone back, it is paid with their next one.</li>
                </>
              ) : (
                <li>
                  {bidiIsolate(referee.name)} pays 20% less in the first month, and {bidiIsolate(referrer.name)} is
                  credited once that is paid.
                </li>
              )}
              <li>It cannot be undone.</li>
            </ul>
          </ReasonDialog>
        </div>
      )}
    </>
  );
}
