import { brand } from '@portal/brand';
import { type Kobo, toKobo } from '@portal/kernel/money';
import type { Queryable } from '../../platform/database/connection.ts';
import { SMS_USEFUL_SECONDS } from '../notices/create-notify.ts';
import { insertMessages, isBacklogged, listContacts } from '../preferences/notification.repository.ts';
import { smsPartsOf } from './sms-parts.policy.ts';

/** As many as are sent in a minute or so: codes and notices must not wait behind thousands. */
const BACKLOG = 300;

export type TextMessages = {
  /** Whether this installation can send texts. */
  readonly canText: boolean;
  /** What the text is sent as: its parts, and what they cost; `costKobo` is null where no price is known. */
  readonly measure: (text: string) => {
    readonly parts: number;
    readonly isUnicode: boolean;
    readonly costKobo: Kobo | null;
  };
  /**
   * Puts a text to a customer's verified number into the outbox, once for each `key`; a promotion is
   * not sent during the quiet hours. False where they have no verified number.
   */
  readonly queue: (
    queryable: Queryable,
    order: {
      readonly key: string;
      readonly userId: number;
      readonly text: string;
      readonly promotional: boolean;
    },
  ) => Promise<boolean>;
  /** Whether so many texts are due that no more should be queued now. */
  readonly areWaiting: (queryable: Queryable, now: Date) => Promise<boolean>;
};

/** Texts in the words of staff, after the brand's name. `sends`: whether a provider takes them. */
export function createTextMessages(deps: {
  readonly canText: boolean;
  readonly sends: boolean;
  readonly partPriceKobo: number | null;
  readonly isQuiet: (at: Date) => boolean;
}): TextMessages {
  const { canText, partPriceKobo } = deps;
  const write = (text: string) => `${brand.name}: ${text}`;
  return {
    canText,
    measure: (text) => {
      const { parts, isUnicode } = smsPartsOf(write(text));
      return { parts, isUnicode, costKobo: partPriceKobo === null ? null : toKobo(parts * partPriceKobo) };
    },
    queue: async (queryable, { key, userId, text, promotional }) => {
      const phone = (await listContacts(queryable, [userId])).get(userId)?.phone ?? null;
      if (phone === null) return false;
      const sms = { messageKey: key, channel: 'sms' as const, recipient: phone, subject: '', text: write(text) };
      await insertMessages(queryable, [{ ...sms, userId, promotional, usefulSeconds: SMS_USEFUL_SECONDS }]);
      return true;
    },
    areWaiting: async (queryable, now) =>
      deps.sends && isBacklogged(queryable, { channels: ['sms'], now, isQuiet: deps.isQuiet(now), most: BACKLOG }),
  };
}
