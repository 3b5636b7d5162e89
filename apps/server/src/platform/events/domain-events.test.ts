import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestPortal, type TestPortal } from '../../testing/test-portal.ts';
import { afterCommit } from '../database/after-commit.ts';
import { createDomainEvents, domainEvent, handler } from './domain-events.ts';
import { createPort } from './port.ts';

const lightLit = domainEvent<{ readonly room: string }>('light.lit');
const doorShut = domainEvent<{ readonly room: string }>('door.shut');

let portal: TestPortal;
beforeAll(async () => {
  portal = await startTestPortal();
  await portal.pool.query('create table event_log (entry text not null)');
});
beforeEach(() => portal.pool.query('delete from event_log'));
afterAll(() => portal.close());

const logged = async () =>
  (await portal.pool.query('select entry from event_log order by ctid')).rows.map((row) => row.entry);

/** Writes what it is told into the table, in the publisher's transaction. */
const writing = (who: string) =>
  handler(lightLit, `${who} writes it down`, async (tx, { room }) => {
    await tx.execute(sql`insert into event_log values (${`${who}: ${room}`})`);
  });

describe('what happens when a context publishes an event', () => {
  it('all handlers of it act, in the order in which they were subscribed, and those of other events do not', async () => {
    const events = createDomainEvents();
    events.subscribe([writing('first'), handler(doorShut, 'nothing', () => Promise.reject(new Error('not asked')))]);
    events.subscribe([writing('second')]);
    await portal.database.transaction((tx) => events.publish(tx, lightLit, { room: 'hall' }));
    expect(await logged()).toEqual(['first: hall', 'second: hall']);
  });

  it('when one of them fails, nothing of it has happened, the publisher’s own work included', async () => {
    const events = createDomainEvents();
    const failing = handler(lightLit, 'fails', () => Promise.reject(new Error('no lamp')));
    events.subscribe([writing('first'), failing]);
    const work = portal.database.transaction(async (tx) => {
      await tx.execute(sql`insert into event_log values ('the publisher’s own')`);
      await events.publish(tx, lightLit, { room: 'hall' });
    });
    await expect(work).rejects.toThrow('no lamp');
    expect(await logged()).toEqual([]);
  });

  it('without a handler the publisher goes on', async () => {
    const events = createDomainEvents();
    await portal.database.transaction((tx) => events.publish(tx, lightLit, { room: 'hall' }));
    expect(await logged()).toEqual([]);
  });
});

describe('what is due after the commit', () => {
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

  it('is forgotten when the transaction is rolled back', async () => {
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
  it('gives what was connected, once, and says by its name what is missing', () => {
    const port = createPort<number>('answer to everything');
    expect(() => port.get()).toThrow('nothing is connected to the port answer to everything');
    port.connect(42);
    expect(port.get()).toBe(42);
    expect(() => port.connect(43)).toThrow('the port answer to everything is connected already');
  });
});
