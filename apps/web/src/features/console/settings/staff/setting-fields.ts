import {
  type NoticeSubject,
  noticeOf,
  type SettingSubject,
  type SettingValue,
  writingRoles,
} from '@portal/contract/platform/settings';
import { vatPercent } from '@portal/kernel/billing/vat';
import { noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import type { WordedNotice } from '@portal/kernel/messaging/notices/notice-words';
import { parseNumber } from '@portal/kernel/parse-amount';
import { parseNaira } from '../../../../shared/format/parse-naira.ts';
import { byDay, readRows, writeRows } from './dated-rows.ts';
import { readWays, writeWays } from './identification-ways.ts';

/** A field of a group of settings as the editor shows it. */
export type SettingField = {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** What it means while it is empty. */
  readonly placeholder?: string;
  /** `text`: several lines. `number` and `amount`: sent as a number. `rates` and `holidays`: days with a percentage or a name each. `ways`: ways to identify somebody, with their kinds. `switch`: on or off. */
  readonly kind?: 'text' | 'number' | 'amount' | 'day' | 'rates' | 'holidays' | 'ways' | 'switch';
  /** Two of them stand side by side where there is room. */
  readonly narrow?: true;
  /** Of a `text`; 8 by default. */
  readonly rows?: number;
};

type FieldsOf<S extends SettingSubject> = readonly (SettingField & { readonly name: keyof SettingValue<S> & string })[];

type Group = { readonly name: string; readonly lead: string };

type OneOfAKind = Exclude<SettingSubject, NoticeSubject>;

const LEGAL_LEAD =
  'A line that begins with ## is the title of a section, with - a point of a list; an empty line begins a paragraph. {company}, {address}, {email} and {phone} are filled in.';

const groups: Readonly<Record<OneOfAKind, Group>> = {
  company: {
    name: 'Company and tax',
    lead: 'The seller on invoices and receipts that are issued from now on, and the sender of mails. Documents that are issued already keep theirs.',
  },
  vat: {
    name: 'VAT rate',
    lead: 'From the beginning of a day, all invoices that are issued have its rate. Issued ones keep theirs, and so do their credit notes and refunds. Until the first change the rate is 7.5%.',
  },
  contacts: {
    name: 'Contacts',
    lead: 'How customers reach you: on every page, in mails and on documents.',
  },
  claims: {
    name: 'Brand texts',
    lead: 'What you say of yourself on the public pages. Name, logo and colours are part of the installation.',
  },
  faq: {
    name: 'Frequent questions',
    lead: 'The questions on the support page. # account, # technical or # billing begins a category, ## a question, and its answer follows. {phone} stands for your number.',
  },
  privacy: { name: 'Privacy policy', lead: LEGAL_LEAD },
  terms: { name: 'Terms of service', lead: LEGAL_LEAD },
  support: {
    name: 'Working hours and response times',
    lead: 'When support is there, such as 08:00-17:00 or nothing on a day off, and by when tickets are due. They apply to tickets that are opened, reopened or sorted anew from now on; others keep their times. The regulator counts hours of the clock: where it binds you, leave all days at 00:00-24:00.',
  },
  'payment-time': {
    name: 'Time to pay',
    lead: 'A promise to pay keeps an unpaid line on until its day: the due day stays, and nothing is given away. Courtesy days give free time. An auditor may do neither.',
  },
  'quick-pay': {
    name: 'Paying without signing in',
    lead: 'Anybody may pay for an account by its number, a verified telephone number or mailbox, or a link of the customer’s own. They see the first letters of the name and what is due, and nothing else. Switched off, the page says how to pay instead.',
  },
  identification: {
    name: 'Who somebody is',
    lead: 'How staff may know who a customer is before they correct something. The kind decides what they may do: facts and a call back are enough for names, language and bills; a mailbox or number needs its own proof besides, or a card that two members of staff have seen.',
  },
  limits: {
    name: 'Limits',
    lead: 'They apply to what happens from now on, also to lines that are unpaid at the moment.',
  },
  addresses: {
    name: 'Fixed addresses',
    lead: 'It applies to addresses that lines release from now on.',
  },
};

const dayNames = [
  ['monday', 'Monday'],
  ['tuesday', 'Tuesday'],
  ['wednesday', 'Wednesday'],
  ['thursday', 'Thursday'],
  ['friday', 'Friday'],
  ['saturday', 'Saturday'],
  ['sunday', 'Sunday'],
] as const;

const slaTopics = [
  ['fault', 'Faults'],
  ['billing', 'Bills'],
  ['account', 'Account'],
  ['other', 'Anything else'],
] as const;

const slaFields = slaTopics.flatMap(
  ([category, label]) =>
    [
      { name: `${category}Response`, label: `${label}: answered within hours`, kind: 'number', narrow: true },
      { name: `${category}Resolution`, label: `${label}: settled within hours`, kind: 'number', narrow: true },
    ] as const,
);

/** The texts of a page by language; English counts, and is shown where another is empty. */
const textFields = [
  { name: 'en', label: 'English', kind: 'text', rows: 20 },
  { name: 'yo', label: 'Yorùbá', kind: 'text', hint: 'Empty: the English text is shown.' },
  { name: 'ha', label: 'Hausa', kind: 'text', hint: 'Empty: the English text is shown.' },
  { name: 'ig', label: 'Igbo', kind: 'text', hint: 'Empty: the English text is shown.' },
] as const;
const legalFields = [{ name: 'effectiveFrom', label: 'In force from', kind: 'day' }, ...textFields] as const;

const fields: { readonly [S in OneOfAKind]: FieldsOf<S> } = {
  company: [
    { name: 'legalName', label: 'Registered name' },
    { name: 'street', label: 'Street' },
    { name: 'district', label: 'District' },
    { name: 'city', label: 'City' },
    { name: 'taxId', label: 'Tax identification number (TIN)', hint: 'On invoices; empty: none is shown.' },
    { name: 'registrationNumber', label: 'Company registration number (RC)', hint: 'On invoices.' },
  ],
  vat: [
    {
      name: 'changes',
      label: 'Changes of the rate',
      hint: 'A scheduled change can be taken back until its day. Days that have come keep their rate.',
      kind: 'rates',
    },
  ],
  contacts: [
    { name: 'phone', label: 'Telephone', hint: 'As it is shown; the link calls its digits.' },
    {
      name: 'supportEmail',
      label: 'Email of support',
      hint: 'New tickets and unattended chats are mailed to it, too.',
    },
    { name: 'salesEmail', label: 'Email of sales', hint: 'Requests to sales are mailed to it.' },
    { name: 'facebook', label: 'Facebook', hint: 'Empty: no link.' },
    { name: 'x', label: 'X', hint: 'Empty: no link.' },
    { name: 'instagram', label: 'Instagram', hint: 'Empty: no link.' },
    { name: 'linkedin', label: 'LinkedIn', hint: 'Empty: no link.' },
  ],
  claims: [
    { name: 'maxSpeed', label: 'Highest speed' },
    { name: 'uptime', label: 'Uptime' },
    { name: 'support', label: 'When support is there' },
    { name: 'cities', label: 'Cities' },
    { name: 'users', label: 'Customers' },
    { name: 'states', label: 'States' },
    { name: 'chatReply', label: 'How soon a chat is answered', hint: 'For example 2 minutes.' },
  ],
  faq: textFields,
  privacy: legalFields,
  terms: legalFields,
  support: [
    ...dayNames.map(([name, label]) => ({ name, label, placeholder: 'Closed', narrow: true }) as const),
    { name: 'holidays', label: 'Holidays', hint: 'Support is closed on them all day.', kind: 'holidays' },
    ...slaFields,
  ],
  'payment-time': [
    {
      name: 'customerPromiseDays',
      label: 'Days ahead that customers may promise',
      hint: '0 to 30, once for each bill; 0: they may not.',
      kind: 'number',
    },
    {
      name: 'brokenPromiseDays',
      label: 'Days without another promise after a broken one',
      hint: '0 to 730.',
      kind: 'number',
    },
    ...writingRoles.map(
      (role) =>
        ({ name: `${role}PromiseDays`, label: `Promise: days ahead, ${role}`, kind: 'number', narrow: true }) as const,
    ),
    ...writingRoles.map(
      (role) =>
        ({
          name: `${role}CourtesyDays`,
          label: `Courtesy days at once, ${role}`,
          kind: 'number',
          narrow: true,
        }) as const,
    ),
    {
      name: 'courtesyDaysPerYear',
      label: 'Courtesy days of a line in a year',
      hint: '0 to 365.',
      kind: 'number',
    },
    {
      name: 'courtesyApprovalAboveDays',
      label: 'Approval by a second person above, in days',
      hint: '0 to 31.',
      kind: 'number',
    },
  ],
  'quick-pay': [{ name: 'isOn', label: 'Paying without signing in', kind: 'switch' }],
  identification: [
    {
      name: 'ways',
      label: 'Ways to know who it is',
      hint: 'A call back is offered only where a number of the account is verified.',
      kind: 'ways',
    },
  ],
  addresses: [
    {
      name: 'quarantineDays',
      label: 'Quarantine in days',
      hint: 'For so long nobody gets an address that a line gave back. 0 to 365.',
      kind: 'number',
    },
  ],
  limits: [
    {
      name: 'refundApprovalAboveNaira',
      label: 'Approval by a second person above, in naira',
      hint: 'Refunds, payments in review booked as credit, and credit. 0 to 10,000,000.',
      kind: 'amount',
    },
    {
      name: 'invoiceDays',
      label: 'Invoice this many days before the paid time ends',
      hint: '7 to 21.',
      kind: 'number',
    },
    {
      name: 'graceDays',
      label: 'Days that an unpaid line stays on',
      hint: '0 to 30; after them the line is suspended.',
      kind: 'number',
    },
  ],
};

/** The languages of customers. */
export const customerLanguages = [
  { code: 'en', name: 'English' },
  { code: 'yo', name: 'Yorùbá' },
  { code: 'ha', name: 'Hausa' },
  { code: 'ig', name: 'Igbo' },
] as const;

/** The words of a notice, language by language; of a text message only where the notice has one. */
function noticeFields(kind: WordedNotice): readonly SettingField[] {
  return customerLanguages.flatMap(({ code, name }) => [
    { name: `${code}Title`, label: `Title, ${name}` },
    { name: `${code}Text`, label: `Text, ${name}`, kind: 'text' as const, rows: 3 },
    ...(noticeTemplates[kind].sms === null
      ? []
      : [{ name: `${code}Sms`, label: `Text message, ${name}`, kind: 'text' as const, rows: 3 }]),
  ]);
}

const groupKey = (subject: SettingSubject) => subject as OneOfAKind;

/** What a group is called, and what it is for. */
export function groupOf(subject: SettingSubject): Group {
  const kind = noticeOf(subject);
  if (kind === null) return groups[groupKey(subject)];
  return {
    name: noticeTemplates[kind].title.replace(/ (?:on )?\{\w+\}/g, ''),
    lead: 'The words of this notice at the bell, by push, mail and text message, in the language of each customer.',
  };
}

export function fieldsOf(subject: SettingSubject): readonly SettingField[] {
  const kind = noticeOf(subject);
  return kind === null ? fields[groupKey(subject)] : noticeFields(kind);
}

/** Basis points of a written percentage; below zero, which is refused, where it is no number. */
function rateOf(percent: string): number {
  const rate = Number((Number(percent.replace('%', '') || Number.NaN) * 100).toFixed(4));
  return Number.isFinite(rate) ? rate : -1;
}

const writeHolidays = (holidays: SettingValue<'support'>['holidays']) =>
  writeRows(holidays.map(({ day, name }) => ({ day, text: name })).toSorted(byDay));

const writeRates = (changes: SettingValue<'vat'>['changes']) =>
  writeRows(changes.map(({ from, rate }) => ({ day: from, text: `${vatPercent(rate)}%` })).toSorted(byDay));

/** What the fields of a form mean: a value for the schema of its group. */
export function typedValue(subject: SettingSubject, typed: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    fieldsOf(subject).map(({ name, kind }) => {
      const text = typed[name] ?? '';
      if (kind === 'holidays') return [name, readRows(text).map(({ day, text }) => ({ day, name: text }))];
      if (kind === 'ways') return [name, readWays(text)];
      if (kind === 'rates') return [name, readRows(text).map(({ day, text }) => ({ from: day, rate: rateOf(text) }))];
      if (text.trim() === '') return [name, text];
      if (kind === 'amount') return [name, parseNaira(text)];
      return [name, kind === 'number' ? parseNumber(text) : text];
    }),
  );
}

/** A value as the fields of a form. */
export function typedOf(subject: SettingSubject, value: unknown): Record<string, string> {
  const known = (value ?? {}) as Readonly<Record<string, unknown>>;
  return Object.fromEntries(
    fieldsOf(subject).map(({ name, kind }) => {
      if (kind === 'holidays') return [name, writeHolidays(known[name] as SettingValue<'support'>['holidays'])];
      if (kind === 'ways') return [name, writeWays(known[name] as SettingValue<'identification'>['ways'])];
      if (kind === 'rates') return [name, writeRates(known[name] as SettingValue<'vat'>['changes'])];
      return [name, String(known[name] ?? '')];
    }),
  );
}

/** Whether two values of a group are the same. */
export function isSameSetting(subject: SettingSubject, one: unknown, other: unknown): boolean {
  return JSON.stringify(typedOf(subject, one)) === JSON.stringify(typedOf(subject, other));
}
