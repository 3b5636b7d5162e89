import type { Clock } from '@portal/kernel/clock';
import { type Kobo, toKobo } from '@portal/kernel/money';
import * as z from 'zod/mini';
import type { AcceptedSecrets } from '../../platform/crypto/accepted-secrets.ts';
import { createEncryption } from '../../platform/crypto/encryption.ts';

const ACCOUNT_MS = 30 * 60_000;
/** A gateway is asked for three days. */
const RECEIPT_MS = 7 * 24 * 3_600_000;

/** What the page of an account that was found holds: whose it is, and what was seen of it. */
export type SeenAccount = { readonly accountId: number; readonly dueKobo: Kobo };

const account = z.object({ is: z.literal('account'), until: z.number(), id: z.number(), due: z.number() });
const receipt = z.object({ is: z.literal('receipt'), until: z.number(), reference: z.string() });

/**
 * Tokens that only the portal can read and make, by the installation's key: nothing of them is stored, every
 * instance knows them, and one that was made for something else, or changed, is none.
 */
export function createQuickPayTokens(deps: {
  readonly keys: AcceptedSecrets;
  readonly clock: Clock;
  readonly randomBytes: (size: number) => Buffer;
}) {
  const { encrypt, decrypt } = createEncryption({ ...deps, purpose: 'quick-pay' });
  const seal = (content: object, lifeMs: number): string =>
    encrypt(JSON.stringify({ ...content, until: deps.clock().getTime() + lifeMs }));
  function open<S extends z.ZodMiniType<{ readonly until: number }>>(schema: S, token: string): z.infer<S> | null {
    try {
      const content = z.parse(schema, JSON.parse(decrypt(token)));
      return content.until > deps.clock().getTime() ? content : null;
    } catch {
      return null;
    }
  }
  return {
    /** Good for half an hour. */
    sealAccount: ({ accountId, dueKobo }: SeenAccount) =>
      seal({ is: 'account', id: accountId, due: dueKobo }, ACCOUNT_MS),
    /** Null for one that has expired, or is none of ours. */
    openAccount: (token: string): SeenAccount | null => {
      const content = open(account, token);
      return content && { accountId: content.id, dueKobo: toKobo(content.due) };
    },
    /** Good for a week. */
    sealReceipt: (reference: string) => seal({ is: 'receipt', reference }, RECEIPT_MS),
    /** Whether it is the token of this payment. */
    isReceiptOf: (token: string, reference: string): boolean => open(receipt, token)?.reference === reference,
  };
}

export type QuickPayTokens = ReturnType<typeof createQuickPayTokens>;
