import { useWatch } from 'react-hook-form'
import { PERIODS, PRICE_SETTINGS } from '../../../domain/credits/transaction.ts'
import { SETTING_LABELS } from '../../../domain/settings/labels.ts'
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
const NO_CAP = 'En créditos. 0 significa sin límite.'

/** Shows before saving that without a period nothing can be sold. */
const PeriodsInput = () => {
  const chosen: unknown = useWatch({ name: 'periods' })
  const isNone = Array.isArray(chosen) && chosen.length === 0
  return (
    <ChecksInput
      source="periods"
      label={SETTING_LABELS.periods}
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
        <NumberInput
          source={PRICE_SETTINGS[period]}
          label={SETTING_LABELS[PRICE_SETTINGS[period]]}
          decimals
        />
      </Span>
    ))}
    <Span of={4}>
      <SelectInput
        source="currency"
        label={SETTING_LABELS.currency}
        choices={CURRENCY_CHOICES}
        emptyValue=""
        help="Se muestra en cada precio y total."
      />
    </Span>
    <Span of={4}>
      <NumberInput source="transMax" label={SETTING_LABELS.transMax} help={NO_CAP} />
    </Span>
    <Span of={4}>
      <NumberInput
        source="agentTransMax"
        label={SETTING_LABELS.agentTransMax}
        help="En créditos. 0 significa el máximo general."
      />
    </Span>
    <Span of={4}>
      <DateInput
        source="dateControl"
        label={SETTING_LABELS.dateControl}
        help="Ninguna licencia vence después."
      />
    </Span>
    <Span of={12}>
      <SwitchInput source="enableDemo" label={SETTING_LABELS.enableDemo} />
    </Span>
  </FormSection>
)

type Label = keyof typeof SETTING_LABELS

interface LocationProps {
  source: Label
  provider: Label
  help?: string
}

/** A URL, and its provider. */
const LocationInput = ({ source, provider, help }: LocationProps) => (
  <>
    <Span of={8}>
      <TextInput
        source={source}
        label={SETTING_LABELS[source]}
        placeholder="https://…"
        {...(help ? { help } : {})}
      />
    </Span>
    <Span of={4}>
      <SelectInput
        source={provider}
        label={SETTING_LABELS[provider]}
        choices={choicesIn(SETTING_PROVIDERS)}
      />
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
        <SwitchInput source="linkReserved" label={SETTING_LABELS.linkReserved} />
      </Span>
    ) : null}
  </FormSection>
)

const AppsSection = () => (
  <FormSection title="Canales y aplicaciones">
    <Span of={6}>
      <TextInput source="tvUrlBase" label={SETTING_LABELS.tvUrlBase} placeholder="https://…" />
    </Span>
    <Span of={6}>
      <TextInput source="agentTv" label={SETTING_LABELS.agentTv} />
    </Span>
    <Span of={6}>
      <NumberInput source="syncTimeToLogin" label={SETTING_LABELS.syncTimeToLogin} help="De 0 a 1440." />
    </Span>
    <Span of={6}>
      <NumberInput source="syncTimeToContent" label={SETTING_LABELS.syncTimeToContent} help="De 0 a 1440." />
    </Span>
  </FormSection>
)

const OfficeSection = () => (
  <FormSection title="Administración">
    <Span of={6}>
      <TextInput source="mail" label={SETTING_LABELS.mail} type="email" />
    </Span>
    <Span of={6}>
      <SelectInput source="pageSize" label={SETTING_LABELS.pageSize} choices={PAGES} />
    </Span>
  </FormSection>
)

const MailsSection = () => (
  <FormSection title="Emails de origen">
    <TextItems
      source="mailsOrigin"
      label={SETTING_LABELS.mailsOrigin}
      one="email"
      field={EMAIL}
      schemaOf={originEmailBeside}
    />
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
