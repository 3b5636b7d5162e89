import { brand } from '@portal/brand';
import { useText } from '../../../shared/i18n/use-text.ts';
import { DescriptionList } from '../../../shared/ui/layout/description-list.tsx';

export function Office() {
  const t = useText();
  const { street, district, city } = brand.address;
  return (
    <section aria-labelledby="office-title">
      <h2 className="h2" id="office-title">
        {t('Office')}
      </h2>
      <DescriptionList
        className="mt-5 border-ink border-t pt-5"
        facts={[
          { label: t('Company'), value: brand.legalName },
          {
            label: t('Address'),
            value: (
              <>
                {street}
                <br />
                {district}, {city}
              </>
            ),
          },
          { label: t('Open'), value: t(brand.officeHours) },
          {
            label: t('Telephone'),
            value: (
              <a className="link" href={brand.phone.href}>
                {brand.phone.label}
              </a>
            ),
          },
          {
            label: t('Email'),
            value: (
              <a className="link break-all" href={`mailto:${brand.supportEmail}`}>
                {brand.supportEmail}
              </a>
            ),
          },
        ]}
      />
    </section>
  );
}
