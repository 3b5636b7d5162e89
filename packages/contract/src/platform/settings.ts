import { variableFault, type WordedNotice, wordedNotices } from '@portal/kernel/messaging/notices/notice-words';
import { parseUrl } from '@portal/kernel/parse-url';
import { openingOf, openMsPerWeek } from '@portal/kernel/support/support-hours';
import type { SlaRules } from '@portal/kernel/support/ticket-sla';
import * as z from 'zod/mini';
import { emailAddress, isDay, requiredText, rowNumber } from './fields.ts';
import { type StaffRole, staffRoles } from './staff-permissions.ts';

const TAX_ID_LENGTH = 20;
const DAY = /^\d{4}-\d\d-\d\d$/;
const NO_SUCH_DAY = 'There is no such day';

/** Trimmed text up to `maxLength` characters; empty where there is none. */
function possiblyEmpty(maxLength: number) {
  return z.union([z.literal(''), requiredText(maxLength, 'Write it, or leave it empty')]);
}

/** The seller on invoices from the next one on, and in the frame of mails. */
const company = z.object({
  legalName: requiredText(120, 'Enter the company’s registered name'),
  street: requiredText(120, 'Enter the street'),
  district: requiredText(80, 'Enter the district'),
  city: requiredText(80, 'Enter the city'),
  taxId: possiblyEmpty(TAX_ID_LENGTH),
  registrationNumber: possiblyEmpty(TAX_ID_LENGTH),
});

const MOST_CHANGES = 30;
const MOST_RATE = 3000;

/** Dated rates of VAT in basis points, each from the beginning of its day in Lagos; before them it is 7.5 %. */
const vat = z.object({
  changes: z
    .array(
      z.object({
        from: z.string(),
        rate: z.number(),
      }),
    )
    .check(
      z.maxLength(MOST_CHANGES, 'That is more than 30 changes'),
      z.refine((changes) => changes.every(({ from }) => DAY.test(from)), 'Enter the day from which each rate applies'),
      z.refine((changes) => changes.every(({ from }) => isDay(from)), NO_SUCH_DAY),
      z.refine(
        (changes) => changes.every(({ rate }) => Number.isInteger(rate) && rate >= 0 && rate <= MOST_RATE),
        'A rate is from 0 to 30 percent, with two decimals at most',
      ),
      z.refine(
        (changes) => new Set(changes.map(({ from }) => from)).size === changes.length,
        'Two changes are from the same day',
      ),
    ),
});

const PHONE = /^\+?[\d ()-]{3,30}$/;
const WRITE_LINK = 'Write an address that begins with https://, or leave it empty';

function isSecureLink(address: string): boolean {
  const url = parseUrl(address);
  return url !== null && url.protocol === 'https:' && url.username === '';
}

const link = possiblyEmpty(300).check(z.refine((address) => address === '' || isSecureLink(address), WRITE_LINK));

/** Where customers reach the provider. A network without an address is left out of the pages. */
const contacts = z.object({
  phone: requiredText(30, 'Enter the telephone number').check(
    z.refine((phone) => PHONE.test(phone), 'Write a telephone number such as +234 803 123 4567'),
  ),
  supportEmail: emailAddress,
  salesEmail: emailAddress,
  facebook: link,
  x: link,
  instagram: link,
  linkedin: link,
});

/** What the provider says of itself on its pages. */
const claims = z.object({
  maxSpeed: requiredText(20, 'Enter the highest speed'),
  uptime: requiredText(20, 'Enter the uptime'),
  support: requiredText(20, 'Enter when support is there'),
  cities: requiredText(20, 'Enter the number of cities'),
  users: requiredText(20, 'Enter the number of customers'),
  states: requiredText(20, 'Enter the number of states'),
  chatReply: requiredText(40, 'Enter how soon a chat is answered'),
});

const TEXT_LENGTH = 12_000;

/** A heading of a section: `## Title`. */
const hasSection = z.refine<string>(
  (text) => text === '' || /^## \S/m.test(text),
  'Begin each section with a line such as ## Title',
);
const sections = () => possiblyEmpty(TEXT_LENGTH).check(hasSection);
const english = () => requiredText(TEXT_LENGTH, 'Write the English text, which counts').check(hasSection);
const translations = { yo: sections(), ha: sections(), ig: sections() };

