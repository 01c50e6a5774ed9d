import { CHANNEL_LINK_KINDS } from '../../domain/channels/channel.ts'
import { LIVE_TV_GENRES } from '../../domain/contents/genres.ts'
import { FormSection, Span, WithAside } from '../forms/FormSection.tsx'
import { LogoSection } from '../forms/LogoSection.tsx'
import { StationFacts } from '../forms/StationFacts.tsx'
import { choicesIn, SelectInput } from '../inputs/SelectInput.tsx'
import { SuggestInput } from '../inputs/SuggestInput.tsx'
import { SwitchInput } from '../inputs/SwitchInput.tsx'
import { TextInput } from '../inputs/TextInput.tsx'
import { EpgIdInput } from './EpgIdInput.tsx'
import { GuideInput } from './GuideInput.tsx'

const OPTIONS = ['status', 'isAdult', 'children']

const GuideSection = () => (
  <FormSection title="Guía">
    <Span of={6}>
      <GuideInput source="channelGuide" />
    </Span>
    <Span of={6}>
      <EpgIdInput source="epgId" />
    </Span>
  </FormSection>
)

/** The fields of a channel. */
export const ChannelForm = () => (
  <WithAside aside={<LogoSection others={['flag']} />}>
    <StationFacts>
      <Span of={12}>
        <SuggestInput source="category" suggestions={LIVE_TV_GENRES} />
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
