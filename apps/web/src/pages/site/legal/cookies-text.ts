import { phrase } from '../../../shared/i18n/translate.ts';
import type { LegalSection, StoredThing } from './legal-section.ts';

/**
 * The first name is the one over https, where the prefix keeps other sites of the same domain from
 * setting it.
 */
const cookies: readonly StoredThing[] = [
  {
    names: ['__Host-session', 'session'],
    purpose: phrase('Keeps you signed in. It holds a random key and nothing about you.'),
    duration: phrase('30 days, or until you log out'),
  },
  {
    names: ['__Host-browser', 'browser'],
    purpose: phrase(
      'Remembers that you signed in with this browser before, so that somebody who guesses at your password cannot lock you out, and notices when the friend you refer uses the same device. It signs nobody in.',
    ),
    duration: phrase('180 days'),
  },
  {
    names: ['__Host-directory', 'directory'],
    purpose: phrase(
      'Remembers, while you sign in to the staff console with your work account, that it was this browser that began.',
    ),
    duration: phrase('10 minutes'),
  },
  {
    names: ['__Host-passkey', 'passkey'],
    purpose: phrase('Remembers, while you sign in with a passkey, that it was this browser that began.'),
    duration: phrase('5 minutes'),
  },
  {
    names: ['__Host-language', 'language'],
    purpose: phrase('The language you chose.'),
    duration: phrase('365 days after your last visit'),
  },
];

/** What this site stores in the browser's own storage; it is never sent with a request. */
const deviceStorage: readonly StoredThing[] = [
  {
    names: ['language-saved'],
    purpose: phrase('Whether your account knows which language you chose.'),
    duration: phrase('Until you clear it'),
  },
  {
    names: ['push-of'],
    purpose: phrase(
      'Whose notices this browser shows while the portal is closed, where somebody has switched them on.',
    ),
    duration: phrase('Until they are switched off'),
  },
  {
    names: ['line'],
    purpose: phrase('Which line of your account you look at, where it has several.'),
    duration: phrase('Until you log out'),
  },
  { names: ['theme'], purpose: phrase('The light or dark theme you chose.'), duration: phrase('Until you clear it') },
  {
    names: ['payment_reference', 'payment_gateway', 'payment_checkout_url'],
    purpose: phrase('Which payment you have begun, so that you can finish or verify it after closing the page.'),
    duration: phrase('Until that payment is verified'),
  },
  {
    names: ['last-seen'],
    purpose: phrase('Your account as you saw it last, so that you can read it without a connection.'),
    duration: phrase('Until you log out'),
  },
  {
    names: ['draft:…'],
    purpose: phrase('What you have begun to write to our support team, until you send it.'),
    duration: phrase('7 days, or until you log out'),
  },
  {
    names: ['draft:phone-code:…'],
    purpose: phrase(
      'The telephone number that a code is on its way to, so that you can enter it after leaving the page.',
    ),
    duration: phrase('7 days, or until you log out'),
  },
  {
    names: ['chat-open'],
    purpose: phrase('That the chat is open in this window, so that it still is on the next page.'),
    duration: phrase('Until you close the window'),
  },
  {
    names: ['invitation'],
    purpose: phrase('The invitation to an account that you have opened, until you have signed in and accepted it.'),
    duration: phrase('Until you accept it or close the window'),
  },
  {
    names: ['line-offer'],
    purpose: phrase('The link of a line that is offered to you, until you have signed in and taken it over.'),
    duration: phrase('Until you take it over or close the window'),
  },
  {
    names: ['account-merge'],
    purpose: phrase('The link about two accounts of yours that you have opened, until you have signed in.'),
    duration: phrase('Until you close the window'),
  },
  {
    names: ['payment-link'],
    purpose: phrase(
      'The payment link that you have opened, so that this window knows it when the gateway sends you back.',
    ),
    duration: phrase('Until you close the window'),
  },
  {
    names: ['quick-pay'],
    purpose: phrase(
      'The payment that you have opened without signing in, so that this window shows what became of it.',
    ),
    duration: phrase('Until it has arrived or you close the window'),
  },
  {
    names: ['staff-active-at'],
    purpose: phrase('In the staff console: when somebody was last active, so that it signs out who has gone.'),
    duration: phrase('Until you clear it'),
  },
  {
    names: ['console-shortcuts'],
    purpose: phrase('In the staff console: whether single keys act.'),
    duration: phrase('Until you clear it'),
  },
  {
    names: ['desk:…'],
    purpose: phrase('In the staff console: answers that are written and not yet sent.'),
    duration: phrase('Until you close the window or log out'),
  },
  {
    names: ['portal-…'],
    purpose: phrase(
      'Files of this site, such as scripts and fonts, so that it opens without a connection. Nothing about you.',
    ),
    duration: phrase('Until there is a newer version'),
  },
  {
    names: ['toast'],
    purpose: phrase('A short message that is to be shown after the page has reloaded.'),
    duration: phrase('Until it is shown'),
  },
];

export const cookieSections: readonly LegalSection[] = [
  { id: 'cookies', title: phrase('Cookies'), paragraphs: [], table: cookies },
  { id: 'storage', title: phrase('Kept on your device'), paragraphs: [], table: deviceStorage },
  {
    id: 'kinds',
    title: phrase('No tracking'),
    paragraphs: [
      phrase(
        'There are no cookies for advertising, statistics or other companies here. Everything in the tables is needed for what you asked the site to do, so there is no banner that asks for your consent.',
      ),
    ],
  },
  {
    id: 'payment-pages',
    title: phrase('Pages of payment providers'),
    paragraphs: [
      phrase(
        'You pay on a page of Paystack, Flutterwave or Quickteller, which opens in a window of its own. What that page stores is for that provider’s own policy to say.',
      ),
    ],
  },
  {
    id: 'control',
    title: phrase('How to refuse or remove them'),
    paragraphs: [
      phrase(
        'Log out to end the session, or clear the data of this site in the settings of your browser. With cookies switched off you can read every public page, but not sign in, and the site forgets your language from visit to visit. Without device storage it forgets your theme.',
      ),
    ],
  },
];
