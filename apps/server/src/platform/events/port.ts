type Port<Implementation> = {
  /** Connects what a later context gives. Throws when something is connected already. */
  readonly connect: (implementation: Implementation) => void;
  /** What was connected. Throws before: asking then is a defect of the composition. */
  readonly get: () => Implementation;
};

/**
 * An answer that a context needs from a later one. The context that asks owns the port and its type; the later one, which is handed the
 * earlier, connects its implementation when it is created.
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
