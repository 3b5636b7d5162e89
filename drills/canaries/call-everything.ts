import { endpoints } from '@portal/contract';
import type pg from 'pg';
import { openSession } from '../../bench/fuzz/callers.ts';
import { validCasesOf } from '../../bench/fuzz/cases.ts';
import { knownForCall, readKnownValues } from '../../bench/fuzz/known-values.ts';
import type { createClient } from '../../bench/fuzz/send.ts';
import { proofOf } from '../../bench/fuzz/signed-requests.ts';
import { NETWORK_TOKEN, SESSION_SECRET } from './installation.ts';

const CASES_A_CALL = 3;
/** The headers of a browser on a page of the portal. */
export const BROWSER = { 'sec-fetch-site': 'same-origin' };

/** Every call of the contract, valid, with canaries in the fields of these names; resolves with how many were sent. */
export async function callEverything(
  client: ReturnType<typeof createClient>,
  database: pg.Client,
  people: { readonly customer: number; readonly staff: number },
  canaries: ReadonlyMap<string, readonly unknown[]>,
): Promise<number> {
  let sent = 0;
  const dangerous = /^\/api\/(user\/deletion|staff\/people)/;
  for (const entry of endpoints) {
    if (dangerous.test(entry.path) || entry.file !== undefined) continue;
    const who = entry.access === 'admin' || entry.access === 'staff-sign-in' ? people.staff : people.customer;
    const caller = await openSession(database, SESSION_SECRET, who);
    const values = await readKnownValues(database, people);
    const known = new Map([...(await knownForCall(database, entry, values, people)), ...canaries]);
    for (const one of validCasesOf(entry, known, { seed: sent, count: CASES_A_CALL })) {
      const proof =
        entry.access === 'network'
          ? { authorization: `Bearer ${NETWORK_TOKEN}` }
          : entry.access === 'gateway'
            ? proofOf('paystack', one.body ?? '')
            : caller.headers;
      await client.send({ ...one, headers: { ...BROWSER, ...one.headers, ...proof } });
      sent++;
    }
  }
  return sent;
}
