import { slaDeadlines } from '@portal/kernel/support/ticket-sla';
import type { Transaction } from '../../platform/database/connection.ts';
import { supportTickets, ticketReplies } from '../../platform/database/schema/support/ticket.ts';

const HOUR_MS = 3_600_000;

type TicketRow = typeof supportTickets.$inferInsert;

type DemoTicket = Pick<TicketRow, 'subject' | 'description' | 'status' | 'priority'> & {
  readonly category: 'fault' | 'billing' | 'account' | 'other';
  /** Hours before now, as are the others. */
  readonly opened: number;
  readonly resolved?: number;
  readonly replies: readonly { readonly by: 'customer' | 'staff'; readonly at: number; readonly text: string }[];
};

/**
 * One that was resolved, one in progress whose resolution is a day overdue, and one without an
 * answer yet, in time.
 */
const TICKETS: readonly DemoTicket[] = [
  {
    subject: 'Slow in the evenings',
    description: 'Since Monday the connection is slow between 8 and 10 pm. The router was restarted twice.',
    status: 'resolved',
    priority: 'medium',
    category: 'fault',
    opened: 576,
    resolved: 528,
    replies: [
      {
        by: 'staff',
        at: 574,
        text: 'Good evening Amina. I have measured your line and its light is weaker than it should be. An engineer can come tomorrow between 9 and 11. Does that suit you?',
      },
      { by: 'customer', at: 573, text: 'Yes, somebody is at home all morning.' },
      {
        by: 'staff',
        at: 528,
        text: 'The connector at your fibre box was dirty and has been replaced. Please write here if it is slow again.',
      },
    ],
  },
  {
    subject: 'Connection drops when it rains',
    description:
      'Whenever it rains hard the red lamp on the fibre box comes on and the internet is gone for some minutes. It has happened four times this week.',
    status: 'in-progress',
    priority: 'high',
    category: 'fault',
    opened: 96,
    replies: [
      {
        by: 'staff',
        at: 93,
        text: 'Thank you for telling us, Amina. Water seems to get into a joint on your street. Our engineers open it as soon as the road is dry.',
      },
      { by: 'customer', at: 30, text: 'It has happened again this night. When will somebody come?' },
    ],
  },
  {
    subject: 'Name on my receipts',
    description: 'Please put the name of my business, Bello Textiles, on the receipts from next month on.',
    status: 'open',
    priority: 'low',
    category: 'account',
    opened: 20,
    replies: [],
  },
];

/**
 * The demo customer's tickets with their threads. `staffId` answers. No mail is sent about the
 * past.
 */
export async function seedTickets(
  tx: Transaction,
  people: { readonly userId: number; readonly staffId: number },
  now: Date,
): Promise<void> {
  const before = (hours: number) => new Date(now.getTime() - hours * HOUR_MS);
  for (const { opened, resolved, replies, ...ticket } of TICKETS) {
    const answers = replies.filter(({ by }) => by === 'staff').map(({ at }) => at);
    const [row] = await tx
      .insert(supportTickets)
      .values({
        ...ticket,
        ...slaDeadlines(ticket.category, before(opened)),
        userId: people.userId,
        assigneeId: answers.length > 0 ? people.staffId : null,
        firstResponseAt: answers.length > 0 ? before(Math.max(...answers)) : null,
        resolvedAt: resolved === undefined ? null : before(resolved),
        createdAt: before(opened),
        updatedAt: before(Math.min(opened, ...replies.map(({ at }) => at))),
      })
      .returning({ id: supportTickets.id });
    if (!row || replies.length === 0) continue;
    await tx.insert(ticketReplies).values(
      replies.map(({ by, at, text }, index) => ({
        ticketId: row.id,
        authorId: by === 'staff' ? people.staffId : people.userId,
        fromStaff: by === 'staff',
        body: text,
        clientReplyId: `demo-${index + 1}`,
        createdAt: before(at),
      })),
    );
  }
}
