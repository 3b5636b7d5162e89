type Port<Implementation> = {
  /** Connects the implementation of a later context. Throws when there is one already. */
  readonly connect: (implementation: Implementation) => void;
  /**
   * The connected implementation. Throws before that: a call then is a defect of the composition.
   */
  readonly get: () => Implementation;
};

/**
 * A query that a context needs answered by a later one. The calling context owns the port and its
 * type; the later one, which gets the earlier one, connects its implementation when it is created.
 */
export function createPort<Implementation>(name: string): Port<Implementation> {
  let connected: Implementation | null = null;
  return {
    connect: (implementation) => {
      if (connected !== null) throw new Error(`the port ${name} is connected already`);
      connected = implementation;
    },
    get: () => {
      if (connected === null) throw new Error(`nothing is connected to the port ${name}`);
      return connected;
    },
  };
}
