import type { CustomerPage as Customer } from '@portal/contract/console/customers';
import { Mail, MessageCircle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { formatPhone } from '../../../../../shared/format/phone.ts';
import { Field } from '../../../../../shared/ui/form/field.tsx';

type Wiring = Omit<ComponentProps<typeof Field>, 'label'>;

type SendingAddressProps = {
  customer: Customer;
  isOther: boolean;
  onOther: (isOther: boolean) => void;
  by: string;
  field: (name: 'to' | 'by') => Wiring & { error: string | undefined };
};

const WAYS = [
  { by: 'email', label: 'By mail', Icon: Mail },
  { by: 'text', label: 'By text', Icon: MessageCircle },
] as const;

/** To whom and how: the customer by mail or by a text with a link, or somebody else once, by mail. */
export function SendingAddress({ customer, isOther, onOther, by, field }: SendingAddressProps) {
  const { error: _error, ...way } = field('by');
  const first = customer.name.split(' ')[0] || 'The customer';
  return (
    <>
      <fieldset className="min-w-0">
        <legend className="field-label mb-2">To</legend>
        <div className="chips">
          <button type="button" className="chip" aria-pressed={!isOther} onClick={() => onOther(false)}>
            {first}
          </button>
          <button type="button" className="chip" aria-pressed={isOther} onClick={() => onOther(true)}>
            Somebody else, this once
          </button>
        </div>
      </fieldset>
      {isOther ? (
        <Field
          label="Mailbox"
          type="email"
          inputMode="email"
          autoComplete="off"
          hint={`Used once and not kept with the account. ${first} is told.`}
          {...field('to')}
        />
      ) : (
        <fieldset className="min-w-0">
          <legend className="sr-only">How</legend>
          <div className="grid grid-cols-2 overflow-hidden rounded-control border border-line-strong">
            {WAYS.map(({ by: value, label, Icon }) => (
              <label
                key={value}
                className="relative flex min-h-12 cursor-pointer items-center justify-center gap-2 border-line border-l font-semibold first:border-l-0 has-checked:bg-primary has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-[var(--focus)] has-focus-visible:-outline-offset-3 has-disabled:cursor-default has-disabled:bg-well has-disabled:text-ink-3"
              >
                <input
                  type="radio"
                  value={value}
                  disabled={value === 'text' && !customer.phoneVerified}
                  className="absolute inset-0 cursor-pointer opacity-0"
                  {...way}
                />
                <Icon className="size-5" aria-hidden="true" />
                {label}
              </label>
            ))}
          </div>
          <p className="soft small mt-2 wrap-anywhere">{hintOf(customer, by)}</p>
        </fieldset>
      )}
    </>
  );
}

function hintOf({ email, phone, phoneVerified }: Customer, by: string): string {
  if (by === 'text') return `To ${formatPhone(phone ?? '')}: a link that opens only these papers, for a week.`;
  const mail = email ? `To ${email}, with the papers attached.` : 'This customer has no mailbox.';
  return phoneVerified ? mail : `${mail} A text needs a verified number, and there is none.`;
}
