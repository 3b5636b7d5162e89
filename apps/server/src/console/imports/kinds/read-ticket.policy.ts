import { type Cells, readChoice, readMoment, readText, requireText } from '../cell.policy.ts';

export type ImportedTicket = {
  readonly customer: string;
  readonly subject: string;
  readonly description: string;
  readonly category: string;
  readonly priority: string;
  readonly status: string;
  readonly createdAt: Date | null;
};

const CATEGORIES = ['fault', 'billing', 'account', 'other'] as const;
const PRIORITIES = ['low', 'medium', 'high', 'urgent'] as const;
const STATUSES = ['open', 'in-progress', 'resolved', 'closed'] as const;

/** Throws RowFault. */
export function readTicket(cells: Cells) {
  const subject = requireText(cells.subject, 'The subject', 200);
  const values: ImportedTicket = {
    customer: requireText(cells.customer, 'The customer', 100),
    subject,
    description: readText(cells.description, 'The description', 10_000) ?? subject,
    category: readChoice(cells.category, { label: 'The category', of: CATEGORIES, otherwise: 'other' }),
    priority: readChoice(cells.priority, { label: 'The priority', of: PRIORITIES, otherwise: 'medium' }),
    status: readChoice(cells.status, { label: 'The status', of: STATUSES, otherwise: 'open' }),
    createdAt: readMoment(cells.createdAt, 'The date', 'start'),
  };
  return { externalId: requireText(cells.id, 'The ticket id', 100), values };
}
