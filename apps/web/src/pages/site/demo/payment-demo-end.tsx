import { CircleCheck } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { FilledOrder } from '../../../features/billing/payments/use-order-form.ts';
import { formatGateway } from '../../../shared/format/gateway.ts';
import { formatNaira } from '../../../shared/format/naira.ts';
import { useText } from '../../../shared/i18n/use-text.ts';
import { Button } from '../../../shared/ui/button/button.tsx';
import { DescriptionList } from '../../../shared/ui/layout/description-list.tsx';
import { Panel } from '../../../shared/ui/layout/panel.tsx';

export type PaymentDemoEndProps = { order: FilledOrder; onAgain: () => void };

/** Where the real screen says 'Payment received'. */
export function PaymentDemoEnd({ order, onAgain }: PaymentDemoEndProps) {
  const t = useText();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <Panel className="max-w-xl p-6! md:p-8!">
      <CircleCheck className="mb-4 h-8! w-8! text-ok" />
      <h3 className="h2 outline-none" ref={heading} tabIndex={-1}>
        {t('The demonstration ends here')}
      </h3>
      <p className="soft mt-2">
        {t(
          'After a real payment your subscription would be active now, with a receipt in your account. Nothing was charged.',
        )}
      </p>
      <DescriptionList
        className="my-6 border-line border-y py-5"
        facts={[
          { label: t('Amount'), value: formatNaira(order.amountNaira) },
          { label: t('Paid with'), value: formatGateway(order.gateway) },
        ]}
      />
      <Button variant="secondary" onClick={onAgain}>
        {t('Start again')}
      </Button>
    </Panel>
  );
}
