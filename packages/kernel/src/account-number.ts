const ACCOUNT_NUMBER = /^\d{10}$/;

/**
 * Whether ten digits, spaces aside, end in their Luhn check digit (ISO/IEC 7812-1, annex B): one
 * wrong digit, or two neighbours exchanged (but for 09 and 90), is noticed.
 */
export function isAccountNumber(text: string): boolean {
  const digits = text.replaceAll(' ', '');
  if (!ACCOUNT_NUMBER.test(digits)) return false;
  const sum = [...digits].reduce((total, character, position) => {
    const digit = Number(character);
    const doubled = digit > 4 ? digit * 2 - 9 : digit * 2;
    return total + (position % 2 === 0 ? doubled : digit);
  }, 0);
  return sum % 10 === 0;
}

/** As people read it out and type it: "1234 567 890". */
export function formatAccountNumber(number: string): string {
  return `${number.slice(0, 4)} ${number.slice(4, 7)} ${number.slice(7)}`;
}
