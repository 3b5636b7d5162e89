import { Wallet } from 'lucide-react';
import { messageOf } from '../../../../shared/api/api-error.ts';
import { useOneAtATime } from '../../../../shared/api/use-one-at-a-time.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';
import { Button } from '../../../../shared/ui/button/button.tsx';
import { toast } from '../../../../shared/ui/feedback/toast.ts';
import { isServiceUnavailable } from '../../payments/api/service-unavailable.ts';
import type { Purchase } from '../../payments/purchase.ts';
import { usePayWithCredit } from '../api/pay-with-credit.ts';

export type CreditFormProps = { planId: string; purchase?: Purchase; onPaid?: () => void };

/** Shown instead of the gateways when the customer's credit covers everything. */
export function CreditForm({ planId, purchase = { purpose: 'period', planId }, onPaid }: CreditFormProps) {
  const t = useText();
  const credit = usePayWithCredit();
  const oneAtATime = useOneAtATime();
  async function pay() {
    try {
      const answer = await credit.mutateAsync({ planId, purchase });
      toast({ title: 'Payment Successful', description: answer.message });
      onPaid?.();
    } catch (failure) {
      if (isServiceUnavailable(failure)) {
        // It may have been paid: not sent again by itself.
        toast({
          title: 'We are saving your payment',
          description: 'It takes longer than usual. Look at your payments before you pay again.',
        });
        return;
      }
      toast({
        title: 'Payment Failed',
        description: messageOf(failure),
        variant: 'destructive',
      });
    }
  }
  return (
    <div className="grid gap-5">
      <p className="soft">
        {t('Your account credit covers this payment. Nothing is charged to a card or bank account.')}
      </p>
      <Button size="large" block busy={credit.isPending} busyLabel={t('Paying...')} onClick={() => oneAtATime(pay)}>
        <Wallet />
        {t('Pay with credit')}
      </Button>
    </div>
  );
}
