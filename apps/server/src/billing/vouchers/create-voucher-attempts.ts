import { HOUR_MS, type OpenCounter } from '../../platform/http/limits/shared-counters.ts';
import { WRONG_CODES } from './voucher.policy.ts';

/**
 * Who tries a code. `key` is an account, a member of staff, a telephone or a device: whatever guesses would
 * have to be many of. `address` is what many of them may share; null where nothing is known of it.
 */
export type VoucherSource = { readonly key: string; readonly address: string | null };

export type VoucherAttempts = {
  /** Counts an attempt before its code is looked up; how many seconds to wait where it is not to be. */
  readonly take: (source: VoucherSource) => number | null;
  /** The code was one of ours: it was no guess. */
  readonly forget: (source: VoucherSource) => void;
};

/**
 * Slows the guessing of codes, over all ways to use a voucher and over all instances. Whoever was wrong too
 * often waits. Where an address or everybody together was, whoever was wrong before waits, and anybody else
 * still has an attempt: guessing locks nobody out who has a voucher.
 */
export function createVoucherAttempts(openCounter: OpenCounter): VoucherAttempts {
  const open = (name: string, max: number) => openCounter({ name, max, windowMs: HOUR_MS });
  const ofOne = open('voucher-codes', WRONG_CODES.ofOne);
  const ofAddress = open('voucher-codes-address', WRONG_CODES.ofAddress);
  const ofAll = open('voucher-codes-all', WRONG_CODES.ofAll);
  const add = ({ key, address }: VoucherSource, amount: 1 | -1) => ({
    own: ofOne.add(key, amount),
    shared: address === null ? 0 : ofAddress.add(address, amount),
    all: ofAll.add('all', amount),
  });
  return {
    take: (source) => {
      const { own, shared, all } = add(source, 1);
      const isSlowed = shared > WRONG_CODES.ofAddress || all > WRONG_CODES.ofAll;
      if (own <= (isSlowed ? WRONG_CODES.whileSlowed : WRONG_CODES.ofOne)) return null;
      add(source, -1);
      return ofOne.secondsLeft(source.key);
    },
    forget: (source) => void add(source, -1),
  };
}
