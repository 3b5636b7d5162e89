import { phrase } from '../../shared/i18n/translate.ts';

export type QuestionCategory = 'account' | 'technical' | 'billing';

export type Question = {
  /** The anchor: /support#speed opens that answer. */
  readonly id: string;
  readonly category: QuestionCategory;
  readonly question: string;
  readonly answer: string;
};

/** Frequent questions. The texts may contain `{phone}`. */
export const questions: readonly Question[] = [
  {
    id: 'start',
    category: 'account',
    question: phrase('How do I get connected?'),
    answer: phrase(
      'Create an account, choose a plan for your city and pay the first month. Your dashboard then shows the plan, the next bill and the receipt. To agree on a day for the installation, call {phone}.',
    ),
  },
  {
    id: 'change',
    category: 'account',
    question: phrase('How do I change my plan?'),
    answer: phrase(
      'Open Subscription on your dashboard, choose another plan and confirm. The change takes effect on your next billing cycle, so nothing you have paid for is lost. Until then you can take it back. A dearer plan can also start at once, for a sum that you see before you pay.',
    ),
  },
  {
    id: 'password',
    category: 'account',
    question: phrase('How do I reset my password?'),
    answer: phrase(
      'If you know your password, open Account Settings, then Security, and enter the current and the new one. If you have forgotten it, choose Forgot password? on the Sign In page: we send you an email with a link that works once and expires.',
    ),
  },
  {
    id: 'email',
    category: 'account',
    question: phrase('How do I change my name or email address?'),
    answer: phrase(
      'Open Account Settings and change them under Profile. A new email address asks for your password and has to be confirmed with the link that we send to it.',
    ),
  },
  {
    id: 'refer',
    category: 'account',
    question: phrase('How does Refer & Earn work?'),
    answer: phrase(
      'Share your link from the Referrals tab of your dashboard. A friend who creates an account through it pays 20% less in the first month. You earn ₦2,000 once that first payment has been made; it is credited to your account.',
    ),
  },
  {
    id: 'down',
    category: 'technical',
    question: phrase('My internet is down. What can I check?'),
    answer: phrase(
      'Look at the service status on this page first. Then see whether the fibre box and the router have power, and switch both off for one minute. If a light named LOS is red, the cable is cut or unplugged: call us on {phone}, because that cannot be mended from your side.',
    ),
  },
  {
    id: 'speed',
    category: 'technical',
    question: phrase('Why is my speed lower than my plan?'),
    answer: phrase(
      'Test over a cable first: connect one computer to the router, stop other downloads and run the speed test. Over Wi-Fi a lower figure is normal. If the figure by cable stays low, create a ticket with the time of the test.',
    ),
  },
  {
    id: 'wifi',
    category: 'technical',
    question: phrase('How do I get better Wi-Fi in every room?'),
    answer: phrase(
      'Put the router in the open, high up and in the middle of the home, away from metal, mirrors and microwave ovens. Use the 5 GHz network near the router and 2.4 GHz behind walls. For thick walls or a second floor, add an access point by cable.',
    ),
  },
  {
    id: 'usage',
    category: 'technical',
    question: phrase('Where do I see how much data I have used?'),
    answer: phrase(
      'On the overview of your dashboard: what you have used this period, what is left, and a warning when 75% and 90% are reached. Analytics shows the months before.',
    ),
  },
  {
    id: 'pay',
    category: 'billing',
    question: phrase('Which payment methods do you accept?'),
    answer: phrase(
      'Card, bank transfer and USSD, through Paystack, Flutterwave or Quickteller. You pay on the page of the provider you pick; we never see your card number.',
    ),
  },
  {
    id: 'verify',
    category: 'billing',
    question: phrase('I have paid, but my account does not show it. What now?'),
    answer: phrase(
      'Do not pay again. Open Payment and choose Verify Payment. A bank transfer can take a while to reach us, and we keep asking your provider. If it has not arrived after an hour, create a ticket with the payment reference.',
    ),
  },
  {
    id: 'receipt',
    category: 'billing',
    question: phrase('Where do I find my receipts and my next bill?'),
    answer: phrase(
      'Your dashboard shows the date and the amount of the next bill. Every payment has a receipt that you can open and print: choose View Bills on the dashboard, or Billing under Account Settings.',
    ),
  },
  {
    id: 'early',
    category: 'billing',
    question: phrase('Can I pay before the bill is due?'),
    answer: phrase(
      'Yes. A month that you pay for early is added to the end of the month you are in, so you lose no day. Prices include VAT unless they say otherwise.',
    ),
  },
];
