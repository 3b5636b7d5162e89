/** A text for one phone; `recipient` in E.164. */
export type Sms = { readonly recipient: string; readonly text: string };

export type SmsProvider = 'termii' | 'africas-talking';

/** Under which number of theirs a provider reports on a text. */
export type SmsReceipt = { readonly provider: SmsProvider; readonly messageId: string };

/**
 * What became of a text: `taken` for delivery (not yet delivered), `refused` for good (another try at the same provider would end the same way), or
 * `untaken`: not now, or nobody knows. A reason is safe to log: it names neither the number nor the text.
 */
export type SmsOutcome =
  | { readonly kind: 'taken'; readonly receipt?: SmsReceipt }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'untaken'; readonly reason: string };

/** Hands a text to a provider; never throws. */
export type SendSms = (sms: Sms) => Promise<SmsOutcome>;

/**
 * Asks the providers in their order until one takes the text. It is refused only when all of them have refused it. A provider that did not answer may
 * have taken it all the same: then the phone gets the text twice, which is better than not at all.
 */
export function createSmsSender(providers: readonly [SendSms, ...SendSms[]]): SendSms {
  return async (sms) => {
    const reasons: string[] = [];
    let kind: 'refused' | 'untaken' = 'refused';
    for (const send of providers) {
      const outcome = await send(sms);
      if (outcome.kind === 'taken') return outcome;
      if (outcome.kind === 'untaken') kind = 'untaken';
      reasons.push(outcome.reason);
    }
    return { kind, reason: reasons.join('; ') };
  };
}
