/** A text for one phone; `recipient` in E.164. */
export type Sms = { readonly recipient: string; readonly text: string };

export type SmsProvider = 'termii' | 'africas-talking';

/** The provider's own id of a text, used in its report. */
export type SmsReceipt = { readonly provider: SmsProvider; readonly messageId: string };

/**
 * The outcome of a text: `taken` for delivery (not yet delivered), `refused` for good (a retry at
 * the same provider would end the same way), or `untaken`: not now, or unknown. A reason is safe to
 * log: it contains neither the number nor the text.
 */
export type SmsOutcome =
  | { readonly kind: 'taken'; readonly receipt?: SmsReceipt }
  | { readonly kind: 'refused'; readonly reason: string }
  | { readonly kind: 'untaken'; readonly reason: string };

/** Sends a text through a provider; never throws. */
export type SendSms = (sms: Sms) => Promise<SmsOutcome>;

/**
 * Tries the providers in order until one accepts the text. It is refused only when all of them have
 * refused it. A provider that did not answer may still have accepted it: then the phone gets the
 * text twice, which is better than not at all.
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
