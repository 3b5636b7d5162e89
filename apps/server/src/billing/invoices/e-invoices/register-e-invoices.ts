import { unhurried } from '../../../platform/database/connection.ts';
import { runTransaction } from '../../../platform/database/run-transaction.ts';
import type { BillingDependencies } from '../../billing-dependencies.ts';
import { sendRegisteredInvoice } from '../../companies/send-registered-invoice.ts';
import { documentRegistered } from '../../events.ts';
import type { Lookup, Registration } from './access-points/access-point.port.ts';
import type { EInvoicing } from './access-points/create-e-invoicing.ts';
import { qrTextOf } from './access-points/qr-text.ts';
import {
  claimDue,
  markRegistered,
  markSending,
  postponeHeldInvoices,
  recordFault,
  type Source,
} from './e-invoice.repository.ts';
import { type Prepared, prepareDocument } from './prepare-documents.ts';

export type RegisterDependencies = BillingDependencies & { readonly eInvoicing: EInvoicing };

const BATCH = 50;
/** Until another run takes over from an instance that was killed: longer than a batch of calls without answer. */
const LEASE_MS = 5 * 60_000;
const FIRST_WAIT_MS = 15_000;
const LONGEST_WAIT_MS = 15 * 60_000;
/** So many attempts in a row without an answer, and this run ends: the provider is away. */
const UNANSWERED_ENOUGH = 5;
/** So often a duplicate is asked about before a person is to decide. */
const DUPLICATE_ASKED = 6;

type Outcome = Registration | Lookup;

/** `earlier`: how often it was sent before. */
type Attempt = { readonly outcome: Outcome; readonly earlier: number };

function waitAfter(attempts: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts, 10));
}

/**
 * Sends a document, or asks for it first where it may have arrived before. What the provider calls a
 * duplicate is ours where it has been sent before, and it then says so itself.
 */
async function attempt(deps: RegisterDependencies, { source, order }: Prepared): Promise<Attempt | null> {
  const { accessPoint } = deps.eInvoicing;
  const { row } = source;
  if (row.attempts > 0 && accessPoint.find) {
    const found = await accessPoint.find(order.irn);
    if (found.kind !== 'absent') return { outcome: found, earlier: row.attempts };
  }
  const earlier = await markSending(deps.database, row.id);
  if (earlier === null) return null;
  const outcome = await accessPoint.register(order);
  if (outcome.kind !== 'duplicate' || earlier === 0) return { outcome, earlier };
  const confirmed = await accessPoint.confirm(order.irn);
  return { outcome: confirmed.kind === 'absent' ? outcome : confirmed, earlier };
}

/** Everything that follows from a registration, in one transaction, once. `given`: the text of the code, where the provider makes it. */
export async function recordRegistration(
  deps: RegisterDependencies,
  prepared: Prepared,
  given: string | null,
): Promise<void> {
  const { eInvoicing } = deps;
  const { row, invoice } = prepared.source;
  const { irn } = prepared.order;
  const now = deps.clock();
  const qrText = given ?? (eInvoicing.stampKeys && qrTextOf(eInvoicing.stampKeys, irn, now));
  await runTransaction(unhurried(deps.database), async (tx) => {
    const mark = async (): Promise<boolean> => {
      const isNew = await markRegistered(tx, { ...row, irn }, { registeredAt: now, qrText });
      if (isNew) await deps.publish(tx, documentRegistered, { documentNumber: row.documentNumber });
      return isNew;
    };
    const isHeld = row.procedure === 'clearance' && row.invoiceId !== null && invoice.kind === 'monthly';
    // A company is locked before anything of it.
    if (isHeld) await sendRegisteredInvoice(deps, tx, { invoice, isRegistered: mark }, now);
    else await mark();
  });
  deps.publishLiveUpdate(row.userId, 'payments');
}

type Undecided = Exclude<Outcome, { readonly kind: 'registered' | 'absent' }>;

