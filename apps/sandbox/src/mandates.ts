import { fingerprint } from './ledger.ts';
import { ANY_ACCOUNT, MANDATE_BANKS, type Mandate, type MandateOutcome } from './mandate.ts';
import type { Scheduler } from './scheduler.ts';
import type { Store } from './store.ts';

export interface MandateDependencies {
  readonly store: Store;
  readonly scheduler: Scheduler;
  readonly clock: () => Date;
  readonly newId: () => string;
  /** How long the bank takes. */
  readonly activationMs: number;
  readonly announce: (event: 'created' | 'active', mandate: Mandate) => void;
}

/** The true state of all mandates. Every change is stored before the method returns. */
export class Mandates {
  readonly #deps: MandateDependencies;

  constructor(deps: MandateDependencies) {
    this.#deps = deps;
  }

  /** Resumes what a restart interrupted. */
  resume(): void {
    for (const mandate of this.all()) if (mandate.state === 'pending') this.#awaitActivation(mandate);
  }

  all(): Mandate[] {
    return this.#deps.store.all('mandate');
  }

  findByCode(code: string): Mandate | null {
    return this.#deps.store.find('mandate', code);
  }

  findByReference(reference: string): Mandate | null {
    return this.all().find((mandate) => mandate.reference === reference) ?? null;
  }

  findByAuthorization(code: string): Mandate | null {
    return this.all().find(({ authorizationCode }) => authorizationCode !== null && authorizationCode === code) ?? null;
  }

  /** Null for a bank without mandates. */
  open(draft: {
    readonly email: string;
    readonly callbackUrl: string | null;
    readonly account: { readonly bankCode: string; readonly number: string } | null;
  }): Mandate | null {
    const { bankCode, number: accountNumber } = draft.account ?? ANY_ACCOUNT;
    const bankName = MANDATE_BANKS[bankCode];
    if (bankName === undefined) return null;
    const now = this.#deps.clock();
    const code = this.#deps.newId().replaceAll('-', '').slice(0, 15);
    return this.#save({
      number: this.#deps.store.nextNumber(now),
      code,
      reference: `m${fingerprint(code)}${code}`,
      email: draft.email,
      callbackUrl: draft.callbackUrl,
      bankCode,
      bankName,
      accountNumber,
      state: 'created',
      authorizationCode: null,
      hasMoney: true,
      createdAt: now.toISOString(),
      approvedAt: null,
    });
  }

  /** Applies the customer's choice, once. */
  decide(mandate: Mandate, outcome: MandateOutcome): Mandate {
    if (mandate.state !== 'created' || outcome === 'leave') return mandate;
    if (outcome === 'decline') return this.#save({ ...mandate, state: 'declined' });
    const approved = this.#save({
      ...mandate,
      state: 'pending',
      hasMoney: outcome === 'approve',
      authorizationCode: `AUTH_${fingerprint(mandate.code).slice(0, 10)}`,
      approvedAt: this.#deps.clock().toISOString(),
    });
    this.#deps.announce('created', approved);
    this.#awaitActivation(approved);
    return approved;
  }

  /** The bank activates a mandate that was approved. */
  activate(mandate: Mandate): Mandate {
    if (mandate.state !== 'pending') return mandate;
    const active = this.#save({ ...mandate, state: 'active' });
    this.#deps.announce('active', active);
    return active;
  }

  /** Ended by the customer at the bank, or by the merchant: of neither there is a message. */
  revoke(mandate: Mandate): Mandate {
    return this.#save({ ...mandate, state: 'revoked' });
  }

  #save(mandate: Mandate): Mandate {
    return this.#deps.store.put('mandate', mandate);
  }

  #awaitActivation({ code }: Mandate): void {
    this.#deps.scheduler.in(this.#deps.activationMs, () => {
      const mandate = this.findByCode(code);
      if (mandate) this.activate(mandate);
    });
  }
}
