export type Question = {
  /** The place in the address: /support#speed opens that answer. */
  id: string;
  question: string;
  answer: string;
};

export const questions: readonly Question[] = [
  {
    id: 'start',
    question: 'How do I get connected?',
    answer:
      'Create an account, choose a plan for your city and pay the first month. Your dashboard then shows the plan, the next bill and the receipt.',
  },
  {
    id: 'speed',
    question: 'How do I test my speed?',
    answer:
      'Connect one computer to the router by cable, stop other downloads, and run a speed test in the browser. Compare the result with the speed of your plan. Over Wi-Fi a lower figure is normal. If the figure by cable stays low, report it as a fault with the time of the test.',
  },
  {
    id: 'pay',
    question: 'How can I pay?',
    answer:
      'By card, bank transfer or USSD, through Paystack, Flutterwave or Quickteller. You pay on the page of the provider you pick; we never see your card number. The receipt is in your account as soon as the payment is confirmed.',
  },
  {
    id: 'change',
    question: 'Can I change my plan?',
    answer:
      'Yes, at any time on the Plans page. The change takes effect on your next billing cycle, so nothing you have paid for is lost.',
  },
];
