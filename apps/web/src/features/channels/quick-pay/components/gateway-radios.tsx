import { phrase } from '../../../../shared/i18n/translate.ts';
import { useText } from '../../../../shared/i18n/use-text.ts';

/** Specification section 4: what each gateway's page offers. */
const WAYS: Readonly<Record<string, string>> = {
  paystack: phrase('Card, bank transfer, USSD'),
  flutterwave: phrase('Mobile money, cards'),
  quickteller: phrase('Bank accounts, cards'),
};

type GatewayRadiosProps = {
  gateways: readonly { readonly id: string; readonly name: string }[];
  value: string | undefined;
  onChange: (id: string) => void;
};

/** One of the gateways, each with what it takes. */
export function GatewayRadios({ gateways, value, onChange }: GatewayRadiosProps) {
  const t = useText();
  return (
    <fieldset className="min-w-0">
      <legend className="field-label">{t('Payment gateway')}</legend>
      {gateways.map(({ id, name }) => (
        <label key={id} className="gateway-choice">
          <input
            type="radio"
            name="gateway"
            value={id}
            checked={id === value}
            onChange={(event) => onChange(event.currentTarget.value)}
          />
          <span className="semi">{name}</span>
          {WAYS[id] && <span className="soft small">{t(WAYS[id])}</span>}
        </label>
      ))}
    </fieldset>
  );
}
