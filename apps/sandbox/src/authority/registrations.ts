import { createHash } from 'node:crypto';
import type { Store } from '../store.ts';
import type { Registration } from './registration.ts';

/** The documents of the authority. The first one of a number stays, whatever comes after it. */
export class Registrations {
  readonly #store: Store;
  readonly #clock: () => Date;

  constructor(store: Store, clock: () => Date) {
    this.#store = store;
    this.#clock = clock;
  }

  find(irn: string): Registration | null {
    return this.#store.find('registration', irn);
  }

  add(irn: string, body: Registration['body']): Registration {
    return this.#store.put('registration', { irn, at: this.#clock().toISOString(), body });
  }

  all(): Registration[] {
    return this.#store.all('registration');
  }
}

/** As long as a real code's text, and the same for the same document: 256 bytes in base64. */
export function codeTextOf(irn: string): string {
  const blocks = [0, 1, 2, 3].map((part) => createHash('sha512').update(`${part} ${irn}`).digest());
  return Buffer.concat(blocks).toString('base64');
}
