/** The address of a link that calls a number: "tel:+2348000000000" of "+234 800 000 0000". */
export function phoneLink(phone: string): string {
  return `tel:${phone.replace(/[^+\d]/g, '')}`;
}
