/** A file of the web app with untranslated words on each of `lines`, and a twin without any. */
type UntranslatedPlant = {
  readonly rule: 'untranslated';
  readonly bad: readonly [path: string, text: string];
  readonly lines: readonly number[];
  readonly good: readonly [path: string, text: string];
};

const layer = `declare function t(english: string, values?: object): string;
declare function phrase(english: string): string;
declare function toast(request: object): void;
declare const busy: boolean;
declare const amount: string;
`;

const declared = 'declare function defineMessage(english: string, values?: object): object;\n';

export const untranslatedPlants: readonly UntranslatedPlant[] = [
  {
    rule: 'untranslated',
    bad: [
      'apps/web/src/features/catalogue/plans/components/staffed.tsx',
      'export const Staffed = () => <p>Subscribers</p>;\n',
    ],
    lines: [1],
    good: [
      'apps/web/src/features/catalogue/plans/staff/components/staffed.tsx',
      'export const Staffed = () => <p>Subscribers</p>;\n',
    ],
  },
  {
    rule: 'untranslated',
    bad: [
      'apps/web/src/features/catalogue/plans/components/blunt.tsx',
      `${layer}export const Blunt = () => (
  <section aria-label="Plans">
    Choose a plan
    <p>{busy ? 'One moment' : amount}</p>
    <p>{busy && \`Pay \${amount}\`}</p>
    <input placeholder={busy ? 'Code' : ''} />
    <img alt={'A plan'} />
  </section>
);
`,
    ],
    lines: [7, 8, 9, 10, 11, 12],
    good: [
      'apps/web/src/features/catalogue/plans/components/polite.tsx',
      `${layer}export const Polite = () => (
  <section aria-label={t('Plans')} className="grid">
    {t('Choose a plan')}: 100 Mbps, {amount}
    <p>{busy ? t('One moment') : amount}</p>
    <p>Paystack &amp; Flutterwave</p>
    <input placeholder="0803 123 4567" type="tel" />
  </section>
);
`,
    ],
  },
  {
    rule: 'untranslated',
    bad: [
      'apps/server/src/billing/payments/blunt-mail.ts',
      `${declared}export const mail = (name: string) => ({
  subject: 'Your payment is here',
  parts: [defineMessage('Thank you'), \`We thank \${name} for it\`],
});
`,
    ],
    lines: [3, 4],
    good: [
      'apps/server/src/billing/payments/polite-mail.ts',
      `${declared}export const mail = (name: string) => ({ messageKey: \`payment:\${name}\`, parts: [defineMessage('It is for {name}', { name }), name] });\n`,
    ],
  },
  {
    rule: 'untranslated',
    bad: [
      'apps/web/src/features/catalogue/plans/blunt-list.ts',
      "export const list = [{ title: 'Home', id: 'home' }];\nexport const one = { label: `Up to \u0024{list.length}` };\n",
    ],
    lines: [1, 2],
    good: [
      'apps/web/src/features/catalogue/plans/polite-list.ts',
      `${layer}export const list = [{ title: phrase('Home'), id: 'home' }];\ntoast({ title: 'Sent' });\n`,
    ],
  },
];

const mail = 'apps/server/src/billing/payments/payment-mail.ts';
const screen = 'apps/web/src/shared/ui/screen.tsx';

/** A small portal with texts of each kind. */
export const textSoil: Readonly<Record<string, string>> = {
  [screen]: `${layer}declare function Sentence(props: { text: string; parts: object }): null;
declare const LABEL: string;
declare function messageOf(failure: unknown, otherwise: string): string;
export const open = phrase('Open');
export const failed = messageOf(null, 'It failed');
toast({ title: 'Sent', description: busy ? 'By email' : 'By text message', variant: 'good' });
export const Screen = () => (
  <p title={t(busy ? 'Busy' : 'Ready')}>
    {t('Hello {name}', { name: amount })} {t(LABEL)} {t('Pay {amount} with {gateway}', { amount })}
    <Sentence text="Write to {address}" parts={{ address: <a href="/">us</a> }} />
    <Sentence text="Call {number}" parts={{ address: 1 }} />
  </p>
);
`,
  'apps/web/src/shared/ui/screen.test.tsx': `${layer}t('Only in a test');\n`,
  'apps/web/src/features/catalogue/plans/staff/components/plan-table.tsx': `${layer}export const PlanTable = () => <p>{t('Only for staff')}</p>;\n`,
  'packages/contract/src/rules.ts': `declare function check(most: number, message: string): void;
declare const maxLength: number;
export const codes = {
  'plan.gone': { status: 404, message: 'This plan is gone' },
  'chat.no-ticket': { status: 409, message: 'Only agents read this' },
  'staff.address': { status: 403, message: 'Only staff read this' },
};
check(1, 'Name is required');
check(5, \`Use at most \${maxLength} characters\`);
check(1024, 'Use at most 1024 characters');
export const entry = { summary: 'What machines read' };
declare const z: { enum(values: string[]): void };
z.enum(['Excellent', 'in-progress']);
`,
  'apps/server/src/catalogue/plans/seed-catalogue.ts': `export const plans = [
  ['Home 50 Mbps', 'lagos', ['4K in several rooms', '24/7 support by chat']],
];
`,
  'apps/server/src/billing/payments/quote.ts': `export function label(plan: { name: string }): string {
  if (plan.name === '') throw new Error('A plan without a name');
  return \`\${plan.name}, one month\`;
}
`,
  'apps/server/src/billing/payments/key.ts':
    'export const keyOf = (one: { status: string; agentId: string }) => `\u0024{one.status} \u0024{one.agentId}`;\n',
  'apps/server/src/billing/payments/staff/staff-payment.routes.ts':
    "export const closed = 'The difference is closed.';\n",
  [mail]: `${declared}export const parts = [
  defineMessage('Dear {name}', { names: 1 }), defineMessage(
    'Open',
  ),
  defineMessage('Sent on'),
];
`,
  'apps/server/src/billing/payments/receipt-mail.ts': "export const subject = 'Your receipt is here';\n",
  'apps/server/src/billing/payments/staff-payment-mail.ts': "export const subject = 'A payment is here';\n",
  'brand/brand.ts': "export const brand = { name: 'Some Fibre', supportHours: 'Day and night' };\n",
};

/** In the order of the files: what is collected, then what the translators get. */
export const soilTexts = [
  'Open',
  'It failed',
  'Sent',
  'By email',
  'By text message',
  'Busy',
  'Ready',
  'Hello {name}',
  'Pay {amount} with {gateway}',
  'Write to {address}',
  'Call {number}',
  'This plan is gone',
  'Name is required',
  'Use at most {maxLength} characters',
  'Excellent',
  '4K in several rooms',
  '24/7 support by chat',
  '{name}, one month',
  'Day and night',
];

/** The texts of mails, whether or not they are also in pages. */
export const mailTexts = ['Dear {name}', 'Open', 'Sent on'];

export const screenFaults = [
  { file: screen, line: 14, rule: 'text-names' },
  { file: screen, line: 16, rule: 'text-names' },
  { file: mail, line: 3, rule: 'text-names' },
];
