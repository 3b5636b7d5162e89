import { CreditCard, Landmark, Smartphone } from 'lucide-react';

const METHODS = [
  { label: 'Bank cards', icon: CreditCard },
  { label: 'USSD and mobile', icon: Smartphone },
  { label: 'Bank transfer', icon: Landmark },
];

/** The ways to pay that the gateways' pages offer. */
export function PaymentMethods() {
  return (
    <ul className="grid grid-cols-3 gap-2" aria-label="Accepted methods">
      {METHODS.map(({ label, icon: MethodIcon }) => (
        <li key={label} className="soft micro flex flex-col items-center gap-1.5 text-center">
          <MethodIcon className="icon-large text-ink" />
          {label}
        </li>
      ))}
    </ul>
  );
}
