import { phrase } from '../../../shared/i18n/translate.ts';
import type { LegalSection } from './legal-section.ts';

/**
 * A template under the Nigeria Data Protection Act 2023, to be edited by the operator and read by
 * the operator's lawyer.
 */
export const privacySections: readonly LegalSection[] = [
  {
    id: 'who',
    title: phrase('Who is responsible'),
    paragraphs: [
      phrase(
        '{company}, {address}, decides why and how your personal data is used: we are the data controller in the sense of the Nigeria Data Protection Act 2023. Write to our data protection officer at {email}, or call {phone}.',
      ),
    ],
  },
  {
    id: 'what',
    title: phrase('What we keep about you'),
    paragraphs: [phrase('We keep only what connecting, billing and helping you takes.')],
    points: [
      phrase(
        'Your account: name, email address, telephone number, and your password as a hash that nobody can read back.',
      ),
      phrase('Your subscription: the plan, its dates, the city, and the changes you asked for.'),
      phrase(
        'Your payments: amount, date, reference, payment provider and receipt. Card numbers are typed on the provider’s page and never reach us; of a card that paid we keep what kind it is, its last four digits, when it expires and a mark by which we know it again; of a saved card also the sealed key with which the provider charges it, until you remove it.',
      ),
      phrase(
        'Of somebody who pays for another without signing in: their email for the receipt, and the name they give, which the account holder sees.',
      ),
      phrase(
        'Your use of the line: how much data was carried in which period, and the results of speed tests you save.',
      ),
      phrase('For invoices to a company, where you ask for them: its name, address and tax number.'),
      phrase('What you write to us: tickets with the files you send along, messages and requests to sales.'),
      phrase('Your choices: which notifications you want, and who invited you or was invited by you.'),
      phrase(
        'Security records: when, from which network and in which browser your account was signed in to, and failed attempts, so that strangers can be kept out.',
      ),
    ],
  },
  {
    id: 'not',
    title: phrase('What we do not do'),
    paragraphs: [
      phrase(
        'We do not look into what you read, watch or send over your line. We do not sell personal data. There are no advertising or tracking cookies on this site, and no decision about you that matters is made by a machine alone.',
      ),
    ],
  },
  {
    id: 'why',
    title: phrase('Why we may use it'),
    paragraphs: [phrase('Each use rests on a ground that the Act names.')],
    points: [
      phrase('To carry out our contract with you: connection, billing, receipts, support.'),
      phrase('Because a law obliges us: accounts, taxes, and records that the communications laws prescribe.'),
      phrase(
        'For our legitimate interest, where yours does not weigh more: security, preventing fraud, planning the network.',
      ),
      phrase('With your consent, which you may take back at any time: promotional messages.'),
    ],
  },
  {
    id: 'who-else',
    title: phrase('Who else receives it'),
    paragraphs: [
      phrase(
        'Only those who help us to serve you, each with what the task takes, under a contract: the payment provider that you choose (Paystack, Flutterwave or Quickteller), the companies that carry our emails and text messages, and, where you switch on notices for a closed browser, the push service of its maker, which cannot read them. Public authorities receive what a law or a court orders, and nothing more. Where data leaves Nigeria, we make sure that it stays as well protected as the Act demands.',
      ),
      phrase(
        'Whoever pays for you without signing in sees the first letters of your name and what is due, and nothing else.',
      ),
    ],
  },
  {
    id: 'how-long',
    title: phrase('How long we keep it'),
    paragraphs: [],
    points: [
      phrase('Your account and subscription: while you are a customer.'),
      phrase(
        'Payments and receipts: six years, as the Companies and Allied Matters Act 2020 asks of accounting records.',
      ),
      phrase('Subscriber and traffic records: two years where the Cybercrimes Act 2015 prescribes it.'),
      phrase('Tickets and messages: while you are a customer, so that both sides can read what was agreed.'),
      phrase('A signed-in session: 30 days after signing in.'),
      phrase('The number by which we know a browser again: 180 days after its last sign-in.'),
    ],
  },
  {
    id: 'rights',
    title: phrase('Your rights'),
    paragraphs: [
      phrase(
        'You may ask what we hold about you and receive a copy in a form that another company can read; have it corrected; have it erased where no law obliges us to keep it; have its use limited; object to a use; and take back a consent. It costs nothing. Write to {email}; we answer within 30 days.',
      ),
      phrase(
        'If our answer does not satisfy you, you may complain to the Nigeria Data Protection Commission (ndpc.gov.ng).',
      ),
    ],
  },
  {
    id: 'safety',
    title: phrase('How we protect it'),
    paragraphs: [
      phrase(
        'Connections to this site are encrypted. Passwords are hashed with Argon2id. Staff see what their work takes, and what they change is recorded. If a breach puts you at risk, we tell the Commission within 72 hours of learning of it, and we tell you without delay.',
      ),
    ],
  },
  {
    id: 'children',
    title: phrase('Children'),
    paragraphs: [
      phrase(
        'A contract with us is for adults. If you think that a child has opened an account, write to {email} and we close it.',
      ),
    ],
  },
  {
    id: 'changes',
    title: phrase('Changes to this page'),
    paragraphs: [
      phrase(
        'When something important changes, we tell you by email before it takes effect. The date above says when this page was last changed.',
      ),
    ],
  },
];
