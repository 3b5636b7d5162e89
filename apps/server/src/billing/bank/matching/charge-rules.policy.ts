import { formatNaira, type Kobo, negateKobo, toKobo } from '@portal/kernel/money';

type ChargeRule = {
  readonly kind: 'charge' | 'stamp-duty';
  readonly name: string;
  readonly words: RegExp;
  /** A charge that is more is not believed: a transfer can be dressed as one. */
  readonly mostKobo: Kobo;
};

const naira = (sum: number) => toKobo(sum * 100);

/** What banks call their charges (docs/bank-statements.md), the narrower words first. */
const RULES: readonly ChargeRule[] = [
  {
    kind: 'stamp-duty',
    name: 'stamp duty',
    words: /\b(?:STAMP DUTY|EMT ?LEVY|EMTL|ELECTRONIC MONEY TRANSFER LEVY)\b/i,
    mostKobo: naira(50),
  },
  {
    kind: 'charge',
    name: 'charge for text messages',
    words: /\bSMS (?:ALERT|CHARGE|FEE|NOTIFICATION)/i,
    mostKobo: naira(2_000),
  },
  {
    kind: 'charge',
    name: 'charge for a transfer',
    words:
      /\b(?:NIP (?:CHARGE|FEE|COMM)|NIBSS (?:CHARGE|FEE)|TRANSFER (?:CHARGE|FEE)|TRF (?:CHARGE|FEE|COMM)|COMMISSION|COMM ON)/i,
    mostKobo: naira(53.75),
  },
  { kind: 'charge', name: 'VAT on charges', words: /\b(?:VALUE ADDED TAX|VAT ON|VAT CHARGE)\b/i, mostKobo: naira(150) },
  {
    kind: 'charge',
    name: 'card maintenance',
    words: /\bCARD (?:MAINT|MAINTENANCE|FEE|CHARGE)/i,
    mostKobo: naira(1_075),
  },
  {
    kind: 'charge',
    name: 'account maintenance',
    words: /\b(?:ACCOUNT|ACCT|A\/C|CURRENT ACCOUNT) MAINT|\bCAMF\b|\bMAINTENANCE (?:FEE|CHARGE)/i,
    mostKobo: naira(10_000),
  },
];

export type FoundCharge = {
  readonly kind: 'charge' | 'stamp-duty';
  readonly isBelieved: boolean;
  readonly isVat: boolean;
  readonly reason: string;
} | null;

/** Whether a line says that it is a charge of the bank, and whether its sum is one of that kind. */
export function chargeIn({ text, amountKobo }: { readonly text: string; readonly amountKobo: Kobo }): FoundCharge {
  if (amountKobo >= 0) return null;
  const rule = RULES.find(({ words }) => words.test(text));
  if (!rule) return null;
  const { kind, name, mostKobo } = rule;
  const sum = negateKobo(amountKobo);
  const isBelieved = sum <= mostKobo;
  const reason = isBelieved
    ? `The narration says ${name}`
    : `The narration says ${name}, but ${formatNaira(sum)} is more than the ${formatNaira(mostKobo)} that such a charge can be`;
  return { kind, isBelieved, isVat: name === 'VAT on charges', reason };
}
