/**
 * A Nigerian mobile number for display: '+2348031234567' becomes '+234 803 123 4567', on one line.
 * Any other is unchanged.
 */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '+234\u00A0$1\u00A0$2\u00A0$3');
}