/**
 * Texts of public pages, by language: `## Title` begins a section, `- ` a point of a list, an empty line
 * a paragraph. They are never HTML. A language without a text shows the English one.
 */
const faq = z.object({ en: english(), ...translations });
const legal = z.object({
  effectiveFrom: z
    .string('Enter the day from which it is in force')
    .check(z.regex(DAY, 'Enter the day from which it is in force'), z.refine(isDay, NO_SUCH_DAY)),
  en: english(),
  ...translations,
});

function wholeNumber(least: number, most: number) {
  const message = `Write a whole number from ${least} to ${most}`;
  return z.number(message).check(z.int(message), z.minimum(least, message), z.maximum(most, message));
}

/** Limits of the business. Those that protect the machine stay in the environment (decision 078). */
const limits = z.object({
  refundApprovalAboveNaira: wholeNumber(0, 10_000_000),
  invoiceDays: wholeNumber(7, 21),
  graceDays: wholeNumber(0, 30),
});

/** For how many days nobody gets a fixed address that a line gave back. */
const addresses = z.object({ quarantineDays: wholeNumber(0, 365) });

/** Whether somebody may pay for an account without signing in (docs/quick-pay.md). */
const quickPay = z.object({ isOn: z.enum(['on', 'off'], 'Choose on or off') });

/** Whoever may change something at the desk; an auditor never may, and an agent only takes money. */
export type WritingRole = Exclude<StaffRole, 'auditor' | 'agent'>;
export const writingRoles = staffRoles.filter((role): role is WritingRole => role !== 'auditor' && role !== 'agent');

const MOST_PROMISED_DAYS = 30;
const MOST_COURTESY_DAYS = 31;

function daysByRole<const Suffix extends string>(suffix: Suffix, most: number) {
  type Shape = Record<`${WritingRole}${Suffix}`, ReturnType<typeof wholeNumber>>;
  return Object.fromEntries(writingRoles.map((role) => [`${role}${suffix}`, wholeNumber(0, most)])) as Shape;
}

/**
 * Time to pay: for how many days ahead a customer, or a member of staff by their role, may promise to
 * pay; for how many days a broken promise rules out the next; and the free days that staff may give.
 */
const paymentTime = z.object({
  customerPromiseDays: wholeNumber(0, MOST_PROMISED_DAYS),
  brokenPromiseDays: wholeNumber(0, 730),
  ...daysByRole('PromiseDays', MOST_PROMISED_DAYS),
  ...daysByRole('CourtesyDays', MOST_COURTESY_DAYS),
  courtesyDaysPerYear: wholeNumber(0, 365),
  courtesyApprovalAboveDays: wholeNumber(0, MOST_COURTESY_DAYS),
});

/**
 * How sure staff can be of who somebody is: they know `facts` of the account, were called back at its
 * verified number (`callback`), or have shown a `card`.
 */
export const identificationKinds = ['facts', 'callback', 'card'] as const;
export type IdentificationKind = (typeof identificationKinds)[number];

const MOST_WAYS = 12;

/** How staff may know who a customer is; each has its kind, by which the portal decides what it allows. */
const identification = z.object({
  ways: z
    .array(
      z.object({
        name: requiredText(60, 'Write what staff do in each way').check(
          z.refine((name) => !/[\r\n]/.test(name), 'Write each way in one line'),
        ),
        kind: z.enum(identificationKinds, 'Choose of each way what kind it is'),
      }),
    )
    .check(
      z.minLength(1, 'List at least one way'),
      z.maxLength(MOST_WAYS, 'That is more than 12 ways'),
      z.refine(
        (ways) => new Set(ways.map(({ name }) => name.toLowerCase())).size === ways.length,
        'Two ways have the same name',
      ),
    ),
});

const HOURS = /^([01]\d|2[0-3]):[0-5]\d-(([01]\d|2[0-3]):[0-5]\d|24:00)$/;
const LEAST_OPEN_MS = 5 * 3_600_000;
const MOST_SLA_HOURS = 2160;

const dayHours = z.string().check(
  z.refine((hours) => hours === '' || HOURS.test(hours), 'Write hours such as 08:00-17:00, or nothing for a day off'),
  z.refine((hours) => {
    const opening = HOURS.test(hours) ? openingOf(hours) : null;
    return opening === null || opening.opens < opening.closes;
  }, 'It closes before it opens'),
);

