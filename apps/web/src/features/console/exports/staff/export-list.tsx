import {
  type ExportFormat,
  type ExportKind,
  exportFormats,
  exportKinds,
  exportNeeds,
  exportRecords,
} from '@portal/contract/console/exports';
import { Download } from 'lucide-react';
import { downloadOnClick } from '../../../../shared/proof/start-download.ts';
import { useMay } from '../../../../shared/staff/use-may.ts';
import { buttonClass } from '../../../../shared/ui/button/button.tsx';

/** What is in each file, in the words of the people who open it. */
const CONTENT: Readonly<Record<ExportKind, { readonly title: string; readonly text: string }>> = {
  customers: {
    title: 'Customers',
    text: 'Name, contacts, account number, area, credit, and whether the account is disabled.',
  },
  lines: { title: 'Lines', text: 'Plan, state, monthly fee, paid until, and the login at the network.' },
  invoices: { title: 'Invoices', text: 'Number, customer, what it is for, total and VAT, issued, due and paid.' },
  'credit-notes': { title: 'Credit notes', text: 'Number, the invoice that it corrects, total and VAT.' },
  charges: { title: 'One-off charges', text: 'What was charged once, how often, by whom, and its invoice.' },
  payments: { title: 'Payments', text: 'Every attempt: reference, gateway, amount, credit used, outcome.' },
  receipts: { title: 'Receipts', text: 'Number, the payment, total and VAT.' },
  refunds: { title: 'Refunds', text: 'The payment, how much went back, why, asked for and approved by whom.' },
  'earlier-payments': {
    title: 'Earlier payments',
    text: 'What customers paid in an earlier system, as imported. No money of this ledger.',
  },
  vouchers: {
    title: 'Vouchers',
    text: 'Serial number, batch, agent, value, state, and what each was used for. Never a PIN: nothing stores those.',
  },
  'agent-sales': { title: 'Agents’ sales', text: 'Cash that agents took: from whom, how much, and their commission.' },
  ledger: { title: 'Ledger', text: 'Every entry of every account; the entries of a transaction add up to nothing.' },
  usage: { title: 'Usage', text: 'Bytes down and up by customer and month, and the data of the plan.' },
  plans: { title: 'Plans', text: 'Name, region, speed, data and price, on offer or not.' },
  tickets: { title: 'Tickets', text: 'What was asked, in which category, and when it was answered and resolved.' },
  'ticket-replies': { title: 'Ticket replies', text: 'What was written in each ticket, with notes between staff.' },
  chats: { title: 'Chats', text: 'Whose, which agent had it, when it waited, was answered and ended, and its ticket.' },
  'chat-messages': { title: 'Chat messages', text: 'What customers and agents wrote in each chat, in order.' },
  'chat-notes': { title: 'Chat notes', text: 'What staff noted beside a chat, which no customer reads.' },
  messages: { title: 'Messages', text: 'Mails and texts: to whom, about what, sent or failed. Not what they said.' },
  audit: { title: 'Audit log', text: 'Who changed what and when, before and after.' },
};

const FORMATS: Readonly<Record<ExportFormat, string>> = { csv: 'CSV', xlsx: 'Excel' };

/**
 * The files with what the operator owns, as far as one may read it. Each download is on the audit
 * record.
 */
export function ExportList() {
  const may = useMay();
  return (
    <ul className="mt-6 border-line border-t">
      {exportKinds
        .filter((kind) => may({ permission: exportNeeds[kind] }))
        .map((kind) => (
          <li
            key={kind}
            className="flex flex-wrap items-center justify-between gap-x-8 gap-y-3 border-line border-b py-4"
          >
            <div className="min-w-0 max-w-[40em]">
              <h2 className="semi">{CONTENT[kind].title}</h2>
              <p className="soft">{CONTENT[kind].text}</p>
            </div>
            <div className="flex flex-wrap gap-3">
              {exportFormats.map((format) => (
                <a
                  key={format}
                  className={buttonClass({ variant: 'secondary' })}
                  href={exportRecords.path.replace(':file', `${kind}.${format}`)}
                  onClick={downloadOnClick}
                  download
                >
                  <Download className="icon-small" />
                  <span>
                    <span className="sr-only">{CONTENT[kind].title} as </span>
                    {FORMATS[format]}
                  </span>
                </a>
              ))}
            </div>
          </li>
        ))}
    </ul>
  );
}
