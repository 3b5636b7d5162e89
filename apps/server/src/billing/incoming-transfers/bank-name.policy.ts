/**
 * Banks by the code under which Paystack lists them (https://paystack.com/docs/api/miscellaneous) and Monnify's
 * documentation names them: the Central Bank's, longer ones for those that have none. Not all: banks come and go.
 */
const NAMES: Readonly<Record<string, string>> = {
  '011': 'First Bank',
  '023': 'Citibank',
  '032': 'Union Bank',
  '033': 'UBA',
  '035': 'Wema Bank',
  '044': 'Access Bank',
  '050': 'Ecobank',
  '057': 'Zenith Bank',
  '058': 'GTBank',
  '068': 'Standard Chartered',
  '070': 'Fidelity Bank',
  '076': 'Polaris Bank',
  '082': 'Keystone Bank',
  '100': 'SunTrust Bank',
  '101': 'Providus Bank',
  '102': 'Titan Trust Bank',
  '105': 'PremiumTrust Bank',
  '214': 'FCMB',
  '215': 'Unity Bank',
  '221': 'Stanbic IBTC',
  '232': 'Sterling Bank',
  '301': 'Jaiz Bank',
  '00103': 'Globus Bank',
  '50211': 'Kuda',
  '50515': 'Moniepoint',
  '999991': 'PalmPay',
  '999992': 'OPay',
};

const CODE = /^\d+$/;

/** The bank of a payer as people call it: a provider tells its name, or a code alone. */
export function bankNameOf(told: string): string {
  return CODE.test(told) ? (NAMES[told] ?? `Bank ${told}`) : told;
}
