const encoder = new TextEncoder();

/** The size of a message as the server counts it: in UTF-8, without blanks at its ends. */
export function messageBytes(text: string): number {
  return encoder.encode(text.trim().normalize('NFC')).length;
}
