import type { AutoPayCard } from '@portal/contract/billing/payments/auto-pay';
import { CreditCard, Landmark } from 'lucide-react';
import { cardMonth } from '../../../../shared/format/card-month.ts';
import { formatGateway } from '../../../../shared/format/gateway.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';

/** A card or bank account as its owner recognises it. */
export function AutoPayCardLine({ card }: { card: AutoPayCard }) {
  const t = useText();
  const gateway = formatGateway(card.provider);
  const Icon = card.kind === 'mandate' ? Landmark : CreditCard;
  return (
    <p className="grid grid-cols-[auto_1fr] gap-x-3">
      <Icon className="mt-0.5 text-ink-3" />
      <span className="min-w-0">
        <span className="semi block break-words">{t(card.label)}</span>
        <span className="soft small mt-0.5 block">
          {card.expires ? t('{gateway}, expires {month}', { gateway, month: cardMonth(card.expires) }) : gateway}
        </span>
      </span>
    </p>
  );
}
