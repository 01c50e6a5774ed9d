import { useFormContext } from 'react-hook-form'
import { CHANNEL_LINK_KINDS } from '../../../domain/channels/channel.ts'
import { FormSection, Span, WithAside } from '../../kit/form/FormSection.tsx'
import { choicesIn, SelectInput } from '../../kit/inputs/SelectInput.tsx'
import { SwitchInput } from '../../kit/inputs/SwitchInput.tsx'
import { TextInput } from '../../kit/inputs/TextInput.tsx'
import { LogoSection } from '../contents/stations/LogoSection.tsx'
import { StationFacts } from '../contents/stations/StationFacts.tsx'
import { CategoryInput } from './CategoryInput.tsx'
import { EpgIdInput } from './EpgIdInput.tsx'
import { GuideInput } from './GuideInput.tsx'

const OPTIONS = ['status', 'isAdult', 'children']

const GuideSection = () => {
  const { setValue } = useFormContext()
  return (
    <FormSection title="Guía">
      <Span of={6}>
        <GuideInput
          source="channelGuide"
          onRemoved={() => setValue('epgId', '', { shouldDirty: true, shouldValidate: false })}
        />
      </Span>
      <Span of={6}>
        <EpgIdInput source="epgId" />
      </Span>
    </FormSection>
  )
}

/** The fields of a channel. */
export const ChannelForm = () => (
  <WithAside aside={<LogoSection others={['flag']} />}>
    <StationFacts>
      <Span of={12}>
        <CategoryInput source="category" />
      </Span>
      <Span of={3}>
        <SelectInput source="linkInternal" choices={choicesIn(CHANNEL_LINK_KINDS)} />
      </Span>
      <Span of={9}>
        <TextInput source="link" placeholder="https://…" />
      </Span>
      {OPTIONS.map((source) => (
        <Span key={source} of={4} phone={6}>
          <SwitchInput source={source} />
        </Span>
      ))}
    </StationFacts>
    <GuideSection />
  </WithAside>
)
