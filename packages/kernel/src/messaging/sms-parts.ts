/** The characters of the GSM 7-bit alphabet (3GPP TS 23.038), and those that count twice in it. */
const GSM =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà';
const GSM_TWICE = '\f^{}\\[~]|€';

/** The length of a text message in units of its alphabet, and in how many parts it is sent and paid for. */
export type SmsLength = { readonly alphabet: 'GSM' | 'Unicode'; readonly length: number; readonly parts: number };

/**
 * 160 characters fit into one part, 153 into each of several. One character outside the GSM
 * alphabet, such as ₦ or ẹ, makes it 70 and 67.
 */
export function smsLength(text: string): SmsLength {
  const characters = [...text];
  const isGsm = characters.every((one) => GSM.includes(one) || GSM_TWICE.includes(one));
  const length = isGsm ? characters.reduce((sum, one) => sum + (GSM_TWICE.includes(one) ? 2 : 1), 0) : text.length;
  const [single, several] = isGsm ? [160, 153] : [70, 67];
  return { alphabet: isGsm ? 'GSM' : 'Unicode', length, parts: length <= single ? 1 : Math.ceil(length / several) };
}
