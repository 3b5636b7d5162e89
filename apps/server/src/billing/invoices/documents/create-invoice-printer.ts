import { Worker } from 'node:worker_threads';
import { ApiError } from '../../../platform/http/errors/api-error.ts';
import type { InvoiceDocument } from './invoice-document.ts';
import type { LetterDocument } from './letter-document.ts';
import type { PayCardDocument } from './pay-card-document.ts';
import type { VoucherFile, VoucherSheets } from './voucher-paper.ts';

export type PrintableDocument = InvoiceDocument | LetterDocument | PayCardDocument;
/** What the thread also writes, since it takes as long. */
export type PrintableVouchers = VoucherSheets | VoucherFile;

/** The messages to and from the rendering thread. */
export type PrintOrder = { readonly id: number; readonly document: PrintableDocument | PrintableVouchers };
export type PrintOutcome =
  | { readonly id: number; readonly bytes: Uint8Array }
  | { readonly id: number; readonly fault: string };

export type InvoicePrinter = {
  /** The document as a PDF, or the file encrypted. Throws ApiError service.unavailable while too many wait. */
  readonly print: (document: PrintableDocument | PrintableVouchers) => Promise<Uint8Array>;
  readonly close: () => Promise<void>;
};

const PROGRAM = new URL('./print-invoice.process.ts', import.meta.url);
const PLACES = 50;
/** The idle thread and its library take memory, so it ends between two invoices. */
const IDLE_MS = 60_000;

type Waiting = { readonly resolve: (bytes: Uint8Array) => void; readonly reject: (error: Error) => void };

/**
 * Renders PDFs in a thread of its own, so that no request waits for them; it starts with the first
 * and ends a minute after the last.
 */
export function createInvoicePrinter(): InvoicePrinter {
  const waiting = new Map<number, Waiting>();
  let worker: Worker | null = null;
  let idle: NodeJS.Timeout | null = null;
  let lastId = 0;

  const failAll = (error: Error): void => {
    worker = null;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  };
  const rest = (): void => {
    idle = setTimeout(() => {
      void worker?.terminate();
      worker = null;
    }, IDLE_MS);
    idle.unref();
  };
  const take = (outcome: PrintOutcome): void => {
    const order = waiting.get(outcome.id);
    waiting.delete(outcome.id);
    if ('bytes' in outcome) order?.resolve(outcome.bytes);
    else order?.reject(new Error(`the invoice was not drawn: ${outcome.fault}`));
    if (waiting.size === 0) rest();
  };
  const start = (): Worker => {
    const started = new Worker(PROGRAM, { env: {} });
    started.unref();
    started.on('message', take);
    started.on('error', (error) => failAll(error instanceof Error ? error : new Error(String(error))));
    return started;
  };
  return {
    print: (document) => {
      if (waiting.size >= PLACES) throw new ApiError('service.unavailable');
      if (idle) clearTimeout(idle);
      worker ??= start();
      const id = ++lastId;
      const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>();
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, document } satisfies PrintOrder);
      return promise;
    },
    close: async () => {
      if (idle) clearTimeout(idle);
      await worker?.terminate();
      failAll(new Error('the portal closes'));
    },
  };
}
