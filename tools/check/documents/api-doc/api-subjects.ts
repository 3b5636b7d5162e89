/** One call as a program makes it; `$NAME` in the path is a variable of the shell. */
export type ApiExample = {
  readonly says: string;
  readonly method?: 'POST' | 'PUT';
  readonly path: string;
  readonly body?: object;
};

/** A section of docs/api.md: nouns of the contract, by their keys there. */
export type ApiSubject = {
  readonly heading: string;
  readonly nouns: readonly string[];
  readonly examples: readonly ApiExample[];
};

export const apiSubjects: readonly ApiSubject[] = [
  {
    heading: 'Customers',
    nouns: [
      'console/search',
      'console/customers',
      'identity/staff-accounts',
      'identity/account-views',
      'console/customer-notes',
      'console/saved-filters',
      'console/bulk-actions',
      'identity/corrections',
      'identity/identification',
      'identity/identity-approvals',
      'identity/sign-in-help',
      'console/account-merges',
      'messaging/consents',
    ],
    examples: [
      { says: 'Find customers by a part of their name, address or number', path: '/api/staff/customers?search=amina' },
      {
        says: 'Find anything by what somebody reads out: a receipt, a reference, a login',
        path: '/api/staff/search?search=amina&limit=5',
      },
      { says: 'Everything about one customer', path: '/api/staff/customers/$CUSTOMER' },
      { says: 'What happened to them', path: '/api/staff/customers/$CUSTOMER/timeline?kind=payment' },
      {
        says: 'Leave a note for staff',
        method: 'POST',
        path: '/api/staff/customers/$CUSTOMER/notes',
        body: { text: 'Wants to be called after six.', clientNoteId: 'crm-4711' },
      },
      {
        says: 'Set their tags, all of them',
        method: 'PUT',
        path: '/api/staff/customers/$CUSTOMER/tags',
        body: { tags: ['business', 'vip'] },
      },
    ],
  },
  {
    heading: 'Lines',
    nouns: [
      'billing/staff-lines',
      'billing/staff-owner-changes',
      'network/usage',
      'network/data-credits',
      'network/access',
      'network/addresses',
      'network/line-login',
    ],
    examples: [
      { says: 'Whether a line is online', path: '/api/staff/customers/$CUSTOMER/line' },
      { says: 'What it used, by day', path: '/api/staff/customers/$CUSTOMER/usage-days' },
    ],
  },
  {
    heading: 'Payments and invoices',
    nouns: [
      'billing/staff-payments',
      'billing/reconciliation',
      'billing/staff-incoming-transfers',
      'billing/gateway-settlements',
      'billing/invoices',
      'billing/e-invoices',
      'billing/staff-billing-details',
      'billing/staff-companies',
      'billing/staff-papers',
      'billing/staff-account-proofs',
    ],
    examples: [
      {
        says: 'The payments of a customer that arrived',
        path: '/api/staff/payments?customer=$CUSTOMER&status=successful&limit=20',
      },
      { says: 'One payment with its history', path: '/api/staff/payments/$REFERENCE' },
      {
        says: 'All invoices of a year, as CSV',
        path: '/api/staff/invoices.csv?from=2026-01-01&to=2026-12-31',
      },
    ],
  },
  {
    heading: 'Counter, charges and credit',
    nouns: [
      'billing/staff-counter',
      'billing/staff-agents',
      'billing/staff-vouchers',
      'billing/staff-payouts',
      'billing/staff-charges',
      'billing/staff-adjustments',
      'billing/staff-courtesy-days',
      'billing/staff-payment-promises',
      'billing/staff-payment-links',
      'billing/staff-subscriptions',
      'billing/staff-write-offs',
      'console/collections',
      'console/call-backs',
    ],
    examples: [
      { says: 'What a customer owes', path: '/api/staff/customers/$CUSTOMER/counter' },
      { says: 'What can be charged once', path: '/api/staff/charge-products' },
      {
        says: 'Give credit',
        method: 'POST',
        path: '/api/staff/customers/$CUSTOMER/credit',
        body: { amount: 1500.5, reason: 'Two days without light', clientRequestId: 'crm-credit-4711' },
      },
    ],
  },
  {
    heading: 'Accounting and figures',
    nouns: [
      'billing/ledger',
      'billing/accounting-periods',
      'billing/bank-accounts',
      'billing/bank-lines',
      'billing/money-month',
      'console/overview',
    ],
    examples: [
      { says: 'The figures of the console’s home', path: '/api/staff/overview' },
      { says: 'Whether the ledger adds up', path: '/api/staff/trial-balance' },
      { says: 'The journal of a month for your accounting', path: '/api/staff/journal.csv?month=2026-10' },
    ],
  },
  {
    heading: 'Tickets',
    nouns: ['support/staff-tickets', 'support/macros', 'support/inbound-mails'],
    examples: [
      { says: 'The tickets that wait for staff', path: '/api/staff/tickets?status=waiting&limit=20' },
      {
        says: 'Open a ticket for a customer',
        method: 'POST',
        path: '/api/staff/customers/$CUSTOMER/tickets',
        body: { subject: 'No light at the router', description: 'Reported by telephone.', category: 'fault' },
      },
      { says: 'One ticket with its thread', path: '/api/staff/tickets/$TICKET' },
      {
        says: 'Answer the customer',
        method: 'POST',
        path: '/api/staff/tickets/$TICKET/replies',
        body: { text: 'A technician comes tomorrow at nine.', clientReplyId: 'crm-reply-4711' },
      },
    ],
  },
  {
    heading: 'Chats',
    nouns: ['support/staff-chat', 'support/saved-replies', 'channels/whatsapp'],
    examples: [{ says: 'Who waits', path: '/api/staff/chats?status=waiting' }],
  },
  {
    heading: 'Network',
    nouns: [
      'network/staff-incidents',
      'network/staff-outage-credits',
      'network/staff-sessions',
      'network/shared-logins',
      'network/staff-access-servers',
      'network/staff-vendor-profiles',
    ],
    examples: [
      { says: 'Who is online at an access server', path: '/api/staff/sessions?nas=10.0.0.1' },
      { says: 'Incidents and maintenance', path: '/api/staff/incidents' },
      {
        says: 'Publish an incident, for example from your monitoring',
        method: 'POST',
        path: '/api/staff/incidents',
        body: {
          kind: 'incident',
          severity: 'major',
          area: 'Lagos',
          title: 'A cable is cut',
          startsAt: '2026-01-05T07:40:00Z',
          endsAt: null,
        },
      },
    ],
  },
  {
    heading: 'Plans and referrals',
    nouns: ['catalogue/staff-plans', 'billing/staff-data-bundles', 'billing/staff-referrals'],
    examples: [{ says: 'All plans', path: '/api/staff/plans' }],
  },
  {
    heading: 'Announcements',
    nouns: ['console/announcements'],
    examples: [{ says: 'What was announced', path: '/api/staff/announcements' }],
  },
  {
    heading: 'Files in and out',
    nouns: ['console/exports', 'console/imports', 'console/archives', 'console/earlier-payments'],
    examples: [{ says: 'Every customer as CSV', path: '/api/staff/exports/customers.csv' }],
  },
  {
    heading: 'The portal itself',
    nouns: [
      'console/operations',
      'console/settings',
      'console/webhook-endpoints',
      'console/audit',
      'console/security-incidents',
      'identity/grievances',
      'identity/staff-people',
      'identity/staff-api-keys',
    ],
    examples: [
      { says: 'What was changed, by whom and with which key', path: '/api/staff/audit?limit=20' },
      { says: 'The queues and their age', path: '/api/staff/operations/queues' },
    ],
  },
];
