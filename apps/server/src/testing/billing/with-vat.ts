/** A sum as it is billed: with VAT on top where prices exclude it. */
export const withVat = ({ addsVat }: { readonly addsVat: boolean }, net: number): number =>
  net + (addsVat ? Math.round(net * 0.075) : 0);
