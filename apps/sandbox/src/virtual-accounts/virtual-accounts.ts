import { fingerprint, type Ledger } from '../ledger.ts';
import type { Order } from '../order.ts';
import type { Scheduler } from '../scheduler.ts';
import type { Store } from '../store.ts';
import type { Provider, TransferRequest, VirtualAccount } from './virtual-account.ts';

export const BANKS = {
  'wema-bank': { name: 'Wema Bank', code: '035', id: 20 },
  'titan-paystack': { name: 'Titan Trust Bank', code: '102', id: 21 },
  'test-bank': { name: 'Test Bank', code: '999', id: 22 },
  sterling: { name: 'Sterling bank', code: '232', id: 23 },
  moniepoint: { name: 'Moniepoint Microfinance Bank', code: '50515', id: 24 },
} as const;
export type BankName = keyof typeof BANKS;

export interface VirtualAccountDependencies {
  readonly store: Store;
  readonly ledger: Ledger;
  readonly scheduler: Scheduler;
  readonly clock: () => Date;
  /** After how long a bank has opened a number. */
  readonly openMs: number;
  /** Paystack tells of it once the bank has opened it. */
  readonly announceOpened: (account: VirtualAccount) => void;
}

/** The account numbers that the fakes have opened, and the money that comes to them. */
export class VirtualAccounts {
  readonly #deps: VirtualAccountDependencies;

  constructor(deps: VirtualAccountDependencies) {
    this.#deps = deps;
  }

  /** Resumes what a restart interrupted. */
  resume(): void {
    for (const account of this.#all()) if (account.opensAtMs > this.#now().getTime()) this.#awaitOpening(account);
  }

  /** Those of a merchant's reference, or of one of Paystack's customers, that are open. */
  listBy(provider: Provider, reference: string): VirtualAccount[] {
    return this.#all().filter(
      (each) => each.provider === provider && each.reference === reference && this.#isOpen(each),
    );
  }

  /** Also those that the bank has not opened yet. */
  has(provider: Provider, reference: string): boolean {
    return this.#all().some((each) => each.provider === provider && each.reference === reference);
  }

  findByNumber(provider: Provider, number: number): VirtualAccount | null {
    return this.#all().find((each) => each.provider === provider && each.number === number) ?? null;
  }

  /** A number at a bank, at once or after `openMs`. */
  open(
    wanted: Pick<VirtualAccount, 'provider' | 'reference' | 'accountName' | 'email'>,
    bankName: BankName,
    isLater = false,
  ): VirtualAccount {
    const { name: bank, code: bankCode } = BANKS[bankName];
    const now = this.#now();
    const number = this.#deps.store.nextNumber(now);
    const account = this.#deps.store.put('virtualAccount', {
      ...wanted,
      number,
      bank,
      bankCode,
      accountNumber: accountNumberOf(number),
      active: true,
      opensAtMs: now.getTime() + (isLater ? this.#deps.openMs : 0),
      createdAt: now.toISOString(),
    });
    if (isLater) this.#awaitOpening(account);
    return account;
  }

  close(account: VirtualAccount): void {
    this.#deps.store.put('virtualAccount', { ...account, active: false });
  }

  /**
   * Somebody sends money to a number, with the provider's notice; also to one that is closed, or nobody's. A
   * session that was used before is the transfer that it was: only its notice comes again.
   */
  transfer(request: TransferRequest): Order {
    const { accountNumber, amountKobo, senderName, currency = 'NGN' } = request;
    const sent = this.#deps.ledger
      .orders()
      .find(({ transfer }) => transfer && transfer.sessionId === request.sessionId);
    if (sent) return this.#deps.ledger.announceAgain(sent);
    const account = this.#all().find((each) => each.accountNumber === accountNumber) ?? null;
    const provider = account?.provider ?? request.provider ?? 'paystack';
    const number = this.#deps.store.nextNumber(this.#now());
    const transfer = {
      accountNumber,
      bank: account?.bank ?? BANKS['wema-bank'].name,
      reference: account?.reference ?? `nobody-${accountNumber}`,
      sessionId: request.sessionId ?? `0000${String(number).padStart(26, '0')}`,
      senderName,
      senderBank: request.senderBank ?? 'Access Bank',
      narration: request.narration ?? `NIP: ${senderName}`,
    };
    return this.#deps.ledger.receive({
      provider,
      reference: referenceOf(provider, number, transfer.reference),
      amountKobo,
      currency,
      email: account?.email ?? 'nobody@example.com',
      customerName: account?.accountName ?? '',
      transfer,
      at: request.at ?? this.#now(),
    });
  }

  #all(): VirtualAccount[] {
    return this.#deps.store.all('virtualAccount');
  }

  #now(): Date {
    return this.#deps.clock();
  }

  #isOpen({ active, opensAtMs }: VirtualAccount): boolean {
    return active && opensAtMs <= this.#now().getTime();
  }

  #awaitOpening(account: VirtualAccount): void {
    this.#deps.scheduler.in(account.opensAtMs - this.#now().getTime(), () => {
      const opened = this.#deps.store.put('virtualAccount', { ...account, opensAtMs: this.#now().getTime() });
      this.#deps.announceOpened(opened);
    });
  }
}

/** Ten digits that no other number has. */
function accountNumberOf(number: number): string {
  return `99${String(number % 100_000_000).padStart(8, '0')}`;
}

/** Only Flutterwave repeats the merchant's reference with each transfer. */
function referenceOf(provider: Provider, number: number, reference: string): string {
  if (provider === 'flutterwave') return reference;
  return provider === 'monnify'
    ? `MNFY|${number}|${fingerprint(String(number)).slice(0, 6)}`
    : `${number}x${fingerprint(String(number))}`;
}
