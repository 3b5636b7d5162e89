import { type VatRate, vatRateAt } from '@portal/kernel/billing/vat';
import type { Clock } from '@portal/kernel/clock';
import type { Config } from '../config/config.ts';
import type { Settings } from './create-settings.ts';

export type VatRules = {
  /** The rate of VAT on the day of a moment in Lagos. */
  readonly vatRate: (at: Date) => VatRate;
  /**
   * The rate of the VAT that comes on top of the catalogue's prices now, or as an open invoice was issued
   * with it; zero where prices include VAT.
   */
  readonly addedVat: (issuedRate?: VatRate | null) => VatRate;
};

/** The rates of VAT by the dated changes that staff have published. */
export function createVatRules(deps: {
  readonly config: Pick<Config, 'pricesIncludeVat'>;
  readonly settings: Pick<Settings, 'get'>;
  readonly clock: Clock;
}): VatRules {
  const vatRate = (at: Date) => vatRateAt(deps.settings.get('vat').changes, at);
  return {
    vatRate,
    addedVat: (issuedRate) => (deps.config.pricesIncludeVat ? 0 : (issuedRate ?? vatRate(deps.clock()))),
  };
}
