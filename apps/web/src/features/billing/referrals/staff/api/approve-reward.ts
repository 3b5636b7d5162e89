import { approveReferralReward, listFlaggedReferrals } from '@portal/contract/billing/staff-referrals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { callEndpoint } from '../../../../../shared/api/call-endpoint.ts';

/**
 * Confirms that the two of a referral are two people; the list is refetched, also after a refusal,
 * since a colleague was faster.
 */
export function useApproveReward(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { reason: string }) => callEndpoint(approveReferralReward, { params: { id }, body }),
    onSettled: () => client.invalidateQueries({ queryKey: [listFlaggedReferrals.path] }),
  });
}
