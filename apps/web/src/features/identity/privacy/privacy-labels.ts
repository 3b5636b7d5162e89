import type { DataPurpose, DeletionObstacle, HeldBasis, HeldKind } from '@portal/contract/identity/privacy';
import { phrase } from '../../../shared/i18n/translate.ts';

export const PURPOSE_LABELS: Record<DataPurpose, { readonly title: string; readonly text: string }> = {
  account: { title: phrase('Your account'), text: phrase('Who you are and how we reach you.') },
  'sign-in': { title: phrase('Signing in'), text: phrase('Where you are signed in, so that nobody else is.') },
  billing: { title: phrase('Your bills'), text: phrase('Plans, invoices, receipts and credit.') },
  payments: {
    title: phrase('Your payments'),
    text: phrase('What you paid, and cards that you saved, without their numbers.'),
  },
  network: {
    title: phrase('Your line'),
    text: phrase('Where it is, the login of your router, speed tests and faults.'),
  },
  usage: { title: phrase('Your data use'), text: phrase('How much you use each month of what your plan has.') },
  traffic: {
    title: phrase('Connection records'),
    text: phrase('When your line was online, and with which address.'),
  },
  support: {
    title: phrase('Your questions'),
    text: phrase('Tickets, chats and files, and what our staff note about you.'),
  },
  messages: {
    title: phrase('Messages to you'),
    text: phrase('Notices, emails and texts, and how you want them.'),
  },
  sales: { title: phrase('Your requests'), text: phrase('What you asked our sales team.') },
  audit: { title: phrase('Record of changes'), text: phrase('Who changed what in your account.') },
  privacy: { title: phrase('Privacy requests'), text: phrase('That you asked us for a copy or to delete you.') },
};

export const BASIS_LABELS: Record<HeldBasis, string> = {
  contract: phrase('We need it for your service'),
  'legal-obligation': phrase('The law requires it'),
  'legitimate-interest': phrase('We need it to run and protect the service'),
  consent: phrase('You agreed to it'),
};

export const KIND_LABELS: Record<HeldKind, string> = {
  identity: phrase('Names'),
  contact: phrase('Contact details'),
  text: phrase('What was written'),
  payment: phrase('Payment details'),
  network: phrase('Connection details'),
  device: phrase('Devices'),
};

/** As the server refuses a deletion. */
export const OBSTACLE_LABELS: Record<DeletionObstacle, string> = {
  staff: phrase('You work at the console. An owner has to switch your account off first.'),
  'last-owner': phrase('You are the last owner of an account that others use. Make somebody else its owner first.'),
  debt: phrase('An invoice is not paid yet. Pay it first.'),
  payment: phrase('A payment is still under way. Wait until it is decided.'),
  dispute: phrase('A payment is disputed at the bank. Wait until that is decided.'),
  refund: phrase('A refund is still on its way to you. Wait until it has arrived.'),
  credit: phrase('You have account credit left. Use it up, or ask us to pay it out.'),
  subscription: phrase('Your line has paid time left.'),
};