const slaTime = wholeNumber(1, MOST_SLA_HOURS);

/** When support is there, and in how many of its hours tickets are answered and settled. */
const support = z
  .object({
    monday: dayHours,
    tuesday: dayHours,
    wednesday: dayHours,
    thursday: dayHours,
    friday: dayHours,
    saturday: dayHours,
    sunday: dayHours,
    holidays: z.array(z.object({ day: z.string(), name: z.string() })).check(
      z.maxLength(100, 'That is more than 100 holidays'),
      z.refine((holidays) => holidays.every(({ day }) => DAY.test(day)), 'Enter the day of each holiday'),
      z.refine((holidays) => holidays.every(({ day }) => isDay(day)), NO_SUCH_DAY),
      z.refine(
        (holidays) => holidays.every(({ name }) => name.trim() !== '' && name.length <= 60),
        'Each holiday has a name of 60 characters at most',
      ),
      z.refine(
        (holidays) => new Set(holidays.map(({ day }) => day)).size === holidays.length,
        'Two holidays are on the same day',
      ),
    ),
    faultResponse: slaTime,
    faultResolution: slaTime,
    billingResponse: slaTime,
    billingResolution: slaTime,
    accountResponse: slaTime,
    accountResolution: slaTime,
    otherResponse: slaTime,
    otherResolution: slaTime,
  })
  .check(
    z.refine((week) => openMsPerWeek(week) >= LEAST_OPEN_MS, {
      path: ['monday'],
      message: 'Support must be there for at least 5 hours a week',
    }),
    ...(['fault', 'billing', 'account', 'other'] as const).map((category) =>
      z.refine<SlaRules>((times) => times[`${category}Response`] <= times[`${category}Resolution`], {
        path: [`${category}Resolution`],
        message: 'It is settled no sooner than it is answered',
      }),
    ),
  );

/** Words of a notice; an empty one would be sent as it is. */
function noticeText(kind: WordedNotice, field: 'title' | 'text', maxLength: number) {
  return requiredText(maxLength, 'Write the words, or restore what was installed').check((written) => {
    const fault = variableFault(kind, field, written.value);
    if (fault !== null) written.issues.push({ code: 'custom', message: fault, input: written.value });
  });
}

/** By language: the title and text of mails, pushes and the bell, and the text message of kinds that have one. */
function noticeWords(kind: WordedNotice) {
  const [title, text] = [() => noticeText(kind, 'title', 120), () => noticeText(kind, 'text', 600)];
  const sms = () => z.optional(noticeText(kind, 'text', 400));
  return z.object({
    enTitle: title(),
    enText: text(),
    enSms: sms(),
    yoTitle: title(),
    yoText: text(),
    yoSms: sms(),
    haTitle: title(),
    haText: text(),
    haSms: sms(),
    igTitle: title(),
    igText: text(),
    igSms: sms(),
  });
}

export type NoticeSubject = `notice-${WordedNotice}`;

const ofNotices = Object.fromEntries(wordedNotices.map((kind) => [`notice-${kind}`, noticeWords(kind)])) as Record<
  NoticeSubject,
  ReturnType<typeof noticeWords>
>;

/** The notice whose words a group has; null for other groups. */
export function noticeOf(subject: string): WordedNotice | null {
  return wordedNotices.find((kind) => subject === `notice-${kind}`) ?? null;
}

/** Each group of settings that staff edit and publish as one, with the schema of its value. */
export const settingSchemas = {
  company,
  vat,
  contacts,
  claims,
  faq,
  privacy: legal,
  terms: legal,
  limits,
  addresses,
  'payment-time': paymentTime,
  'quick-pay': quickPay,
  identification,
  support,
  ...ofNotices,
};

export type SettingSubject = keyof typeof settingSchemas;

/** The value of a group of settings. */
export type SettingValue<S extends SettingSubject> = z.infer<(typeof settingSchemas)[S]>;

export const settingSubjects = Object.keys(settingSchemas) as [SettingSubject, ...SettingSubject[]];

/** The number of a published version; 0 is the installation's own files and environment. */
export const settingVersion = z.union([z.literal(0), rowNumber]);
