import type { Consent, consentSources } from '@portal/contract/messaging/consents';
import { phrase } from '../../../shared/i18n/translate.ts';

/** The wording that customers consent to: that of `consentWording`, which counts its versions. */
export const consentTexts: Readonly<Record<Consent, string>> = {
  'marketing-email': phrase('You may send me offers by email.'),
  'marketing-sms': phrase('You may send me offers by text message.'),
  'marketing-push': phrase('You may show me offers as notices on my devices.'),
  whatsapp: phrase('You may send me notices about my account on WhatsApp.'),
};

export const consentChannels: Readonly<Record<Consent, string>> = {
  'marketing-email': phrase('offers by email'),
  'marketing-sms': phrase('offers by text message'),
  'marketing-push': phrase('offers as notices'),
  whatsapp: phrase('notices on WhatsApp'),
};

export const consentSourceLabels: Readonly<Record<(typeof consentSources)[number], string>> = {
  profile: phrase('in your account'),
  'unsubscribe-link': phrase('by the link in a mail'),
  staff: phrase('told to our staff'),
  whatsapp: phrase('written on WhatsApp'),
  'number-moved': phrase('your number has changed'),
  'text-message': phrase('by a text message'),
};
