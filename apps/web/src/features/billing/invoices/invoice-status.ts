import type { InvoiceSummary } from '@portal/contract/billing/invoices';
import { CircleAlert, CircleCheck, CircleX, Clock, RotateCcw } from 'lucide-react';
import { phrase } from '../../../shared/i18n/translate.ts';
import type { StatusLook } from '../../../shared/ui/feedback/status-badge.tsx';

export type InvoiceStatus = 'due' | 'overdue' | 'paid' | 'refunded' | 'void' | 'written-off';

/**
 * How an invoice stands for its reader at a moment: an open one is overdue once its day has come, a
 * paid one whose money went back, all of it, is refunded, and one of which nothing else is asked for is
 * written off.
 */
export function invoiceStatus(
  {
    status,
    dueAt,
    total,
    creditNotes,
    writtenOff = 0,
    outstanding = total - writtenOff,
  }: Pick<InvoiceSummary, 'status' | 'dueAt' | 'total' | 'creditNotes' | 'outstanding' | 'writtenOff'>,
  now: Date,
): InvoiceStatus {
  if (status === 'open' && writtenOff > 0 && outstanding <= 0) return 'written-off';
  if (status === 'open') return new Date(dueAt) <= now ? 'overdue' : 'due';
  if (status === 'paid') {
    const leftKobo = creditNotes.reduce((left, note) => left - Math.round(note.total * 100), Math.round(total * 100));
    return creditNotes.length > 0 && leftKobo <= 0 ? 'refunded' : 'paid';
  }
  return 'void';
}

export const invoiceStatuses: Record<InvoiceStatus, StatusLook> = {
  due: { label: phrase('Due'), kind: 'info', icon: Clock },
  overdue: { label: phrase('Overdue'), kind: 'warn', icon: CircleAlert },
  paid: { label: phrase('Paid'), kind: 'ok', icon: CircleCheck },
  refunded: { label: phrase('Refunded'), kind: 'info', icon: RotateCcw },
  void: { label: phrase('Void'), kind: 'mute', icon: CircleX },
  'written-off': { label: phrase('Written off'), kind: 'mute', icon: CircleX },
};

/** Invoices that are for no month of one line. */
const BY_NUMBER: ReadonlySet<InvoiceSummary['kind']> = new Set(['charge', 'monthly']);

/**
 * The month's bill of a subscription that is out and not paid; undefined when there is none among those
 * that are known.
 */
export function openInvoice(
  invoices: readonly InvoiceSummary[] | undefined,
  subscription: { readonly id: string } | null | undefined,
): InvoiceSummary | undefined {
  const isOfIt = ({ subscriptionId: of = subscription?.id }: InvoiceSummary) => of === subscription?.id;
  return invoices?.find((invoice) => invoice.status === 'open' && !BY_NUMBER.has(invoice.kind) && isOfIt(invoice));
}

/** Where an invoice or credit note is to be read, or fetched as a PDF or as UBL. */
export function documentAddress(number: string, form: 'page' | 'pdf' | 'invoice.xml'): string {
  return `/api/user/invoices/${encodeURIComponent(number)}/${form}`;
}
