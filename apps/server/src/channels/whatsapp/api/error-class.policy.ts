/**
 * What an error of WhatsApp means for us. `stopped`: the token or the account, so that nothing can be
 * sent; `rate`: too much at once; `pair`: too much at once to this person; `passing`: a fault of theirs;
 * `window`: only a template may be sent; `recipient`: this person cannot be reached; `template`: it is
 * not approved as it is; `request`: a defect of ours.
 */
export type ErrorClass = 'stopped' | 'rate' | 'pair' | 'passing' | 'window' | 'recipient' | 'template' | 'request';

/** Meta's error codes (WhatsApp Business Platform, "Error codes"), by what to do. */
const CLASSES: Readonly<Record<Exclude<ErrorClass, 'request'>, readonly number[]>> = {
  stopped: [0, 3, 10, 33, 190, 368, 130497, 131005, 131031, 131037, 131042, 131045, 131063, 133010],
  rate: [4, 80007, 80008, 130429, 131048, 133016],
  pair: [131056],
  passing: [1, 2, 131000, 131016, 131057, 133004],
  window: [470, 131047],
  recipient: [130403, 130472, 131021, 131026, 131030, 131049, 131050],
  template: [132000, 132001, 132005, 132007, 132008, 132012, 132015, 132016, 132018, 132068, 132069],
};

/** Codes 200 to 299 are missing permissions. */
export function errorClassOf(code: number): ErrorClass {
  if (code >= 200 && code <= 299) return 'stopped';
  for (const [name, codes] of Object.entries(CLASSES)) if (codes.includes(code)) return name as ErrorClass;
  return 'request';
}

const REASONS: Readonly<Record<ErrorClass, string>> = {
  stopped: 'WhatsApp does not accept messages from us now',
  rate: 'WhatsApp takes no more messages from us at the moment',
  pair: 'WhatsApp takes no more messages to this person at the moment',
  passing: 'WhatsApp has a fault',
  window: 'The customer last wrote more than 24 hours ago: only a template can be sent',
  recipient: 'WhatsApp cannot reach this number',
  template: 'The template is not approved as it is',
  request: 'WhatsApp did not understand the message',
};

/** Why a message was not sent, for staff; the code leads to WhatsApp's own explanation. */
export function reasonOf(code: number): string {
  return `${REASONS[errorClassOf(code)]} (WhatsApp’s error ${code}).`;
}
