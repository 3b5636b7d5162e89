import { DAY_MS } from '@portal/kernel/calendar';
import { withVat } from '../with-vat.ts';

/** What a line has beside its plan. Months are counted from 1; `last` is the last one it is had in. */
export type AddonModel = { fee: number; chargedThrough: number; last: number | null; ended: boolean };

/** What of an account decides about it. */
type Account = {
  readonly addsVat: boolean;
  readonly status: string;
  readonly pausedUntil: Date | null;
  readonly months: readonly {
    readonly start: Date;
    readonly end: Date;
    readonly restMs: number;
    readonly goneFrom: Date | null;
  }[];
  addon: AddonModel | null;
  /** Open invoices of add-ons for months, or parts of them, that were paid without. */
  charged: number;
};

/** What it adds to the price of the next month. */
export const addonFee = ({ addon }: Account): number => (addon && addon.last === null ? addon.fee : 0);

/** It is paid for with the newest month. */
export function payAddon(account: Account, addon: AddonModel | null): void {
  if (!addon || addon.ended) return;
  addon.chargedThrough = account.months.length;
  if (addon.last !== null) addon.last = account.months.length;
}

/** From now on, for the days that are left of the month. */
export function startAddon(account: Account, fee: number, now: Date): void {
  if (account.status === 'none' || account.pausedUntil || account.addon) return;
  const begun = account.months.findLastIndex(({ start }) => start <= now);
  account.addon = { fee, chargedThrough: begun + 1, last: null, ended: false };
  const month = account.months.findLast(({ goneFrom, start }) => !goneFrom && start <= now);
  if (!month || month.end <= now) return;
  const total = Math.max(1, Math.round((month.end.getTime() - month.start.getTime() - month.restMs) / DAY_MS));
  const left = Math.min(total, Math.max(1, Math.ceil((month.end.getTime() - now.getTime()) / DAY_MS)));
  account.charged += withVat(account, Math.round((fee * left) / total));
}

/** With the time that it is paid for. */
export function endAddon(account: Account, now: Date): void {
  const { addon } = account;
  if (!addon) return;
  addon.last ??= addon.chargedThrough;
  endIfOver(account, now);
}

export function keepAddon({ addon }: Account): void {
  if (addon) addon.last = null;
}

function endIfOver(account: Account, now: Date): void {
  const { addon } = account;
  if (!addon) return;
  const month = addon.last === null ? null : account.months[addon.last - 1];
  const isHad = addon.last === null || (month && !month.goneFrom && month.end > now);
  if (account.status !== 'none' && isHad) return;
  addon.ended = true;
  account.addon = null;
}

/** The effects of time: it ends, or months that were paid without it are charged by themselves. */
export function passAddon(account: Account, now: Date): void {
  endIfOver(account, now);
  const { addon } = account;
  if (!addon || addon.last !== null || addon.chargedThrough >= account.months.length) return;
  for (const { goneFrom, end } of account.months.slice(addon.chargedThrough))
    if (!goneFrom && end > now) account.charged += withVat(account, addon.fee);
  addon.chargedThrough = account.months.length;
}

/** It goes along with the line, whose months before `first` stay. */
export function moveAddon(from: Account, to: Account, first: number): void {
  const { addon } = from;
  from.addon = null;
  if (!addon) return;
  to.addon = {
    ...addon,
    chargedThrough: Math.max(0, addon.chargedThrough - first),
    last: addon.last === null ? null : Math.max(0, addon.last - first),
  };
  addon.ended = true;
}
