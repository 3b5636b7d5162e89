import { printInvoice } from '../invoices/send-invoice.ts';
import { type PaperDependencies, printPaper } from './describe-paper.ts';
import { findSending } from './sending.repository.ts';
import { sendingOf } from './sending-messages.ts';

type Attachment = { readonly filename: string; readonly content: Buffer };

/** The files of a mail, by what it has attached: an invoice, or the documents of a sending. */
export async function printAttachments(deps: PaperDependencies, attached: string): Promise<Attachment[]> {
  const id = sendingOf(attached);
  if (id === null) {
    return [{ filename: `${attached}.pdf`, content: Buffer.from(await printInvoice(deps, attached)) }];
  }
  const sending = await findSending(deps.database, id);
  if (!sending) throw new Error(`there is no sending ${id}`);
  const files: Attachment[] = [];
  for (const paper of sending.papers) files.push(await printPaper(deps, sending.userId, paper));
  return files;
}
