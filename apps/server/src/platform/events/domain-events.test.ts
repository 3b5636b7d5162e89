import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { afterCommit } from '../database/after-commit.ts';
import { createDomainEvents, domainEvent, handler } from './domain-events.ts';
import { createPort } from './port.ts';

const invoicePaid = domainEvent<{ readonly invoice: string }>('invoice.paid');
const paymentFailed = domainEvent<{ readonly invoice: string }>('payment.failed');

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.pool.query('create table event_log (entry text not null); grant all on event_log to portal_app');
});
beforeEach(() => portal.pool.query('delete from event_log'));
afterAll(() => portal.close());

const logged = async () =>
  (await portal.pool.query('select entry from event_log order by ctid')).rows.map((row) => row.entry);

/** Writes the event's payload into the table, in the publisher's transaction. */
const writing = (who: string) =>
  handler(invoicePaid, `${who} logs it`, async (tx, { invoice }) => {
    await tx.execute(sql`insert into event_log values (${`${who}: ${invoice}`})`);
  });

describe('what happens when a context publishes an event', () => {
  it('runs all its handlers in the order of subscription, and no handler of another event', async () => {
    const events = createDomainEvents();
    events.subscribe([
      writing('first'),
      handler(paymentFailed, 'nothing', () => Promise.reject(new Error('must not be called'))),
    ]);
    events.subscribe([writing('second')]);
    await portal.database.transaction((tx) => events.publish(tx, invoicePaid, { invoice: 'INV-1' }));
    expect(await logged()).toEqual(['first: INV-1', 'second: INV-1']);
  });

  it('rolls everything back when one of them fails, including the publisher’s own work', async () => {
    const events = createDomainEvents();
    const failing = handler(invoicePaid, 'fails', () => Promise.reject(new Error('no database')));
    events.subscribe([writing('first'), failing]);
    const work = portal.database.transaction(async (tx) => {
      await tx.execute(sql`insert into event_log values ('the publisher’s own')`);
      await events.publish(tx, invoicePaid, { invoice: 'INV-1' });
    });
    await expect(work).rejects.toThrow('no database');
    expect(await logged()).toEqual([]);
  });

  it('does nothing when the event has no handler', async () => {
    const events = createDomainEvents();
    await portal.database.transaction((tx) => events.publish(tx, invoicePaid, { invoice: 'INV-1' }));
    expect(await logged()).toEqual([]);
  });
});

describe('work that waits for the commit', () => {
  it('runs in order once others can see what was written, and not before', async () => {
    const seen: unknown[] = [];
    await portal.database.transaction(async (tx) => {
      await tx.execute(sql`insert into event_log values ('written')`);
      afterCommit(tx, () => void seen.push('first'));
      afterCommit(tx, () => void seen.push('second'));
      expect(seen).toEqual([]);
    });
    expect(seen).toEqual(['first', 'second']);
  });

  it('is dropped when the transaction is rolled back', async () => {
    const seen: unknown[] = [];
    const work = portal.database.transaction(async (tx) => {
      afterCommit(tx, () => void seen.push('first'));
      throw new Error('changed my mind');
    });
    await expect(work).rejects.toThrow('changed my mind');
    expect(seen).toEqual([]);
  });
});

describe('a port', () => {
  it('returns the connected implementation, accepts only one, and names the port that has none', () => {
    const port = createPort<number>('answer to everything');
    expect(() => port.get()).toThrow('nothing is connected to the port answer to everything');
    port.connect(42);
    expect(port.get()).toBe(42);
    expect(() => port.connect(43)).toThrow('the port answer to everything is connected already');
  });
});
