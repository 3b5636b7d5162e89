/** One request of a USSD gateway, in the same words for all of them. */
export type UssdRequest = {
  readonly sessionId: string;
  /** As the gateway spells it. */
  readonly phone: string;
  /**
   * `entries`: all that was typed since the dial, each time. `entry`: only the last of it. `begin`: a dial,
   * nothing was typed yet. `end`: the session is gone, and no screen is wanted.
   */
  readonly typed:
    | { readonly kind: 'entries'; readonly entries: readonly string[] }
    | { readonly kind: 'entry'; readonly entry: string }
    | { readonly kind: 'begin' }
    | { readonly kind: 'end'; readonly reason: 'hung-up' | 'failed' };
};

export type UssdAnswer = { readonly text: string; readonly ends: boolean };

/** A vendor's form of requests and answers. `read` returns null for what is not a request of it. */
export type UssdGateway = {
  readonly name: string;
  readonly read: (fields: URLSearchParams) => UssdRequest | null;
  readonly write: (request: UssdRequest | null, answer: UssdAnswer) => { readonly type: string; readonly body: string };
};
