// One chunk: what the first step needs once somebody types, and the steps after it.
export { lookUp } from '../api/quick-pay.ts';
export { PayAccount } from './pay-account.tsx';
export { PayByCode } from './pay-by-code.tsx';
export { QuickReceipt } from './quick-receipt.tsx';
