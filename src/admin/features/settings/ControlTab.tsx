import { useWatch } from 'react-hook-form'
import { PERIODS, PRICE_SETTINGS } from '../../../domain/credits/transaction.ts'
import { DEFAULT_PAGE_SIZE } from '../../../domain/settings/public-settings.ts'
import {
  CURRENCIES,
  PAGE_SIZES,
  SETTING_PROVIDERS,
  SETTINGS_MESSAGES,
  type Settings,
  uniqueEmailSchema,
} from '../../../domain/settings/settings.ts'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { DateInput } from '../../kit/inputs/DateInput.tsx'
import {
  ChecksInput,
  labelChoices,
  NumberInput,
  SelectInput,
  SwitchInput,
  TextInput,
  toChoices,
} from '../../kit/inputs/inputs.tsx'
import { TextItems } from './TextItems.tsx'

const PAGES = PAGE_SIZES.map((id) => ({
  id,
  name: id === 0 ? `0 (${DEFAULT_PAGE_SIZE} por página)` : String(id),
}))
const currencyNames = new Intl.DisplayNames('es', { type: 'currency' })
const CURRENCY_CHOICES = CURRENCIES.map((id) => ({ id, name: `${id} · ${currencyNames.of(id)}` }))
const EMAIL = { source: 'email', label: 'Email', type: 'email' } as const
const NO_CAP = 'En créditos. 0 significa sin límite.'

/** Shows before saving that without a period nothing can be sold. */
const PeriodsInput = () => {
  const chosen: unknown = useWatch({ name: 'periods' })
  const isNone = Array.isArray(chosen) && chosen.length === 0
  return (
    <ChecksInput
      source="periods"
      choices={toChoices(PERIODS)}
      {...(isNone ? { help: SETTINGS_MESSAGES.periodsHint } : {})}
    />
  )
}

const SalesSection = () => (
  <FormSection title="Ventas">
    <Span of={4}>
      <PeriodsInput />
    </Span>
    {PERIODS.map((period) => (
      <Span key={period} of={4} phone={6}>
        <NumberInput source={PRICE_SETTINGS[period]} decimals />
      </Span>
    ))}
    <Span of={4}>
      <SelectInput
        source="currency"
        choices={CURRENCY_CHOICES}
        emptyValue=""
        help="Se muestra en cada precio y total."
      />
    </Span>
    <Span of={4}>
      <NumberInput source="transMax" help={NO_CAP} />
    </Span>
    <Span of={4}>
      <NumberInput source="agentTransMax" help="En créditos. 0 significa el máximo general." />
    </Span>
    <Span of={4}>
      <DateInput source="dateControl" help="Ninguna licencia vence después." />
    </Span>
    <Span of={12}>
      <SwitchInput source="enableDemo" />
    </Span>
  </FormSection>
)

interface LocationProps {
  source: keyof Settings
  provider: keyof Settings
  help?: string
}

/** A URL, and its provider. */
const LocationInput = ({ source, provider, help }: LocationProps) => (
  <>
    <Span of={8}>
      <TextInput source={source} placeholder="https://…" {...(help ? { help } : {})} />
    </Span>
    <Span of={4}>
      <SelectInput source={provider} choices={labelChoices(SETTING_PROVIDERS)} />
    </Span>
  </>
)

const ContentsSection = ({ isSa }: { isSa: boolean }) => (
  <FormSection title="Videos y contenidos">
    <LocationInput source="contentUrlBase" provider="contentProvider" />
    <LocationInput source="videoDefault" provider="videoDefaultProvider" />
    <LocationInput source="videoTutorialTv" provider="videoTutorialTvProvider" />
    <LocationInput source="videoTutorialMobile" provider="videoTutorialMobileProvider" />
    {isSa ? (
      <Span of={12}>
        <SwitchInput source="linkReserved" />
      </Span>
    ) : null}
  </FormSection>
)

const AppsSection = () => (
  <FormSection title="Canales y aplicaciones">
    <Span of={6}>
      <TextInput source="tvUrlBase" placeholder="https://…" />
    </Span>
    <Span of={6}>
      <TextInput source="agentTv" />
    </Span>
    <Span of={6}>
      <NumberInput source="syncTimeToLogin" help="De 0 a 1440." />
    </Span>
    <Span of={6}>
      <NumberInput source="syncTimeToContent" help="De 0 a 1440." />
    </Span>
  </FormSection>
)

const OfficeSection = () => (
  <FormSection title="Administración">
    <Span of={6}>
      <TextInput source="mail" type="email" />
    </Span>
    <Span of={6}>
      <SelectInput source="pageSize" choices={PAGES} />
    </Span>
  </FormSection>
)

const MailsSection = () => (
  <FormSection title="Emails de origen">
    <TextItems source="mailsOrigin" one="email" field={EMAIL} itemSchema={uniqueEmailSchema} />
  </FormSection>
)

/** Settings of sales, contents and the apps. */
export const ControlTab = ({ isSa }: { isSa: boolean }) => (
  <>
    <SalesSection />
    <ContentsSection isSa={isSa} />
    <AppsSection />
    <OfficeSection />
    <MailsSection />
  </>
)
