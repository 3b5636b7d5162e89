import type { LanguageCode } from '@portal/contract/messaging/notices';
import { lagosDateTime } from '@portal/kernel/calendar';
import { interpolate } from '@portal/kernel/interpolate';
import { formatNaira, type Kobo } from '@portal/kernel/money';
import { cutGsm, gsmText } from '../../messaging/index.ts';
import type { Balance, LineVerdict, Outage } from './menu-services.port.ts';
import type { MenuText } from './texts/menu-texts.en.ts';
import { menuTexts } from './texts/menu-texts.ts';

/** The most places of a screen of USSD, with the four of "CON " or "END ". */
export const LONGEST_SCREEN = 182;
export const PREFIX_PLACES = 4;

/** What the screens say of the installation. */
export type MenuFacts = {
  /** A chat says in other words what only keys and texts have. */
  readonly form: 'keys' | 'chat';
  readonly brandName: string;
  /** What customers dial, "*347*100#"; null where there is no USSD. */
  readonly code: string | null;
  /** The host of the portal. */
  readonly site: string;
  readonly supportPhone: string;
};

/** The most places of each value: what is longer is cut. */
const PLACES = { brand: 20, name: 16, area: 24, title: 44, site: 32, code: 16, support: 20 } as const;

const short = (value: string, places: number) => cutGsm(gsmText(value).trim(), places);

/** "25,000" with N: the sign of the naira is not in the GSM alphabet. */
export function amountOf(amountKobo: Kobo): string {
  return gsmText(formatNaira(amountKobo));
}

/** "04/12/2026" in Lagos. */
export function dayOf(at: Date): string {
  const [year, month, day] = lagosDateTime(at).slice(0, 10).split('-');
  return `${day}/${month}/${year}`;
}

/** "04/12 18:30" in Lagos. */
function timeOf(at: Date): string {
  const [, month, day] = lagosDateTime(at).slice(0, 10).split('-');
  return `${day}/${month} ${lagosDateTime(at).slice(11, 16)}`;
}

/** "08031234567", as people in Nigeria write it. */
export function localNumber(phone: string): string {
  return phone.startsWith('+234') ? `0${phone.slice(4)}` : phone;
}

/** Says a text of the menu in a language, with its values cut to their places. */
export type Say = (text: MenuText, values?: Readonly<Record<string, string>>) => string;

/** What a chat says instead. */
const IN_CHAT: Partial<Record<MenuText, MenuText>> = {
  over: 'chatOver',
  tooManyWrong: 'chatTooManyWrong',
  payByLink: 'chatPayByLink',
};

export function createSay(language: LanguageCode, { form, brandName, code, site, supportPhone }: MenuFacts): Say {
  const facts = {
    brand: short(brandName, PLACES.brand),
    code: short(code ?? '', PLACES.code),
    site: short(site, PLACES.site),
    support: short(supportPhone, PLACES.support),
  };
  const named = (text: MenuText) => (form === 'chat' ? (IN_CHAT[text] ?? text) : text);
  return (text, values = {}) => interpolate(menuTexts[language][named(text)], { ...facts, ...values });
}

export const nameOf = (name: string) => short(name, PLACES.name);
export const labelOf = (label: string) => short(label, PLACES.area);

/**
 * One screen: its parts below each other. With values of the most places no screen is too long, which
 * menu.test.ts tries.
 */
export function screenOf(...parts: readonly (string | null)[]): string {
  return parts.filter((part) => part !== null && part !== '').join('\n');
}

export function balanceText(say: Say, { dueKobo, creditKobo, next, hasPlan }: Balance): string {
  if (!hasPlan && dueKobo === 0) {
    return [say('noPlan'), creditKobo > 0 ? say('credit', { amount: amountOf(creditKobo) }) : ''].join(' ').trim();
  }
  return [
    dueKobo > 0 ? say('due', { amount: amountOf(dueKobo) }) : say('nothingDue'),
    ...(next ? [say('next', { amount: amountOf(next.amountKobo), day: dayOf(next.at) })] : []),
    ...(creditKobo > 0 ? [say('credit', { amount: amountOf(creditKobo) })] : []),
  ].join(' ');
}

const endText = (say: Say, endsAt: Date | null) =>
  endsAt === null ? say('endUnknown') : say('expectedEnd', { time: timeOf(endsAt) });

export function outageText(say: Say, { kind, area, title, startsAt, endsAt }: Outage): string {
  const values = { area: short(area, PLACES.area), title: short(title, PLACES.title) };
  const what = kind === 'incident' ? say('outage', values) : say('maintenance', values);
  return [what, ...(startsAt ? [say('from', { time: timeOf(startsAt) })] : []), endText(say, endsAt)].join(' ');
}

export function lineText(say: Say, verdict: LineVerdict): string {
  switch (verdict.kind) {
    case 'no-plan':
      return say('lineNone');
    case 'awaiting-payment':
      return say('lineAwaiting');
    case 'account-unpaid':
      return say('lineUnpaid');
    case 'account-paused':
      return say('linePaused', { day: dayOf(verdict.until) });
    case 'limit-reached':
      return say('lineLimit');
    case 'incident':
    case 'maintenance': {
      const values = { area: short(verdict.area, PLACES.area) };
      const what = verdict.kind === 'incident' ? say('lineIncident', values) : say('lineMaintenance', values);
      return `${what} ${endText(say, verdict.endsAt)}`;
    }
    case 'online':
      return say('lineOn', { time: timeOf(verdict.since) });
    case 'no-session':
      return say('lineOff', { time: timeOf(verdict.since) });
    case 'unknown':
      return say('lineUnknown');
  }
}
