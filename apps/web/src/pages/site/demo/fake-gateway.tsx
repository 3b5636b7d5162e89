import { Check, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { formatGateway } from '../../../shared/format/gateway.ts';
import { phrase } from '../../../shared/i18n/translate.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import { Panel } from '../../../shared/ui/layout/panel.tsx';

export type PayerDecision = 'undecided' | 'approved' | 'declined';

const SAID: Record<PayerDecision, string> = {
  undecided: phrase('Nothing decided yet.'),
  approved: phrase('Approved. Now verify the payment.'),
  declined: phrase('Declined. Now verify the payment.'),
};

export type FakeGatewayProps = {
  gateway: string;
  decision: PayerDecision;
  onDecide: (decision: PayerDecision) => void;
};

/** Replaces the provider's page, which normally opens in a window of its own. */
export function FakeGateway({ gateway, decision, onDecide }: FakeGatewayProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel>
      <h4 className="h3 outline-none" ref={heading} tabIndex={-1}>
        {t('In place of the page of {gateway}', { gateway: formatGateway(gateway) })}
      </h4>
      <p className="soft mt-2">
        {t(
          'In a real payment, a window opens here and asks for a card, a bank or a USSD code. Decide what the payer does:',
        )}
      </p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="secondary" onClick={() => onDecide('approved')}>
          <Check />
          {t('Approve')}
        </Button>
        <Button variant="secondary" onClick={() => onDecide('declined')}>
          <X />
          {t('Decline')}
        </Button>
      </div>
      <p className="small soft mt-4" role="status">
        {t(SAID[decision])}
      </p>
    </Panel>
  );
}
