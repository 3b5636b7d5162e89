import { runCustomer, type Scenario } from './customer-scenario.ts';
import { createChance } from './random.ts';

export type VirtualUsers = {
  /** How many customers have completed their journey. */
  readonly served: () => number;
  /**
   * Starts no further customer; resolves when all current ones have finished or the scenario has
   * ended.
   */
  readonly close: () => Promise<void>;
};

/**
 * Runs `size` customers at once: when one has finished, the next one starts. They are numbered from
 * `taken` + 1: the numbers up to it belong to earlier customers of the same portal. The first rejection of a customer is
 * rethrown by `close`.
 */
export function startVirtualUsers(scenario: Scenario, size: number, seed: number, taken = 0): VirtualUsers {
  let isOpen = true;
  let entered = 0;
  let served = 0;
  const stand = async (): Promise<void> => {
    while (isOpen) {
      entered++;
      const number = taken + entered;
      await runCustomer(scenario, number, createChance(seed, number));
      served++;
    }
  };
  const places = Promise.all(Array.from({ length: size }, stand));
  places.catch(() => {
    isOpen = false;
  });
  return {
    served: () => served,
    close: async () => {
      isOpen = false;
      await places;
    },
  };
}