/** The state after an attempt that registered nothing, or may not have. */
async function recordUndecided(
  deps: RegisterDependencies,
  { row }: Source,
  { outcome, earlier }: { readonly outcome: Undecided; readonly earlier: number },
): Promise<void> {
  const now = deps.clock();
  const next = new Date(now.getTime() + waitAfter(earlier));
  const at = now.toISOString();
  if (outcome.kind === 'refused') {
    const { code, field, message } = outcome;
    return recordFault(deps.database, row.id, {
      status: 'refused',
      fault: { code, field, message, at },
      nextAttemptAt: null,
    });
  }
  if (outcome.kind === 'duplicate') {
    const isForeign = earlier === 0;
    const needsPerson = isForeign || earlier >= DUPLICATE_ASKED;
    const message = isForeign
      ? 'The authority has a document with this number already, and we have not sent it: look it up there.'
      : 'The provider calls it a duplicate but does not say that it is registered: look it up there.';
    return recordFault(deps.database, row.id, {
      status: needsPerson ? 'refused' : 'unknown',
      fault: { code: 'duplicate', field: 'irn', message, at },
      nextAttemptAt: needsPerson ? null : next,
    });
  }
  const { kind, reason } = outcome;
  // Of an earlier attempt nothing is known by now either.
  const status = kind === 'unknown' || row.status === 'unknown' ? 'unknown' : 'waiting';
  return recordFault(deps.database, row.id, {
    status,
    fault: { code: kind, field: null, message: reason, at },
    nextAttemptAt: next,
  });
}

const isUnanswered = ({ kind }: Outcome) => ['not-sent', 'unknown', 'busy', 'keys-refused'].includes(kind);

/** Registers one document; true where its provider gave no usable answer. */
async function registerOne(deps: RegisterDependencies, prepared: Prepared): Promise<boolean> {
  const { source } = prepared;
  try {
    const attempted = await attempt(deps, prepared);
    if (!attempted) return false;
    const { outcome, earlier } = attempted;
    if (outcome.kind === 'registered') await recordRegistration(deps, prepared, outcome.qrText);
    else if (outcome.kind !== 'absent') await recordUndecided(deps, source, { outcome, earlier });
    return isUnanswered(outcome);
  } catch (error) {
    deps.log.error({ err: error, document: source.row.documentNumber }, 'a document was not registered');
    return false;
  }
}

/** Begins at most so many a minute, evenly. */
function createPace(callsAMinute: number): () => Promise<void> {
  const gapMs = 60_000 / callsAMinute;
  let nextAt = 0;
  return async () => {
    const now = performance.now();
    nextAt = Math.max(now, nextAt + gapMs);
    if (nextAt > now) await new Promise((resolve) => setTimeout(resolve, nextAt - now));
  };
}

/** Claims documents and makes them ready to be sent, in one transaction. */
async function claim(deps: RegisterDependencies): Promise<{ readonly claimed: number; readonly ready: Prepared[] }> {
  return runTransaction(unhurried(deps.database), async (tx) => {
    const now = deps.clock();
    const leaseEndsAt = new Date(now.getTime() + LEASE_MS);
    const sources = await claimDue(tx, { now, leaseEndsAt, limit: BATCH });
    const ready: Prepared[] = [];
    for (const source of sources) {
      const prepared = await prepareDocument(deps, tx, source);
      if (prepared) ready.push(prepared);
    }
    return { claimed: sources.length, ready };
  });
}

/**
 * Registers the documents whose time has come, those of businesses first, and returns how many it looked
 * at. Each is sent with the number and content of its first attempt, is `unknown` before it leaves, and is
 * asked for or sent again until the answer is known: so each is registered once, or waits for a person.
 * Safe to repeat and to run concurrently. Ends early where the provider does not answer, and starts
 * nothing after the signal.
 */
export async function registerEInvoices(deps: RegisterDependencies, signal?: AbortSignal): Promise<number> {
  const { callsAMinute, callsAtOnce } = deps.eInvoicing;
  const pace = createPace(callsAMinute);
  await postponeHeldInvoices(deps.database, deps.clock());
  let count = 0;
  let unanswered = 0;
  const mayGoOn = () => !signal?.aborted && unanswered < UNANSWERED_ENOUGH;
  while (mayGoOn()) {
    const { claimed, ready } = await claim(deps);
    count += claimed;
    const work = async (): Promise<void> => {
      for (let next = ready.shift(); next && mayGoOn(); next = ready.shift()) {
        await pace();
        unanswered = (await registerOne(deps, next)) ? unanswered + 1 : 0;
      }
    };
    await Promise.all(Array.from({ length: callsAtOnce }, work));
    if (claimed < BATCH) break;
  }
  return count;
}
