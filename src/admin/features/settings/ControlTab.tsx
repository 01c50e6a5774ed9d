import Box from '@mui/material/Box'
import { useWatch } from 'react-hook-form'
import { PERIODS, PRICE_SETTINGS } from '../../../domain/credits/transaction.ts'
import type { LinkBase } from '../../../domain/links/link-bases.ts'
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
import { ChangeBase } from '../links/ChangeBase.tsx'
import { BusinessSection } from './BusinessSection.tsx'
import { TextItems } from './TextItems.tsx'

const PAGES = PAGE_SIZES.map((id) => ({
  id,
  name: id === 0 ? `0 (${DEFAULT_PAGE_SIZE} por página)` : String(id),
}))
const currencyNames = new Intl.DisplayNames('es', { type: 'currency' })
const CURRENCY_CHOICES = CURRENCIES.map((id) => ({ id, name: `${id} · ${currencyNames.of(id)}` }))
const EMAIL = { source: 'email', label: 'Email', type: 'email' } as const

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
      <Span key={period} of={4}>
        <NumberInput source={PRICE_SETTINGS[period]} decimals />
      </Span>
    ))}
    <Span of={4}>
      <SelectInput source="currency" choices={CURRENCY_CHOICES} emptyValue="" />
    </Span>
    <Span of={4}>
      <NumberInput source="transMax" />
    </Span>
    <Span of={4}>
      <NumberInput source="agentTransMax" />
    </Span>
    <Span of={4}>
      <DateInput source="dateControl" />
    </Span>
  </FormSection>
)

const DemosSection = ({ isSa }: { isSa: boolean }) => (
  <FormSection title="Demos">
    <Span of={12}>
      <SwitchInput source="enableDemo" />
    </Span>
    <Span of={4}>
      <NumberInput source="demoHours" />
    </Span>
    <Span of={4}>
      <NumberInput source="demosPerDay" />
    </Span>
    <Span of={4}>
      <NumberInput source="demosMinBalance" />
    </Span>
    <Span of={12}>
      <SwitchInput source="demoPerDevice" disabled={!isSa} />
    </Span>
  </FormSection>
)

/** The base address of internal links. */
const BaseInput = ({ source }: { source: LinkBase }) => (
  <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'flex-start', columnGap: 1 }}>
    <Box sx={{ flex: '1 1 240px' }}>
      <TextInput source={source} placeholder="https://…" />
    </Box>
    <ChangeBase source={source} />
  </Box>
)

interface LocationProps {
  source: keyof Settings
  provider: keyof Settings
}

/** A URL, and its provider. */
const LocationInput = ({ source, provider }: LocationProps) => (
  <>
    <Span of={8}>
      <TextInput source={source} placeholder="https://…" />
    </Span>
    <Span of={4}>
      <SelectInput source={provider} choices={labelChoices(SETTING_PROVIDERS)} />
    </Span>
  </>
)

const ContentsSection = ({ isSa }: { isSa: boolean }) => (
  <FormSection title="Videos y contenidos">
    <Span of={8}>
      <BaseInput source="contentUrlBase" />
    </Span>
    <Span of={4}>
      <SelectInput source="contentProvider" choices={labelChoices(SETTING_PROVIDERS)} />
    </Span>
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
      <BaseInput source="tvUrlBase" />
    </Span>
    <Span of={6}>
      <TextInput source="agentTv" />
    </Span>
    <Span of={6}>
      <NumberInput source="syncTimeToLogin" />
    </Span>
    <Span of={6}>
      <NumberInput source="syncTimeToContent" />
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
    <BusinessSection />
    <SalesSection />
    <DemosSection isSa={isSa} />
    <ContentsSection isSa={isSa} />
    <AppsSection />
    <OfficeSection />
    <MailsSection />
  </>
)
