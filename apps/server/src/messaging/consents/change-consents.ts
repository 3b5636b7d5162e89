import {
  type Consent,
  type ConsentView,
  type consentSources,
  consents,
  consentWording,
  marketingConsents,
} from '@portal/contract/messaging/consents';
import type { Clock } from '@portal/kernel/clock';
import type { Database, Queryable, Transaction } from '../../platform/database/connection.ts';
import { lockChoices, saveColumns } from '../preferences/notification.repository.ts';
import { insertConsentRecords, listConsentRecords, listLatestConsents } from './consent.repository.ts';

const LISTED = 100;

type Order = {
  readonly userId: number;
  readonly change: Partial<Readonly<Record<Consent, boolean>>>;
  readonly source: (typeof consentSources)[number];
  /** Null where nobody signed in. */
  readonly actorId: number | null;
  readonly now: Date;
};

/**
 * Logs what somebody consents to or takes back, in the caller's transaction; what is so already is
 * not logged again. Messages that wait are checked when they are sent. Returns whether anything has
 * changed. `userId` must be an account.
 */
export async function changeConsents(tx: Transaction, order: Order): Promise<boolean> {
  const { userId, change, source, actorId, now } = order;
  await lockChoices(tx, userId, now);
  const latest = await listLatestConsents(tx, userId);
  const wanted = (consent: Consent) => change[consent] ?? latest.get(consent)?.given ?? false;
  const changed = consents.filter((consent) => wanted(consent) !== (latest.get(consent)?.given ?? false));
  await insertConsentRecords(
    tx,
    changed.map((consent) => ({
      userId,
      consent,
      given: wanted(consent),
      textVersion: consentWording.version,
      source,
      actorId,
      createdAt: now,
    })),
  );
  if (changed.some((consent) => consent !== 'whatsapp')) {
    await saveColumns(tx, userId, { promotionalOffers: marketingConsents.every(wanted) });
  }
  return changed.length > 0;
}

/** The same for every channel of marketing at once. */
export const toEvery = (given: boolean): Partial<Record<Consent, boolean>> =>
  Object.fromEntries(marketingConsents.map((consent) => [consent, given]));

export type ConsentDependencies = { readonly database: Database; readonly clock: Clock };

/** What this installation asks for: WhatsApp only where it has one. */
export function offeredConsents(hasWhatsApp: boolean): readonly Consent[] {
  return hasWhatsApp ? consents : marketingConsents;
}

/** What a person consents to now, each consent once. */
export async function readConsents(
  database: Queryable,
  userId: number,
  offered: readonly Consent[],
): Promise<ConsentView['consents']> {
  const latest = await listLatestConsents(database, userId);
  return offered.map((consent) => ({
    consent,
    given: latest.get(consent)?.given ?? false,
    since: latest.get(consent)?.createdAt.toISOString() ?? null,
  }));
}

/** The newest hundred entries of a person's log. */
export async function readConsentHistory(database: Queryable, userId: number): Promise<ConsentView['history']> {
  const rows = await listConsentRecords(database, userId, LISTED);
  return rows.map(({ id, consent, given, textVersion, source, createdAt }) => ({
    id,
    consent,
    given,
    textVersion,
    source,
    at: createdAt.toISOString(),
  }));
}
