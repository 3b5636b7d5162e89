import type { PaperName } from '@portal/contract/billing/papers/papers';
import type { LanguageCode } from '@portal/contract/messaging/notices';
import { findProof } from '../account-proofs/account-proof.repository.ts';
import type { FindAddressPaper } from '../account-proofs/address-paper.port.ts';
import { describeProof } from '../account-proofs/proof-letter.ts';
import type { BillingDependencies } from '../billing-dependencies.ts';
import type { InvoicePrinter, PrintableDocument } from '../invoices/documents/create-invoice-printer.ts';
import { describeReceipt } from '../invoices/documents/receipt-document.ts';
import { requireReceipt } from '../invoices/receipts/find-receipt.ts';
import { findDocument } from '../invoices/send-invoice.ts';
import type { InvoiceParty } from '../invoices/supply.ts';
import { describeAccountStatement } from '../statements/account-statement-document.ts';
import { buildAccountStatement } from '../statements/build-account-statement.ts';

export type PaperDependencies = BillingDependencies & {
  readonly printer: InvoicePrinter;
  /** Of receipts that were issued before staff could edit the seller. */
  readonly initialSeller: InvoiceParty;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Translates what is printed for customers into a language. */
  readonly speakIn: (language: LanguageCode) => (english: string) => string;
  /** Whether this installation can send texts. */
  readonly canText: boolean;
  /** The address of the page of a texted link. No server gets what follows its #. */
  readonly documentUrl: (token: string) => string;
  /** The address of the page that checks proofs of account. */
  readonly checkProofAt: string;
  readonly findAddressPaper: FindAddressPaper;
  /** Audits that staff have opened a document of a customer. */
  readonly recordDocumentView: (actorId: number, userId: number, document: string) => Promise<void>;
};

type Described = { readonly fileName: string; readonly document: PrintableDocument };

/**
 * One document of an account as its customer gets it; null where the account has none of that name.
 * Throws request.invalid for a statement of impossible days.
 */
export async function describePaper(
  deps: PaperDependencies,
  accountId: number,
  { kind, number = '', from = '', to = '' }: PaperName,
): Promise<Described | null> {
  const { database } = deps;
  if (kind === 'statement') {
    const statement = await buildAccountStatement(database, { accountId, from, to }, deps.clock());
    const fileName = `statement-${statement.customer.accountNumber}-${from}-${to}`;
    return { fileName, document: describeAccountStatement(statement, deps.seller()) };
  }
  if (kind === 'receipt') {
    const receipt = await requireReceipt(deps, accountId, number);
    return { fileName: number, document: describeReceipt(receipt, receipt.seller ?? deps.initialSeller) };
  }
  if (kind === 'proof') {
    const proof = await findProof(database, accountId, number);
    const words = proof && { speak: deps.speakIn(proof.language), checkAt: deps.checkProofAt };
    return proof && words && { fileName: number, document: describeProof(proof, words) };
  }
  const document = await findDocument(database, accountId, number);
  return document && { fileName: number, document };
}

/** The same as a PDF. Throws where there is none: whoever calls has seen that there is one. */
export async function printPaper(
  deps: PaperDependencies,
  accountId: number,
  paper: PaperName,
): Promise<{ readonly filename: string; readonly content: Buffer }> {
  const described = await describePaper(deps, accountId, paper);
  if (!described) throw new Error(`a ${paper.kind} of account ${accountId} is gone`);
  const content = Buffer.from(await deps.printer.print(described.document));
  return { filename: `${described.fileName}.pdf`, content };
}
