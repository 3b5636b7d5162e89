/**
 * A Nigerian mobile number as people read it: '+2348031234567' becomes '+234 803 123 4567', kept on
 * one line. Any other stays as it is.
 */
export function formatPhone(phone: string): string {
  return phone.replace(/^\+234(\d{3})(\d{3})(\d{4})$/, '+234\u00A0$1\u00A0$2\u00A0$3');
}
