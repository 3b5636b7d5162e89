/** What a notice of one kind says, in English; `{name}` stands for a value. */
type NoticeTemplate = {
  /** The choice that its messages obey (specification section 2, Notifications); `account` always goes out. */
  readonly category: 'account' | 'service' | 'bills' | 'promotions';
  readonly title: string;
  readonly text: string;
  /** Below the portal's origin. */
  readonly href: string;
  /** What the button of the mail says that leads there. */
  readonly action: string;
  /** Whether these words are mailed. Not where the feature writes a mail of its own, or where one would be too much. */
  readonly mail: boolean;
  /** Whether they are texted to a verified number: besides the mail, or instead of it, unless the number cannot be reached. */
  readonly sms: 'besides' | 'instead' | null;
};

/** Every kind of notice there is, in one place. The bell shows all of them; who sends a kind gives its values, ready to be read. */
export const noticeTemplates = {
  'payment-received': {
    category: 'account',
    title: 'Payment received',
    text: 'We have received {amount} for {plan}. It is paid until {until}.',
    href: '/receipts/{receipt}',
    action: 'Open the receipt',
    mail: false,
    sms: null,
  },
  'payment-credited': {
    category: 'account',
    title: 'Added to your account credit',
    text: '{amount} could not pay what it was meant for any more, so it is your account credit now.',
    href: '/receipts/{receipt}',
    action: 'Open the receipt',
    mail: false,
    sms: null,
  },
  'payment-checked': {
    category: 'account',
    title: 'Your payment is being checked',
    text: 'What the gateway reports about {reference} does not match what was due. Please do not pay again before you have heard from us.',
    href: '/profile?tab=billing',
    action: 'See my payments',
    mail: false,
    sms: null,
  },
  'payment-rejected': {
    category: 'account',
    title: 'We have checked your payment',
    text: 'No money of {reference} has reached us, so nothing was paid with it.',
    href: '/profile?tab=billing',
    action: 'See my payments',
    mail: false,
    sms: null,
  },
  'payment-refunded': {
    category: 'account',
    title: 'Your payment is refunded',
    text: '{amount} for {plan} has been sent back to you.',
    href: '/profile?tab=billing',
    action: 'See my payments',
    mail: false,
    sms: null,
  },
  'credit-returned': {
    category: 'account',
    title: 'Your payment is refunded',
    text: '{amount} for {plan} is in your account credit again.',
    href: '/profile?tab=billing',
    action: 'See my payments',
    mail: false,
    sms: null,
  },
  'refund-failed': {
    category: 'account',
    title: 'Your refund did not go through',
    text: 'The gateway could not send {amount} back to you. Our staff see it and will find another way.',
    href: '/profile?tab=billing',
    action: 'See my payments',
    mail: false,
    sms: null,
  },
  'referral-rewarded': {
    category: 'account',
    title: 'A friend has joined through you',
    text: '{amount} was added to your account credit. Thank you for recommending us.',
    href: '/dashboard?tab=referrals',
    action: 'See my referrals',
    mail: false,
    sms: null,
  },
  'ticket-answered': {
    category: 'account',
    title: 'An answer to your ticket',
    text: 'Our support team has answered {ticket}: {subject}',
    href: '/support/tickets/{id}',
    action: 'Open my ticket',
    mail: false,
    sms: null,
  },
  'ticket-resolved': {
    category: 'account',
    title: 'Your ticket is resolved',
    text: 'If {ticket} is not solved for you, reply on its page and it is open again.',
    href: '/support/tickets/{id}',
    action: 'Open my ticket',
    mail: false,
    sms: null,
  },
  'usage-reached': {
    category: 'service',
    title: 'You have used {percent}% of this month’s data',
    text: 'The network has counted {used} of {limit}. You can add a data bundle or choose a larger plan.',
    href: '/dashboard',
    action: 'See my usage',
    mail: false,
    sms: null,
  },
  'plan-changed': {
    category: 'service',
    title: 'You are on another plan now',
    text: 'With your new month {plan} has begun.',
    href: '/dashboard',
    action: 'See my plan',
    mail: false,
    sms: null,
  },
  'bill-due': {
    category: 'bills',
    title: 'Your bill is due on {date}',
    text: '{amount} for {plan} is due on {date}. Whoever pays early loses no day.',
    href: '/payment',
    action: 'Pay now',
    mail: true,
    sms: null,
  },
  'bill-due-today': {
    category: 'bills',
    title: 'Your bill is due today',
    text: '{amount} for {plan} is due today. Your line stays up until {until}.',
    href: '/payment',
    action: 'Pay now',
    mail: true,
    sms: 'besides',
  },
  'line-suspended': {
    category: 'account',
    title: 'Your line is suspended',
    text: '{amount} for {plan} has not been paid. Pay now and you are connected again at once.',
    href: '/payment',
    action: 'Pay now',
    mail: true,
    sms: 'besides',
  },
  'line-restored': {
    category: 'account',
    title: 'You are connected again',
    text: 'Thank you. {plan} is paid until {until}.',
    href: '/dashboard',
    action: 'See my plan',
    mail: true,
    sms: 'instead',
  },
  'outage-compensated': {
    category: 'service',
    title: 'We give you lost time back',
    text: 'Your line was down for {duration}. {plan} is now paid until {until}, at no cost to you.',
    href: '/dashboard',
    action: 'See my plan',
    mail: true,
    sms: null,
  },
} as const satisfies Record<string, NoticeTemplate>;

export type NoticeKind = keyof typeof noticeTemplates;

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The names that the texts of a kind need. */
type ValuesOf<Kind extends NoticeKind> = {
  readonly [Name in NamesIn<(typeof noticeTemplates)[Kind]['title' | 'text' | 'href']>]: string;
};

/** What somebody is told, before it is put into words. `values` are ready to be read: "₦18,600.00", "4 July 2026". */
export type Notice = {
  readonly [Kind in NoticeKind]: {
    readonly kind: Kind;
    readonly customerId: number;
    readonly values: ValuesOf<Kind>;
  };
}[NoticeKind];

/** Puts values in the place of their names in braces. */
export function fillText(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces);
}

/** The address of what a notice is about. A value cannot lead out of its place in it. */
export function noticeAddress(kind: NoticeKind, values: Readonly<Record<string, string>>): string {
  const encoded = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, encodeURIComponent(value)]));
  return fillText(noticeTemplates[kind].href, encoded);
}
