import type { PlaceholderNames } from './interpolate.ts';
import type { NoticeTemplate } from './notice-template.ts';

/** In the operator's own words, which are not translated. */
const announced = {
  title: '{title}',
  text: '{text}',
  href: '{link}',
  action: 'Open in my account',
  mail: true,
  sms: null,
} as const;

const toPayments = { href: '/profile?tab=billing', action: 'See my payments' } as const;

/**
 * Every kind of notice, in one place. The bell shows all of them; the sender of a kind passes its
 * values, formatted.
 */
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
  'bundle-added': {
    category: 'account',
    title: 'Your extra data are added',
    text: '{bundle}, yours until {until}. We have received {amount}.',
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
  'payment-overpaid': {
    category: 'account',
    title: 'You paid more than was due',
    text: '{amount} too much came in. It is your account credit now and pays for what comes next.',
    href: '/profile?tab=billing',
    action: 'See my credit',
    mail: true,
    sms: null,
  },
  'credit-given': {
    category: 'account',
    title: 'You have new account credit',
    text: 'We have added {amount} to your account credit. It pays for what comes next.',
    href: '/profile?tab=billing',
    action: 'See my credit',
    mail: true,
    sms: null,
  },
  'payment-charged-back': {
    category: 'account',
    title: 'Your bank took a payment back',
    text: '{amount} for {plan} went back to your bank, so what it had paid for has ended. If this is a mistake, please write to us.',
    ...toPayments,
    mail: true,
    sms: null,
  },
  'payment-taken-back': {
    category: 'account',
    title: 'Your bank took a payment back',
    text: '{amount} for {plan} went back to your bank. If this is a mistake, please write to us.',
    ...toPayments,
    mail: true,
    sms: null,
  },
  'payment-in-review': {
    category: 'account',
    title: 'Your payment is being checked',
    text: 'What the gateway reports about {reference} does not match what was due. Please do not pay again before you have heard from us.',
    ...toPayments,
    mail: false,
    sms: null,
  },
  'payment-rejected': {
    category: 'account',
    title: 'We have checked your payment',
    text: 'No money of {reference} has reached us, so nothing was paid with it.',
    ...toPayments,
    mail: false,
    sms: null,
  },
  'payment-refunded': {
    category: 'account',
    title: 'Your payment is refunded',
    text: '{amount} for {plan} has been sent back to you.',
    ...toPayments,
    mail: false,
    sms: null,
  },
  'payment-part-refunded': {
    category: 'account',
    title: 'A part of your payment is refunded',
    text: '{amount} of what you paid for {plan} has been sent back to you.',
    ...toPayments,
    mail: false,
    sms: null,
  },
  'credit-returned': {
    category: 'account',
    title: 'Your payment is refunded',
    text: '{amount} for {plan} is in your account credit again.',
    ...toPayments,
    mail: false,
    sms: null,
  },
  'refund-failed': {
    category: 'account',
    title: 'Your refund did not go through',
    text: 'The gateway could not send {amount} back to you. Our staff see it and will find another way.',
    ...toPayments,
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
    href: '/dashboard?add=data',
    action: 'Add data',
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
    // It states the end of the service, so it is not a reminder that can be switched off.
    category: 'account',
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
  'outage-credited': {
    category: 'service',
    title: 'We give you lost time back',
    text: 'Your line was down for {duration}. {plan} is now paid until {until}, at no cost to you.',
    href: '/dashboard',
    action: 'See my plan',
    mail: true,
    sms: null,
  },
  'auto-pay-on': {
    category: 'account',
    title: 'Auto-Pay is on',
    text: 'From the next renewal on {card} pays for {plan}, 10% below its price. You can switch it off at any time.',
    href: '/profile?tab=billing',
    action: 'See my Auto-Pay',
    mail: true,
    sms: null,
  },
  'auto-pay-needs-card': {
    category: 'account',
    title: 'Auto-Pay is not set up yet',
    text: 'You have paid for {plan} without a card that can be charged again. Pay by card next time to set Auto-Pay up.',
    href: '/profile?tab=billing',
    action: 'See my Auto-Pay',
    mail: false,
    sms: null,
  },
  'auto-pay-upcoming': {
    category: 'bills',
    title: 'Auto-Pay on {date}',
    text: '{amount} for {plan} will be charged to {card} on {date}. There is nothing for you to do.',
    href: '/profile?tab=billing',
    action: 'See my Auto-Pay',
    mail: true,
    sms: null,
  },
  'auto-pay-retry': {
    category: 'account',
    title: 'Your card was not charged',
    text: '{card} did not pay {amount} for {plan}. We try again on {date}, or you can pay now.',
    href: '/payment',
    action: 'Pay now',
    mail: true,
    sms: null,
  },
  'auto-pay-failed': {
    category: 'account',
    title: 'Please pay your bill by hand',
    text: '{card} has not paid for {plan}. Pay by {until} to stay connected.',
    href: '/payment',
    action: 'Pay now',
    mail: true,
    sms: 'besides',
  },
  'auto-pay-confirm': {
    category: 'account',
    title: 'Your bank asks you to confirm a payment',
    text: 'Your bank pays {amount} for {plan} with {card} once you have confirmed it. The link is on your billing page.',
    href: '/profile?tab=billing',
    action: 'Confirm the payment',
    mail: true,
    sms: 'besides',
  },
  'auto-pay-stopped': {
    category: 'account',
    title: 'Auto-Pay has stopped',
    text: '{card} cannot be charged any more, so Auto-Pay is off. Pay by hand, or set it up again with another card.',
    href: '/profile?tab=billing',
    action: 'See my Auto-Pay',
    mail: true,
    sms: null,
  },
  'card-expiring': {
    category: 'account',
    title: 'Your card expires soon',
    text: '{card} expires in {month}, and your renewals are paid with it. Pay with your new card and set Auto-Pay up with it.',
    href: '/profile?tab=billing',
    action: 'See my Auto-Pay',
    mail: true,
    sms: null,
  },
  'service-announced': { category: 'service', ...announced },
  'offer-announced': { category: 'promotions', ...announced },
} as const satisfies Record<string, NoticeTemplate>;

export type NoticeKind = keyof typeof noticeTemplates;

/** The names that the texts of a kind need. */
type ValuesOf<Kind extends NoticeKind> = {
  readonly [Name in PlaceholderNames<(typeof noticeTemplates)[Kind]['title' | 'text' | 'href']>]: string;
};

/** A notice before it is formatted. `values` are already formatted: "₦18,600.00", "4 July 2026". */
export type Notice = {
  readonly [Kind in NoticeKind]: {
    readonly kind: Kind;
    readonly customerId: number;
    readonly values: ValuesOf<Kind>;
  };
}[NoticeKind];
