import { phrase } from '../../../shared/i18n/translate.ts';
import type { LegalSection } from './legal-section.ts';

/**
 * A template with the rules of this product, to be edited by the operator and read by the
 * operator's lawyer.
 */
export const termsSections: readonly LegalSection[] = [
  {
    id: 'contract',
    title: phrase('The contract'),
    paragraphs: [
      phrase(
        'These terms stand between you and {company}, {address}. They apply from the moment you create an account. Your order for a line is accepted when its first payment has been confirmed.',
      ),
      phrase(
        'You must be at least 18 years old, give true details, and keep your password to yourself. What is done with your password counts as done by you until you tell us that somebody else has it.',
      ),
    ],
  },
  {
    id: 'service',
    title: phrase('The service'),
    paragraphs: [
      phrase(
        'We bring a fibre line to the agreed place and carry data over it. The speed of a plan is the highest that the line carries; Wi-Fi, your devices and distant servers may make it lower. Where a plan has a monthly data allowance, it is stated beside the plan.',
      ),
      phrase(
        'Equipment that we install stays ours unless the invoice says otherwise. Please keep it dry and powered, and let our engineers reach it when you have agreed on a time.',
      ),
    ],
  },
  {
    id: 'prices',
    title: phrase('Prices and payment'),
    paragraphs: [
      phrase(
        'Prices are in Nigerian naira, include VAT unless a price says that it comes on top, and are shown line by line before you pay. A plan is paid for one month in advance. You pay through Paystack, Flutterwave or Quickteller; a payment counts once the provider has confirmed it to us, and you then find a receipt in your account.',
      ),
      phrase(
        'If the amount that reaches us is not the amount that was due, we keep the payment aside, ask you, and give back or credit what is yours. A payment that was made twice is given back or credited.',
      ),
    ],
  },
  {
    id: 'renewal',
    title: phrase('Renewal, suspension and Auto-Pay'),
    paragraphs: [
      phrase(
        'A subscription renews every month on the day on which it began. If a renewal is not paid, we remind you and may suspend the line after a grace period; it is opened again as soon as the payment is confirmed.',
      ),
      phrase(
        'With Auto-Pay we charge your saved payment method on the day of renewal and take 10% off that bill. You can switch it off at any time.',
      ),
    ],
  },
  {
    id: 'changes-of-plan',
    title: phrase('Changing and cancelling'),
    paragraphs: [
      phrase(
        'You change your plan yourself. The change takes effect on your next billing cycle and can be taken back until then; a dearer plan can also start at once, for a sum that is shown before you pay it. You may cancel at any time; the line then works until the end of the period that you have paid for. There is no penalty for leaving.',
      ),
    ],
  },
  {
    id: 'referrals',
    title: phrase('Refer & Earn'),
    paragraphs: [
      phrase(
        'A friend who creates an account through your link pays 20% less in the first month. You are credited ₦2,000 after the friend’s first payment, more at higher tiers as your dashboard shows. The credit pays for your own subscription. Nobody can refer themselves, and a code cannot be added afterwards.',
      ),
      phrase(
        'One person or one household with two accounts has not referred anybody: accounts that share a phone number, a card, a mailbox, a device or a home bring nothing. If you are two people all the same, write to us; staff then decide.',
      ),
    ],
  },
  {
    id: 'fair-use',
    title: phrase('What the line is not for'),
    paragraphs: [phrase('You may not use the line')],
    points: [
      phrase('to break a law of the Federal Republic of Nigeria, or the rights of others;'),
      phrase('to send unsolicited bulk messages, or to attack or disturb networks and computers;'),
      phrase('to resell the connection, unless your plan allows it in writing.'),
    ],
  },
  {
    id: 'faults',
    title: phrase('Faults and complaints'),
    paragraphs: [
      phrase(
        'Report a fault by ticket or on {phone}; a person answers at any hour. Every report gets a number that you can quote. Planned maintenance is announced under Service status before it begins.',
      ),
      phrase(
        'If you are not satisfied with how we handled your complaint, you may take it, with your ticket number, to the Nigerian Communications Commission: call 622 free of charge or use its consumer portal (consumer.ncc.gov.ng). Complaints about unfair treatment can also go to the Federal Competition and Consumer Protection Commission (fccpc.gov.ng).',
      ),
    ],
  },
  {
    id: 'liability',
    title: phrase('Our responsibility'),
    paragraphs: [
      phrase(
        'When a line fails through our fault, we repair it without charge. Paid time that a major outage of more than 24 hours took from you is added to it without your asking; for other days on which the line did not work you may ask for their price. We answer for damage that we cause on purpose or through negligence. For what lies beyond our control, such as a cut of the cable by others, a flood or a failure of public power, we do what we can to repair it quickly.',
      ),
      phrase(
        'Nothing in these terms takes away a right that the Federal Competition and Consumer Protection Act 2018, the Nigerian Communications Act 2003 or the Commission’s Consumer Code of Practice gives you.',
      ),
    ],
  },
  {
    id: 'law',
    title: phrase('Changes and law'),
    paragraphs: [
      phrase(
        'We tell you by email at least 30 days before a change of these terms takes effect for you. A new price of your plan stands on the invoice that we send before it is due, never on one that you have already; if you do not agree, you may leave before that day. The law of the Federal Republic of Nigeria applies.',
      ),
    ],
  },
];
