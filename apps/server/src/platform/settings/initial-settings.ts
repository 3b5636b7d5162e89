import type { Brand } from '@portal/brand';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import type { NoticeSubject, SettingSubject, SettingValue } from '@portal/contract/platform/settings';
import { noticeTemplates } from '@portal/kernel/messaging/notices/notice';
import { wordedNotices } from '@portal/kernel/messaging/notices/notice-words';
import { standardSla } from '@portal/kernel/support/ticket-sla';
import type { Config } from '../config/config.ts';

/** The pages have these texts themselves until staff publish others. */
const UNTRANSLATED = { yo: '', ha: '', ig: '' };

/** Of customers without a verified number a call back proves nothing, so it is not offered for them. */
const IDENTIFICATION_WAYS: SettingValue<'identification'>['ways'] = [
  { name: 'Two facts matched', kind: 'facts' },
  { name: 'Called back', kind: 'callback' },
  { name: 'Identity card seen', kind: 'card' },
  { name: 'Passport seen', kind: 'card' },
];

const LANGUAGES = ['en', 'yo', 'ha', 'ig'] as const;

/** English to another language, by language. */
type Translations = Partial<Readonly<Record<LanguageCode, Readonly<Record<string, string>>>>>;

/** The words of every notice as installed; English where a translation is missing. */
function noticeWords(translations: Translations): Pick<SettingValues, NoticeSubject> {
  const words = wordedNotices.map((kind) => {
    const { title, text, sms } = noticeTemplates[kind];
    const all = LANGUAGES.flatMap((code) => {
      const speak = (english: string) => translations[code]?.[english] ?? english;
      const texted = sms === null ? [] : [[`${code}Sms`, `${speak(title)}. ${speak(text)}`]];
      return [[`${code}Title`, speak(title)], [`${code}Text`, speak(text)], ...texted];
    });
    return [`notice-${kind}`, Object.fromEntries(all)];
  });
  return Object.fromEntries(words);
}

/** A promise keeps a line on at the provider's risk, and courtesy days cost their price: less for who answers most calls. */
const paymentTime: SettingValue<'payment-time'> = {
  customerPromiseDays: 7,
  brokenPromiseDays: 60,
  ownerPromiseDays: 30,
  managerPromiseDays: 30,
  supportPromiseDays: 5,
  billingPromiseDays: 14,
  salesPromiseDays: 0,
  networkPromiseDays: 0,
  technicianPromiseDays: 0,
  ownerCourtesyDays: 7,
  managerCourtesyDays: 7,
  supportCourtesyDays: 1,
  billingCourtesyDays: 3,
  salesCourtesyDays: 0,
  networkCourtesyDays: 0,
  technicianCourtesyDays: 0,
  courtesyDaysPerYear: 10,
  courtesyApprovalAboveDays: 3,
};

export type SettingValues = { readonly [S in SettingSubject]: SettingValue<S> };

/** The installation's own settings, from the brand file and the environment: what applies until staff publish. */
export function initialSettings(
  brand: Brand,
  config: Pick<Config, 'seller' | 'renewals' | 'refundApprovalAboveNaira'>,
  translations: Translations,
): SettingValues {
  const { maxSpeed, uptime, support, cities, users, states, chatReply } = brand.claims;
  const hrefOf = (network: Brand['social'][number]['network']): string =>
    brand.social.find((page) => page.network === network)?.href ?? '';
  return {
    company: {
      legalName: brand.legalName,
      ...brand.address,
      taxId: config.seller.taxId ?? '',
      registrationNumber: config.seller.registrationNumber ?? '',
    },
    contacts: {
      phone: brand.phone.label,
      supportEmail: brand.supportEmail,
      salesEmail: brand.salesEmail,
      facebook: hrefOf('facebook'),
      x: hrefOf('x'),
      instagram: hrefOf('instagram'),
      linkedin: hrefOf('linkedin'),
    },
    vat: { changes: [] },
    claims: { maxSpeed, uptime, support, cities, users, states, chatReply },
    faq: { en: '', ...UNTRANSLATED },
    privacy: { effectiveFrom: '', en: '', ...UNTRANSLATED },
    terms: { effectiveFrom: '', en: '', ...UNTRANSLATED },
    support: { ...standardSla, holidays: [] },
    identification: { ways: IDENTIFICATION_WAYS },
    limits: { refundApprovalAboveNaira: config.refundApprovalAboveNaira, ...config.renewals },
    // Who still writes to the address learns in a week that it is not theirs.
    addresses: { quarantineDays: 7 },
    'payment-time': paymentTime,
    'quick-pay': { isOn: 'on' },
    ...noticeWords(translations),
  };
}
