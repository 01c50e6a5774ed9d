import { useWatch } from 'react-hook-form'
import { PERIODS, type Period, PRICE_SETTINGS } from '../../../domain/credits/transaction.ts'
import { DEFAULT_PAGE_SIZE } from '../../../domain/settings/public-settings.ts'
import {
  CURRENCIES,
  originEmailBeside,
  PAGE_SIZES,
  SETTING_PROVIDERS,
  SETTINGS_MESSAGES,
} from '../../../domain/settings/settings.ts'
import { FormSection, Span } from '../../kit/form/FormSection.tsx'
import { DateInput } from '../../kit/inputs/DateInput.tsx'
import {
  ChecksInput,
  choicesIn,
  choicesOf,
  NumberInput,
  SelectInput,
  SwitchInput,
  TextInput,
} from '../../kit/inputs/inputs.tsx'
import { TextItems } from './TextItems.tsx'

const PAGES = PAGE_SIZES.map((id) => ({
  id,
  name: id === 0 ? `0 (${DEFAULT_PAGE_SIZE} por página)` : String(id),
}))
const currencyNames = new Intl.DisplayNames('es', { type: 'currency' })
const CURRENCY_CHOICES = CURRENCIES.map((id) => ({ id, name: `${id} · ${currencyNames.of(id)}` }))
const EMAIL = { source: 'email', label: 'Email', type: 'email' } as const
const PRICE_LABELS: Readonly<Record<Period, string>> = { MESES: 'Precio mensual', AÑOS: 'Precio anual' }
const NO_CAP = 'En créditos. 0 significa sin límite.'

/** Said before anything is sent: without a period nothing can be sold. */
const PeriodsInput = () => {
  const chosen: unknown = useWatch({ name: 'periods' })
  const isNone = Array.isArray(chosen) && chosen.length === 0
  return (
    <ChecksInput
      source="periods"
      label="Períodos de venta"
      choices={choicesOf(PERIODS)}
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
        <NumberInput source={PRICE_SETTINGS[period]} label={PRICE_LABELS[period]} decimals />
      </Span>
    ))}
    <Span of={4}>
      <SelectInput
        source="currency"
        label="Moneda"
        choices={CURRENCY_CHOICES}
        emptyValue=""
        help="Se muestra en cada precio y total."
      />
    </Span>
    <Span of={4}>
      <NumberInput source="transMax" label="Máximo por transacción" help={NO_CAP} />
    </Span>
    <Span of={4}>
      <NumberInput
        source="agentTransMax"
        label="Máximo por transacción de agentes"
        help="En créditos. 0 significa el máximo general."
      />
    </Span>
    <Span of={4}>
      <DateInput source="dateControl" label="Fecha de control" help="Ninguna licencia vence después." />
    </Span>
    <Span of={12}>
      <SwitchInput source="enableDemo" label="Agentes y superagentes pueden crear demos" />
    </Span>
  </FormSection>
)

interface LocationProps {
  source: string
  provider: string
  label: string
  help?: string
}

/** An address, and who keeps what lies there. */
const LocationInput = ({ source, provider, label, help }: LocationProps) => (
  <>
    <Span of={8}>
      <TextInput source={source} label={label} placeholder="https://…" {...(help ? { help } : {})} />
    </Span>
    <Span of={4}>
      <SelectInput source={provider} label={`Proveedor: ${label}`} choices={choicesIn(SETTING_PROVIDERS)} />
    </Span>
  </>
)

const ContentsSection = ({ isSa }: { isSa: boolean }) => (
  <FormSection title="Videos y contenidos">
    <LocationInput source="contentUrlBase" provider="contentProvider" label="URL base de contenidos" />
    <LocationInput source="videoDefault" provider="videoDefaultProvider" label="Video por defecto" />
    <LocationInput source="videoTutorialTv" provider="videoTutorialTvProvider" label="Video tutorial de TV" />
    <LocationInput
      source="videoTutorialMobile"
      provider="videoTutorialMobileProvider"
      label="Video tutorial de móviles"
    />
    {isSa ? (
      <Span of={12}>
        <SwitchInput source="linkReserved" label="Usar links reservados" />
      </Span>
    ) : null}
  </FormSection>
)

const AppsSection = () => (
  <FormSection title="Canales y aplicaciones">
    <Span of={6}>
      <TextInput source="tvUrlBase" label="URL base de canales" placeholder="https://…" />
    </Span>
    <Span of={6}>
      <TextInput source="agentTv" label="Agente de canales" />
    </Span>
    <Span of={6}>
      <NumberInput source="syncTimeToLogin" label="Validar usuarios cada (minutos)" help="De 0 a 1440." />
    </Span>
    <Span of={6}>
      <NumberInput
        source="syncTimeToContent"
        label="Sincronizar contenidos cada (minutos)"
        help="De 0 a 1440."
      />
    </Span>
  </FormSection>
)

const OfficeSection = () => (
  <FormSection title="Administración">
    <Span of={6}>
      <TextInput source="mail" label="Email de contacto" type="email" />
    </Span>
    <Span of={6}>
      <SelectInput source="pageSize" label="Filas por página" choices={PAGES} />
    </Span>
  </FormSection>
)

const MailsSection = () => (
  <FormSection title="Emails de origen">
    <TextItems
      source="mailsOrigin"
      label="Emails de origen"
      one="email"
      field={EMAIL}
      schemaOf={originEmailBeside}
    />
  </FormSection>
)

/** What governs sales, contents and the apps. */
export const ControlTab = ({ isSa }: { isSa: boolean }) => (
  <>
    <SalesSection />
    <ContentsSection isSa={isSa} />
    <AppsSection />
    <OfficeSection />
    <MailsSection />
  </>
)
